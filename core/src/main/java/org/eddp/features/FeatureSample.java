package org.eddp.features;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.files.FolderLock;
import org.eddp.files.Version;
import org.eddp.files.json.Json;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stage;
import org.eddp.parts.Distributor;

/**
 * A feature set of some images of a larger one, chosen evenly over their classes. Learning from it needs neither all
 * features nor the processes that can read them. Whole images are drawn, with all of their patches, because the part of
 * the network above the layer needs whole images.
 */
public final class FeatureSample {
    private FeatureSample() {}

    /**
     * Options of a sample.
     *
     * @param images number of images
     * @param seed of the choice
     * @param overwrite whether to replace other features in the folder
     */
    public record Options(int images, long seed, boolean overwrite) {
        public Options {
            if (images < 1) {
                throw new InvalidInput("a sample of " + images + " images is empty; take at least 1");
            }
        }

        /** The seed 1. */
        public static Options of(int images) {
            return new Options(images, 1, false);
        }

        /** The same with {@code seed} changed. */
        public Options withSeed(long changed) {
            return new Options(images, changed, overwrite);
        }

        /** The same with {@code overwrite} changed. */
        public Options withOverwrite(boolean changed) {
            return new Options(images, seed, changed);
        }
    }

    /**
     * Draws a sample. The same set and options give the same bytes.
     *
     * @param set all features
     * @param folder of the sample
     * @param distributor reads the shards of {@code set}
     */
    public static FeatureSet draw(
            FeatureSet set, Path folder, Options options, Distributor distributor, Monitor monitor) {
        if (options.images() > set.images()) {
            throw new InvalidInput("a sample of " + options.images() + " images cannot be drawn from the "
                    + set.images() + " in " + set.folder() + "; take fewer, or use these features themselves");
        }
        try (FolderLock lock = FolderLock.take(folder)) {
            if (Files.exists(folder.resolve(FeatureSet.INFO)) && !options.overwrite()) {
                throw new FeatureSet.Outdated(
                        "there are features in " + folder + " already; give another folder, or replace them");
            }
            List<Integer> chosen = Arrays.stream(choose(classes(set), options.images(), options.seed()))
                    .boxed()
                    .toList();
            FeatureExtraction.clear(folder);
            try (Stage stage = monitor.stage("sample", set.info().shards().size())) {
                write(new SampleWork(set, chosen, stage), folder, distributor);
            }
            return FeatureSet.open(folder);
        }
    }

    /** Classes of the images, predicted ones where others are not known; shard by shard, since records need much memory. */
    private static String[] classes(FeatureSet set) {
        String[] classes = new String[set.images()];
        int image = 0;
        for (int s = 0; s < set.info().shards().size(); s++) {
            for (FeatureSet.ImageRecord record : set.records(s)) {
                if (record.present()) {
                    String name = record.label() == null ? "predicted " + record.predicted() : record.label();
                    classes[image++] = name.intern();
                }
            }
        }
        return classes;
    }

    /**
     * Chooses images evenly over their classes: all images are put in the order of their classes, this row is cut into as
     * many pieces of equal length as images are wanted, and one image is drawn from each piece. So a class with a tenth
     * of all images has a tenth of the chosen ones, give or take one; within a class the choice is spread over the list.
     *
     * @param classes of all images
     * @param count how many to choose
     * @return their numbers, ascending
     */
    static int[] choose(String[] classes, int count, long seed) {
        int[] row = IntStream.range(0, classes.length)
                .boxed()
                .sorted((a, b) -> {
                    int byClass = classes[a].compareTo(classes[b]);
                    return byClass != 0 ? byClass : Integer.compare(a, b);
                })
                .mapToInt(Integer::intValue)
                .toArray();
        SplittableRandom random = Seeds.random(seed, 0);
        int[] chosen = new int[count];
        for (int piece = 0; piece < count; piece++) {
            int first = begin(piece, count, row.length);
            int end = begin(piece + 1, count, row.length);
            chosen[piece] = row[first + random.nextInt(end - first)];
        }
        Arrays.sort(chosen);
        return chosen;
    }

    private static int begin(int piece, int pieces, int length) {
        return (int) ((long) piece * length / pieces);
    }

    private static void write(SampleWork work, Path folder, Distributor distributor) {
        FeatureSet set = work.set();
        FeatureSet.Info all = set.info();
        FeatureSet.Info info = new FeatureSet.Info(
                Version.current(),
                all.provenance(),
                all.grid(),
                all.width(),
                all.classes(),
                all.type(),
                all.batchImages(),
                ReadoutFile.write(folder, set.readout()),
                FeatureExtraction.Options.DEFAULT
                        .withType(all.type())
                        .shardImages((long) all.grid().cells() * all.width()),
                List.of(),
                false);
        try (Shards shards = new Shards(folder, info, set.extraTokens())) {
            distributor.run(work, 0, work.units(), shards::add);
            shards.end();
            Origin from = set.origin();
            Origin.write(folder, path(from.network()), path(from.images()), null);
            Json.writeSealed(
                    folder.resolve(FeatureSet.INFO),
                    info.of(work.chosen().size(), shards.names.toString()).with(shards.written, true));
        }
    }

    private static Path path(String text) {
        return text == null ? null : Path.of(text);
    }

    /** Writes images into shards. */
    private static final class Shards implements AutoCloseable {
        private final Path folder;
        private final FeatureSet.Info info;
        private final int extraTokens;
        private final List<FeatureSet.Info.Shard> written = new ArrayList<>();
        private final StringBuilder names = new StringBuilder();
        private ShardWriter writer;

        Shards(Path folder, FeatureSet.Info info, int extraTokens) {
            this.folder = folder;
            this.info = info;
            this.extraTokens = extraTokens;
        }

        void add(List<ExtractedBatch> images) {
            for (ExtractedBatch image : images) {
                if (writer == null) {
                    writer = new ShardWriter(folder, info, extraTokens, written.size(), true);
                }
                writer.add(image);
                FeatureSet.ImageRecord record = image.records().get(0);
                names.append(FeatureExtraction.Source.listed(record.name(), record.label()));
                if (writer.listed() == info.shardImages()) {
                    end();
                }
            }
        }

        void end() {
            if (writer != null) {
                written.add(writer.finish());
                close();
            }
        }

        @Override
        public void close() {
            if (writer != null) {
                writer.close();
                writer = null;
            }
        }
    }
}
