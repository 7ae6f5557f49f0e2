package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.eddp.features.FeatureSource;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.files.json.Csv;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.metrics.Monosemanticity.CropEmbeddings;
import org.eddp.metrics.TopImages;
import org.eddp.metrics.TopImages.Hit;
import org.eddp.monitor.Monitor;
import org.eddp.names.ConceptName;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.study.measure.Splits;
import org.eddp.tensor.Scope;
import org.eddp.words.GivenNames;

/**
 * Crops of every concept, as a basis for names by hand: a folder per concept, and {@code names.csv}, whose column
 * {@code name} is empty.
 */
public final class CropExport {
    /** The table to fill in. */
    public static final String TABLE = "names.csv";

    private CropExport() {}

    /**
     * Writes pictures and table.
     *
     * @param folder created if needed
     * @param examples of a concept at most
     * @param context cells shown around the firing patches
     * @return number of pictures
     */
    public static int run(Run run, Path folder, int examples, int context, Monitor monitor) {
        Folders.prepare(folder);
        try (Scope scope = Scope.open();
                Monitor.Stage stage = monitor.stage("crops", run.directions().concepts())) {
            FeatureSource source = run.features().inMemory(Splits.IN_MEMORY);
            RunPictures pictures = run.pictures();
            TopImages top = TopImages.of(source, run.directions().detectors(), examples, run.workers(), Monitor.NONE)
                    .widened(context, source.grid());
            StringBuilder table = new StringBuilder(
                    Csv.line(List.of(GivenNames.CONCEPT, GivenNames.NAME, "now", "folder", "pictures")));
            int written = 0;
            for (int i = 0; i < top.hits().size(); i++) {
                stage.check("exporting crops");
                String own = String.format(Locale.ROOT, "concept-%04d", i);
                List<Hit> hits = top.hits().get(i);
                for (int k = 0; k < hits.size(); k++) {
                    write(folder.resolve(own), k, hits.get(k), source, pictures);
                }
                ConceptName known = run.conceptNames().of(i);
                table.append(Csv.line(List.of(i, "", known.name() == null ? "" : known.title(), own, hits.size())));
                written += hits.size();
                stage.onProgress(i + 1, top.hits().size());
            }
            AtomicFile.writeString(folder.resolve(TABLE), table.toString());
            return written;
        }
    }

    private static void write(Path folder, int place, Hit hit, FeatureSource source, RunPictures pictures) {
        Folders.prepare(folder);
        Picture picture = pictures.picture(hit.image());
        CropBox box = pictures.preprocessing().box(picture.width(), picture.height());
        byte[] png = CropEmbeddings.crop(picture, box, source.grid(), hit).png();
        String name = String.format(
                Locale.ROOT, "%02d-%s.png", place + 1, FileNames.of(FileNames.stem(pictures.name(hit.image()))));
        AtomicFile.write(folder.resolve(name), out -> out.write(png));
    }
}
