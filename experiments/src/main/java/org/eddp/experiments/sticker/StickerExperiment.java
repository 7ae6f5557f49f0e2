package org.eddp.experiments.sticker;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.Experiment.Checkpoints;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.images.input.Preprocessing;
import org.eddp.names.SimilarNames;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network.ImageInput;
import org.eddp.report.page.HtmlPage;
import org.eddp.tensor.Workers;

/** Repair on real photographs: a card on the pictures of one class, and directions that remove it. */
public final class StickerExperiment extends Experiment<StickerResults> {
    private final StickerOptions options;
    private final Checkpoints checkpoints;

    /**
     * A new experiment.
     *
     * @param options of every seed, except for the seed itself
     * @param checkpoints how it goes on after an interruption
     * @throws org.eddp.files.FileFailure if its pictures cannot be used
     */
    public StickerExperiment(StickerOptions options, Checkpoints checkpoints) {
        this.options = options;
        this.checkpoints = checkpoints;
        options.pictures().labelled(options.seed()); // refused before anything is made
    }

    @Override
    public long work() {
        return StickerTrial.FEATURES + StickerTrial.LEARNING + StickerTrial.STUDY;
    }

    @Override
    protected Trial<StickerResults> trial(long seed, Path folder, Workers workers, Watcher watcher) {
        return new StickerTrial(options.withSeed(seed), folder, checkpoints, workers, watcher).run();
    }

    @Override
    protected Object summary(List<StickerResults> seeds) {
        return StickerResults.Summary.of(seeds);
    }

    @Override
    protected HtmlPage page(List<Trial<StickerResults>> trials) {
        return StickerReport.page(trials);
    }

    @Override
    protected Tables<StickerResults> tables() {
        return new StickerTables();
    }

    /**
     * Repair on real photographs.
     *
     * @param network its file
     * @param layer of study; null for the last one with several patches
     * @param preprocessing how pictures become inputs, for what the network takes
     * @param pictures the labelled pictures
     * @param concepts number of direction pairs I
     * @param seed of everything
     */
    public record StickerOptions(
            Path network,
            LayerAddress layer,
            Function<ImageInput, Preprocessing> preprocessing,
            Pictures pictures,
            int concepts,
            long seed) {
        /** Default number of classes. */
        public static final int USUAL_CLASSES = 10;

        /**
         * Which pictures.
         *
         * @param folder one subfolder per class, or a dataset in Broden's layout
         * @param category of such a dataset, whose labels are the classes; null for the only one that labels whole pictures
         * @param marked the class whose training pictures get a card
         * @param classes to take, besides the marked one; null for the first by name, {@value #USUAL_CLASSES} in all
         */
        public record Pictures(Path folder, String category, String marked, List<String> classes) {
            /** Lists them. */
            LabelledPictures labelled(long seed) {
                return LabelledPictures.of(folder, category, this::chosen, seed);
            }

            private SortedSet<String> chosen(SortedSet<String> known) {
                TreeSet<String> names = new TreeSet<>(List.of(name(marked, known)));
                if (classes != null) {
                    classes.forEach(text -> names.add(name(text, known)));
                } else {
                    known.stream()
                            .filter(name -> !names.contains(name))
                            .limit(USUAL_CLASSES - 1)
                            .toList()
                            .forEach(names::add);
                }
                return names;
            }

            /** A class as the folder writes it. */
            private String name(String text, SortedSet<String> known) {
                return known.contains(text)
                        ? text
                        : known.stream()
                                .filter(text::equalsIgnoreCase)
                                .findFirst()
                                .orElseThrow(() -> new FileFailure("no class '" + text + "' in " + folder
                                        + "; nearest are " + SimilarNames.of(text, known)));
            }
        }

        public StickerOptions {
            if (concepts < 2) {
                throw new InvalidInput("concepts = " + concepts + " must be at least 2");
            }
        }

        /** The last layer with several patches, 64 direction pairs, seed 1. */
        public static StickerOptions of(
                Path network, Function<ImageInput, Preprocessing> preprocessing, Pictures pictures) {
            return new StickerOptions(network, null, preprocessing, pictures, 64, 1);
        }

        public StickerOptions withLayer(LayerAddress changed) {
            return new StickerOptions(network, changed, preprocessing, pictures, concepts, seed);
        }

        public StickerOptions withConcepts(int changed) {
            return new StickerOptions(network, layer, preprocessing, pictures, changed, seed);
        }

        public StickerOptions withSeed(long changed) {
            return new StickerOptions(network, layer, preprocessing, pictures, concepts, changed);
        }
    }
}
