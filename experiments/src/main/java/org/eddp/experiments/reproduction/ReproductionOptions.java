package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eddp.failure.InvalidInput;
import org.eddp.learning.Preset.NetworkPreset;
import org.eddp.network.LayerAddress;
import org.eddp.study.Ablation;
import org.eddp.study.Ablation.Table;
import org.eddp.study.InputChoice;

/**
 * What the protocol of the paper is run on.
 *
 * @param network file of the network
 * @param dataset annotated dataset with the splits train and val
 * @param layer the layer of study; null for the last one with several patches
 * @param preprocessing how pictures become inputs
 * @param classNames file with the names of the classes, or null
 * @param concepts numbers of concepts: each has its table of methods, the first one everything else; empty for as many
 *     as the patches support
 * @param paper network of the paper whose numbers are shown beside ours; empty for none
 * @param seed of everything
 * @param size how much is computed
 * @param threads number of threads; results do not depend on it
 */
public record ReproductionOptions(
        Path network,
        Path dataset,
        LayerAddress layer,
        InputChoice preprocessing,
        Path classNames,
        List<Integer> concepts,
        Optional<NetworkPreset> paper,
        long seed,
        Size size,
        int threads) {
    public ReproductionOptions {
        concepts = List.copyOf(concepts);
        for (int number : concepts) {
            if (number < 1) {
                throw new InvalidInput("concepts = " + number + " must be at least 1");
            }
        }
        if (concepts.stream().distinct().count() < concepts.size()) {
            throw new InvalidInput("concepts = " + concepts + " names a number twice");
        }
    }

    /** Everything else is chosen by the program; the paper's numbers are those of the network's family. */
    public static ReproductionOptions of(Path network, Path dataset) {
        int all = Runtime.getRuntime().availableProcessors();
        return new ReproductionOptions(
                network,
                dataset,
                null,
                InputChoice.AUTOMATIC,
                null,
                List.of(),
                PaperTables.like(network.getFileName().toString()),
                1,
                Size.USUAL,
                all);
    }

    /**
     * How much is computed.
     *
     * @param mostConcepts limit of the number that the program chooses
     * @param steps the schedule of learning is divided by this
     * @param ablations tables of ablations
     * @param ablationInfluence whether the influence of their variants is measured
     * @param dreams concepts to dream of at most
     * @param dreamImages images per concept
     * @param literal images per concept for the paper's protocol
     * @param pictures to explain and to edit
     */
    public record Size(
            int mostConcepts,
            int steps,
            List<Ablation.Table> ablations,
            boolean ablationInfluence,
            int dreams,
            int dreamImages,
            int literal,
            int pictures) {
        /** The paper's: everything. */
        public static final Size USUAL =
                new Size(Integer.MAX_VALUE, 1, List.of(Ablation.Table.values()), true, 100, 20, 10, 20);

        /** Enough to see every part at work within minutes. */
        public static final Size QUICK = new Size(16, 4, List.of(Table.CUR, Table.FSO), false, 6, 4, 2, 4);

        public Size {
            ablations = List.copyOf(ablations);
        }
    }

    /** The same with {@code layer} changed. */
    public ReproductionOptions withLayer(LayerAddress changed) {
        return new ReproductionOptions(
                network, dataset, changed, preprocessing, classNames, concepts, paper, seed, size, threads);
    }

    /** The same with {@code preprocessing} changed. */
    public ReproductionOptions withPreprocessing(InputChoice changed) {
        return new ReproductionOptions(
                network, dataset, layer, changed, classNames, concepts, paper, seed, size, threads);
    }

    /** The same with {@code classNames} changed. */
    public ReproductionOptions withClassNames(Path changed) {
        return new ReproductionOptions(
                network, dataset, layer, preprocessing, changed, concepts, paper, seed, size, threads);
    }

    /** The same with {@code concepts} changed. */
    public ReproductionOptions withConcepts(List<Integer> changed) {
        return new ReproductionOptions(
                network, dataset, layer, preprocessing, classNames, changed, paper, seed, size, threads);
    }

    /** The same with {@code paper} changed. */
    public ReproductionOptions withPaper(Optional<NetworkPreset> changed) {
        return new ReproductionOptions(
                network, dataset, layer, preprocessing, classNames, concepts, changed, seed, size, threads);
    }

    /** The same with {@code seed} changed. */
    public ReproductionOptions withSeed(long changed) {
        return new ReproductionOptions(
                network, dataset, layer, preprocessing, classNames, concepts, paper, changed, size, threads);
    }

    /** The same with {@code size} changed. */
    public ReproductionOptions withSize(Size changed) {
        return new ReproductionOptions(
                network, dataset, layer, preprocessing, classNames, concepts, paper, seed, changed, threads);
    }

    /** The same with {@code threads} changed. */
    public ReproductionOptions withThreads(int changed) {
        return new ReproductionOptions(
                network, dataset, layer, preprocessing, classNames, concepts, paper, seed, size, changed);
    }
}
