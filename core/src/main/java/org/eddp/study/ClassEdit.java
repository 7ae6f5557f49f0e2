package org.eddp.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Edit;
import org.eddp.intervene.Editor;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.Scope;

/**
 * The same edits on all images of the feature set that are predicted to be of a class, or to have a label.
 *
 * @param label the class, or the label
 * @param images of it
 * @param changed number of images whose prediction changes
 * @param after the predicted classes afterwards, most frequent first, {@code label} included if some stay; for labels
 *     all predicted ones, of which an image may have several
 * @param examples numbers of the first images that change, in the feature set
 */
public record ClassEdit(Named label, int images, int changed, List<Count> after, List<Example> examples) {
    private static final int SHOWN = 24;

    public ClassEdit {
        after = List.copyOf(after);
        examples = List.copyOf(examples);
    }

    /** Number of images predicted to be of a class. */
    public record Count(Named label, int images) {}

    /** An image that changes, by its number in the feature set, with its likeliest class or strongest label afterwards. */
    public record Example(int image, Named after) {}

    /**
     * Makes the edits. The part of the network above the layer runs for every image; the part below only where the upper part reads
     * more than the patches.
     *
     * @param keep whether statistics of the concepts may be kept in the run
     */
    public static ClassEdit of(Run run, int label, List<Edit> edits, boolean keep, Monitor monitor) {
        return of(run, label, edits, () -> StoredStatistics.of(run, keep, monitor), monitor);
    }

    /**
     * The same with known values of concepts, see {@link OpenImage#values}.
     *
     * @param values called when there is something to edit
     */
    public static ClassEdit of(
            Run run, int label, List<Edit> edits, Supplier<ConceptStatistics> values, Monitor monitor) {
        FeatureSet set = run.features();
        List<int[]> predictions = set.predictions();
        List<Integer> chosen = new ArrayList<>();
        for (int n = 0; n < predictions.size(); n++) {
            if (Arrays.stream(predictions.get(n)).anyMatch(k -> k == label)) {
                chosen.add(n);
            }
        }
        if (chosen.isEmpty()) {
            throw new InvalidInput(
                    set.outputs() == OutputKind.LABELS
                            ? "no image of the feature set has the label "
                                    + run.classNames().of(label) + "; choose another label"
                            : "no image of the feature set is taken for "
                                    + run.classNames().of(label) + "; choose another class");
        }
        Map<Integer, Integer> counts = new TreeMap<>();
        List<Example> examples = new ArrayList<>();
        int changed = 0;
        Images images = new Images(run, set, values.get());
        try (Monitor.Stage stage = monitor.stage("images", chosen.size())) {
            for (int k = 0; k < chosen.size(); k++) {
                stage.check("the edit of all images");
                Editor.Outcome outcome = images.after(chosen.get(k), edits);
                int after = outcome.after().label();
                Arrays.stream(outcome.after().predicted()).forEach(found -> counts.merge(found, 1, Integer::sum));
                if (!outcome.after().has(label)) {
                    changed++;
                    if (examples.size() < SHOWN) {
                        examples.add(new Example(chosen.get(k), run.classNames().of(after)));
                    }
                }
                stage.onProgress(k + 1, chosen.size());
            }
        }
        List<Count> sorted = counts.entrySet().stream()
                .map(entry -> new Count(run.classNames().of(entry.getKey()), entry.getValue()))
                .sorted(Comparator.comparingInt(Count::images).reversed())
                .toList();
        return new ClassEdit(run.classNames().of(label), chosen.size(), changed, sorted, examples);
    }

    /** Images one at a time. */
    private static final class Images {
        private final Run run;
        private final FeatureSet set;
        private final ConceptStatistics values;
        private final RunPictures pictures;
        private final Editor editor;

        Images(Run run, FeatureSet set, ConceptStatistics values) {
            this.run = run;
            this.set = set;
            this.values = values;
            boolean patchesAlone = set.extraTokens() == 0;
            pictures = patchesAlone ? null : run.pictures();
            editor = patchesAlone
                    ? new Editor(
                            values.writing(run.directions()),
                            run.network().layer().grid(),
                            run.network().head(set),
                            values)
                    : null;
        }

        Editor.Outcome after(int image, List<Edit> edits) {
            if (editor == null) {
                return OpenImage.of(run, pictures.entry(image)).after(edits, values);
            }
            try (Scope scope = Scope.open()) {
                return editor.apply(set.range(image, 1).rows(0, 1), edits);
            }
        }
    }
}
