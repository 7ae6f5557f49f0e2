package org.eddp.cli.print;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eddp.files.AtomicFile;
import org.eddp.files.Folders;
import org.eddp.report.draw.Drawing;

/** Pages and figures as files. */
public final class Pages {
    private static final AtomicBoolean saidThatFontsAreMissing = new AtomicBoolean();

    private Pages() {}

    /** The folder for the pages of a command: the one that the user names, or the default, which is created when needed. */
    public static Path folder(Path given, Path usual) {
        return given != null ? Folders.prepare("--out", given) : usual;
    }

    /** Writes a page. */
    public static void write(Path file, String html) {
        AtomicFile.writeString(file, html);
    }

    /** Writes a page and prints its path. */
    public static void show(PrintWriter out, Path file, String html) {
        write(file, html);
        out.println("Page: " + file);
    }

    /** Writes a figure as {@code name.svg} and, where there are fonts for its words, {@code name.png}. */
    public static void figure(Path folder, String name, String svg) {
        AtomicFile.writeString(folder.resolve(name + ".svg"), svg);
        if (Drawing.canBePng()) {
            byte[] png = Drawing.png(svg);
            AtomicFile.write(folder.resolve(name + ".png"), stream -> stream.write(png));
        } else if (!saidThatFontsAreMissing.getAndSet(true)) {
            System.err.println("eddp: figures are written as SVG alone: Java finds no fonts here, which a PNG needs"
                    + " (install fontconfig and a font, on Debian libfontconfig1 and fonts-dejavu-core)");
        }
    }

    /** Whether a figure exists in every format that this machine can write. */
    public static boolean hasFigure(Path folder, String name) {
        return Files.exists(folder.resolve(name + ".svg"))
                && (Files.exists(folder.resolve(name + ".png")) || !Drawing.canBePng());
    }
}
