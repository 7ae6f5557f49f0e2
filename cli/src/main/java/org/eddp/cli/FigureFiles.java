package org.eddp.cli;

import java.nio.file.Path;
import org.eddp.files.AtomicFile;
import org.eddp.report.draw.Drawing;

/** Figures as files. */
final class FigureFiles {
    private FigureFiles() {}

    /** Writes {@code name.svg} and {@code name.png}. */
    static void write(Path folder, String name, String svg) {
        AtomicFile.writeString(folder.resolve(name + ".svg"), svg);
        byte[] png = Drawing.png(svg);
        AtomicFile.write(folder.resolve(name + ".png"), stream -> stream.write(png));
    }
}
