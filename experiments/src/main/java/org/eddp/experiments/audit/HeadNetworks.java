package org.eddp.experiments.audit;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.experiments.audit.FlawNetwork.Pictures;
import org.eddp.experiments.audit.FlawPictures.Part;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.experiments.marks.PooledLayer;
import org.eddp.experiments.marks.ShortLearning;
import org.eddp.features.DenseFeatures;
import org.eddp.images.input.Preprocessing;
import org.eddp.learning.LearningResult;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Linear heads on the pooled features of one network. Every picture goes through the network once without the mark; training
 * pictures of the planted class and all test pictures also go through it with the mark. The heads of all rates and the clean twin
 * share these features.
 */
final class HeadNetworks implements FlawSource {
    /** Purpose of the random order in which pictures get the mark. */
    private static final int ORDER = 10;

    private final Below below;
    private final FlawPictures pictures;
    private final int concepts;
    private final long seed;
    private final int[] labels;
    /** Training pictures of the planted class, in the order in which they get the mark: a higher rate adds to a lower one. */
    private final int[] order;

    private final Pictures unmarked;
    private final Pictures planted;
    private final Pictures clean;
    private final Pictures marked;

    /**
     * The network below the heads.
     *
     * @param file its file
     * @param network what was loaded from it; closed with the source
     * @param layer the last one with several patches, and the preprocessing before the network
     */
    record Below(Path file, Network network, PictureFeatures.Source layer) {
        static Below load(Path file, Preprocessing preprocessing) {
            Network network = Networks.load(file, preprocessing.cropHeight(), preprocessing.cropWidth());
            return new Below(file, network, PictureFeatures.Source.of(network, null, preprocessing));
        }
    }

    /**
     * Passes the pictures through a network.
     *
     * @param concepts direction pairs to learn
     * @param workers threads; not closed
     */
    HeadNetworks(FlawPictures pictures, Below below, int concepts, long seed, Workers workers, Monitor monitor) {
        this.below = below;
        this.pictures = pictures;
        this.concepts = concepts;
        this.seed = seed;
        labels = pictures.labels(Part.TRAIN);
        order = IntStream.range(0, labels.length)
                .filter(n -> labels[n] == pictures.flaw().label())
                .toArray();
        Seeds.shuffle(order, Seeds.random(seed, ORDER));
        int[] train = IntStream.range(0, labels.length).toArray();
        int[] test = IntStream.range(0, pictures.labels(Part.TEST).length).toArray();
        double all = train.length + order.length + 2.0 * test.length;
        double first = train.length / all;
        double second = first + order.length / all;
        double third = second + test.length / all;
        Pass pass = new Pass(pictures, below.layer(), workers);
        unmarked = pass.run(Part.TRAIN, train, false, monitor.part(0, first));
        planted = pass.run(Part.TRAIN, order, true, monitor.part(first, second));
        clean = pass.run(Part.TEST, test, false, monitor.part(second, third));
        marked = pass.run(Part.TEST, test, true, monitor.part(third, 1));
    }

    /** Passes some pictures through the network. */
    private record Pass(FlawPictures pictures, PictureFeatures.Source source, Workers workers) {
        Pictures run(Part part, int[] numbers, boolean marked, Monitor monitor) {
            double[][] coverage = new double[numbers.length][];
            DenseFeatures features = source.features(
                    numbers.length,
                    k -> {
                        FlawPictures.Drawn drawn = pictures.draw(
                                part, numbers[k], marked, source.layer().grid());
                        coverage[k] = drawn.coverage();
                        return drawn.picture();
                    },
                    workers,
                    monitor);
            int cells = source.layer().grid().cells();
            BitSet shown = new BitSet();
            for (int p = 0; marked && p < numbers.length * cells; p++) {
                shown.set(p, coverage[p / cells][p % cells] >= PictureFeatures.LEAST_COVERAGE);
            }
            int[] all = pictures.labels(part);
            return new Pictures(features, IntStream.of(numbers).map(n -> all[n]).toArray(), shown);
        }
    }

    @Override
    public Flaw flaw() {
        return pictures.flaw();
    }

    @Override
    public FlawNetwork network(double rate, Monitor monitor) {
        Pictures train = train(rate);
        LinearReadout readout =
                PooledLayer.train(train.features(), labels, flaw().classes().size(), new SplittableRandom(seed));
        return new FlawNetwork(
                rate, readout, ShortLearning.brief(train.features(), concepts, seed), train, clean, marked);
    }

    @Override
    public void write(Path folder, FlawNetwork network, LearningResult learned, Workers workers) {
        BitSet numbers = new BitSet();
        IntStream.of(marked(network.rate())).forEach(numbers::set);
        new TrialRun(folder, below).write(pictures, numbers, network, learned, workers);
    }

    @Override
    public void close() {
        below.network().close();
    }

    /** Training pictures that show the mark at a rate; at least one unless the rate is zero. */
    private int[] marked(double rate) {
        long count = rate == 0 ? 0 : Math.max(1, Math.round(rate * order.length));
        return IntStream.of(order).limit(count).toArray();
    }

    private Pictures train(double rate) {
        DenseFeatures all = unmarked.features();
        int cells = all.grid().cells();
        Tensor rows = all.rows().copy();
        BitSet shown = new BitSet();
        int[] chosen = marked(rate);
        for (int k = 0; k < chosen.length; k++) {
            Kernels.copy(
                    rows.narrow(0, (long) chosen[k] * cells, cells),
                    planted.features().rows(k, 1));
            for (int cell = 0; cell < cells; cell++) {
                shown.set(chosen[k] * cells + cell, planted.shown().get(k * cells + cell));
            }
        }
        return new Pictures(new DenseFeatures(rows, all.grid(), null, all.activation()), labels, shown);
    }
}
