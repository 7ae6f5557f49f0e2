package org.eddp.experiments.world;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.Picture;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedDatasetWriter;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/** Writes a world as a dataset in Broden's layout, with the class of every picture beside it. */
final class WorldGenerator {
    private static final long TRAIN = 0x6A09E667F3BCC908L;
    private static final long VAL = 0xBB67AE8584CAA73BL;

    private final WorldOptions.Pictures options;
    private final AnnotatedDatasetWriter writer;
    private final WorldLabels labels = new WorldLabels();

    private WorldGenerator(Path folder, WorldOptions.Pictures options) {
        this.options = options;
        writer = new AnnotatedDatasetWriter(folder, WorldLabels.CATEGORIES, labels.all());
    }

    /**
     * Makes a world. The same options give the same bytes, on any number of threads.
     *
     * @param folder created if it does not exist
     * @throws FileFailure if a file cannot be written
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work; the folder is then not a dataset yet
     */
    static AnnotatedDataset write(Path folder, WorldOptions.Pictures options, Workers workers, Monitor monitor) {
        WorldGenerator generator = new WorldGenerator(folder, options);
        int all = options.train() + options.val();
        int[] done = {0};
        ImageClasses.Builder classes = new ImageClasses.Builder();
        workers.forEachAhead(all, generator::write, made -> {
            classes.add(made.name, made.kind.label());
            monitor.onProgress(++done[0], all);
            monitor.check("making the world");
        });
        AnnotatedDataset dataset = generator.writer.finish();
        classes.write(folder); // last: marks the world as finished
        return dataset;
    }

    private record Made(String name, WorldClass kind) {}

    private Made write(int number) {
        boolean training = number < options.train();
        int index = training ? number : number - options.train();
        String split = training ? "train" : "val";
        // Every class equally often, and every picture on its own: the first hundred of a thousand are those of a
        // hundred.
        WorldClass kind = WorldClass.ALL.get(index % WorldClass.ALL.size());
        SplittableRandom random = random(training ? TRAIN : VAL, index);
        Composer.Composed composed = Composer.compose(options.size(), kind, random);
        String name = String.format(Locale.ROOT, "%s/%06d.png", split, index);
        writer.add(new AnnotatedDatasetWriter.LabelledPicture(
                name,
                split,
                new Picture(options.size(), options.size(), composed.picture().rgb()),
                options.annotationSize(),
                options.annotationSize(),
                labels.maps(composed.picture(), options.annotationSize()),
                Map.of("scene", List.of(labels.number(composed.scene())))));
        return new Made(name, kind);
    }

    private SplittableRandom random(long split, int index) {
        long base = new SplittableRandom(options.seed() ^ split).nextLong();
        return new SplittableRandom(base + index).split();
    }
}
