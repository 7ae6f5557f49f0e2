package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.images.source.ImageList;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.math.Seeds;
import org.eddp.run.Run;
import org.eddp.study.Ablation;
import org.eddp.study.Learning;
import org.eddp.study.Learning.Checkpoints;
import org.eddp.study.PresetChanges;
import org.eddp.study.Steps;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.Labelling;

/**
 * What the parts of the protocol share.
 *
 * @param folder of everything
 * @param set features of the dataset
 * @param concepts numbers of concepts
 * @param linear whether the head is pooling and one linear layer
 */
record Protocol(
        Path folder,
        ReproductionOptions options,
        FeatureSet set,
        List<Integer> concepts,
        boolean linear,
        PaperTables paper,
        Reproduction.Observer observer) {
    /** Seeds of choices that have nothing to do with each other. */
    private static final long PICTURES = 0x7063;

    Steps steps() {
        return new Steps(observer);
    }

    /** The number of concepts of every part but the table of methods. */
    int first() {
        return concepts.get(0);
    }

    /** The folder of the runs with a number of concepts. */
    Path runs(int number) {
        return folder.resolve("concepts-" + number);
    }

    /** The run of a variant without changes. */
    Path run(int number, Variant variant) {
        return runs(number).resolve(variant == Variant.U ? Ablation.WHOLE_U : Ablation.WHOLE_C);
    }

    /** A file of the reproduction, as pages link to it. */
    String relative(Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    Ablation.Commands commands(int number) {
        return observer.commands(set.folder(), options.dataset(), number, options.seed(), changes(number));
    }

    Run.Options opened(Request request) {
        return Run.Options.DEFAULT
                .withNetwork(options.network())
                .withFeatures(set.folder())
                .withClassNames(options.classNames())
                .withThreads(options.threads())
                .withRequest(request);
    }

    Labelling.Options labelling() {
        return Labelling.Options.of(options.dataset());
    }

    Evaluation.Options evaluation() {
        return Evaluation.Options.of(labelling());
    }

    /** How all runs with a number of concepts are learned. */
    Learning.Options learning(int number) {
        return Learning.Options.of(number)
                .withNetwork(options.network())
                .withSeed(options.seed())
                .withChanges(changes(number))
                .withCheckpoints(Checkpoints.DEFAULT.withResume(true))
                .withThreads(options.threads());
    }

    /** A shorter schedule, if not everything is to be computed. */
    private PresetChanges changes(int number) {
        int divisor = options.size().steps();
        if (divisor == 1) {
            return PresetChanges.NONE;
        }
        FeatureSource source = set;
        LearnOptions usual = GeneralPreset.of(number).of(source);
        List<Integer> epochs = List.of(
                Math.max(1, usual.start().schedule().epochs() / divisor),
                Math.max(1, usual.refine().schedule().epochs() / divisor),
                Math.max(1, usual.joint().schedule().epochs() / divisor));
        PresetChanges none = PresetChanges.NONE;
        return new PresetChanges(none.bounds(), none.course().withEpochs(epochs), none.form());
    }

    /** Pictures of the val split at random. */
    List<ImageList.Entry> pictures() {
        List<ImageList.Entry> all =
                ImageList.ofDataset(options.dataset(), "val").entries();
        int[] order = Seeds.permutation(all.size(), Seeds.random(options.seed(), PICTURES));
        List<ImageList.Entry> chosen = new ArrayList<>();
        for (int k = 0; k < Math.min(options.size().pictures(), order.length); k++) {
            chosen.add(all.get(order[k]));
        }
        return chosen;
    }
}
