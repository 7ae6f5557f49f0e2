package org.eddp.intervene;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eddp.failure.InvalidInput;
import org.eddp.intervene.Edit.Place;
import org.eddp.intervene.Edit.Target;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Finds the smallest edit of an image that changes its class, or turns a label on or off where labels are independent.
 *
 * <p>Size is the length of the change of the features. Single edits come first: removing a concept where it is, adding
 * a concept where another one is, or everywhere. If none of them changes the class, pairs are tried: replacing a
 * concept by another one, as in the paper's example. Each edit is tried with the mean and with the extreme quantile as
 * target.
 */
public record EditSearch(Editor editor, Options options) {

    /**
     * Options of a search.
     *
     * @param label the class to reach; null for any other than the predicted one. Of labels: the one to turn on or off,
     *     null for any
     * @param quantile share of the extreme targets, or 0 for means only; the statistics must hold it and 1 - quantile
     * @param pairs whether to try pairs
     * @param batch versions of the image computed at once
     */
    public record Options(Integer label, double quantile, boolean pairs, int batch) {
        public Options {
            if (!(quantile >= 0 && quantile < 0.5)) {
                throw new InvalidInput("quantile = " + quantile + " must be within 0 .. 0.5");
            }
            if (batch < 1) {
                throw new InvalidInput("batch = " + batch + " must be at least 1");
            }
        }

        /** Any other class, means and the paper's quantile, pairs too. */
        public static final Options DEFAULT = new Options(null, Target.Quantile.EXTREME, true, 64);

        /** The same with {@code label} changed. */
        public Options withLabel(Integer changed) {
            return new Options(changed, quantile, pairs, batch);
        }

        /** The same with {@code quantile} changed. */
        public Options withQuantile(double changed) {
            return new Options(label, changed, pairs, batch);
        }

        /** The same with {@code pairs} changed. */
        public Options withPairs(boolean changed) {
            return new Options(label, quantile, changed, batch);
        }

        /** The same with {@code batch} changed. */
        public Options withBatch(int changed) {
            return new Options(label, quantile, pairs, changed);
        }
    }

    /**
     * The result of a search.
     *
     * @param edits one or two
     * @param outcome of applying them
     * @param tried versions of the image that were tried
     */
    public record Found(List<Edit> edits, Editor.Outcome outcome, int tried) {
        public Found {
            edits = List.copyOf(edits);
        }
    }

    private record Candidate(List<Edit> edits, double size) {}

    /** The same without a monitor. */
    public Optional<Found> search(Tensor rows) {
        return search(rows, Monitor.NONE);
    }

    /**
     * Searches.
     *
     * @param rows the patches of one image, cells x D; not modified
     * @param monitor receives the progress; it ends early if a single edit is found
     * @return empty if no edit changes the class
     */
    public Optional<Found> search(Tensor rows, Monitor monitor) {
        Matrix original;
        try (Scope scope = Scope.open()) {
            original = rows.toMatrix();
        }
        boolean[][] fires = editor.fires(original);
        Prediction before = editor.predict(List.of(original), rows.type())[0];
        if (options.label() != null && (options.label() < 0 || options.label() >= before.logits().length)) {
            throw new InvalidInput(before.outputs().noun() + " " + options.label() + " does not exist; "
                    + before.outputs().plural() + " are 0 .. " + (before.logits().length - 1));
        }
        if (before.outputs() == OutputKind.CLASSES && options.label() != null && options.label() == before.label()) {
            throw new InvalidInput("class " + options.label()
                    + " is what the network says already; choose another class to reach, or none for any other");
        }
        List<Integer> present = present(fires);
        Search search = new Search(rows, original, fires, before);
        List<List<Edit>> singles = writable(singles(present));
        List<List<Edit>> pairs = options.pairs() ? writable(pairs(present)) : List.of();
        double share = singles.size() / Math.max(1.0, singles.size() + pairs.size());
        Optional<Found> found = search.run(singles, monitor.part(0, share));
        return found.isPresent() ? found : search.run(pairs, monitor.part(share, 1));
    }

    private List<List<Edit>> writable(List<List<Edit>> candidates) {
        return candidates.stream()
                .filter(edits -> edits.stream().allMatch(edit -> editor.writable(edit.concept())))
                .toList();
    }

    private List<Integer> present(boolean[][] fires) {
        List<Integer> present = new ArrayList<>();
        for (int i = 0; i < editor.concepts(); i++) {
            for (boolean[] patch : fires) {
                if (patch[i]) {
                    present.add(i);
                    break;
                }
            }
        }
        return present;
    }

    private List<Target> absent() {
        return options.quantile() == 0
                ? List.of(new Target.MeanWithout())
                : List.of(new Target.MeanWithout(), new Target.Quantile(options.quantile()));
    }

    private List<Target> added() {
        return options.quantile() == 0
                ? List.of(new Target.MeanWith())
                : List.of(new Target.MeanWith(), new Target.Quantile(1 - options.quantile()));
    }

    private List<List<Edit>> singles(List<Integer> present) {
        List<List<Edit>> candidates = new ArrayList<>();
        for (int i : present) {
            absent().forEach(target -> candidates.add(List.of(Edit.remove(i, target))));
        }
        for (int i = 0; i < editor.concepts(); i++) {
            for (Target target : added()) {
                for (int where : present) {
                    if (where != i) {
                        candidates.add(List.of(new Edit(i, target, new Place.Detected(where))));
                    }
                }
                candidates.add(List.of(new Edit(i, target, new Place.Everywhere())));
            }
        }
        return candidates;
    }

    private List<List<Edit>> pairs(List<Integer> present) {
        List<List<Edit>> candidates = new ArrayList<>();
        for (int old : present) {
            for (int i = 0; i < editor.concepts(); i++) {
                if (i != old) {
                    for (int t = 0; t < absent().size(); t++) {
                        candidates.add(List.of(
                                Edit.remove(old, absent().get(t)),
                                new Edit(i, added().get(t), new Place.Detected(old))));
                    }
                }
            }
        }
        return candidates;
    }

    /** Tries candidates in groups and keeps those that change the class. */
    private final class Search {
        private final Tensor rows;
        private final Matrix original;
        private final boolean[][] fires;
        private final Prediction before;
        private int tried;

        Search(Tensor rows, Matrix original, boolean[][] fires, Prediction before) {
            this.rows = rows;
            this.original = original;
            this.fires = fires;
            this.before = before;
        }

        Optional<Found> run(List<List<Edit>> candidates, Monitor monitor) {
            List<Candidate> changing = new ArrayList<>();
            for (int first = 0; first < candidates.size(); first += options.batch()) {
                monitor.check("the search");
                int end = Math.min(candidates.size(), first + options.batch());
                tryGroup(candidates.subList(first, end), changing);
                monitor.onProgress(end, candidates.size());
            }
            tried += candidates.size();
            changing.sort(Comparator.comparingDouble(Candidate::size));
            for (Candidate candidate : changing) {
                // alone, as in a replay, because rounding can differ from that of a group
                Editor.Outcome outcome = editor.apply(rows, candidate.edits());
                if (reaches(outcome.after())) {
                    return Optional.of(new Found(candidate.edits(), outcome, tried));
                }
            }
            return Optional.empty();
        }

        private void tryGroup(List<List<Edit>> group, List<Candidate> changing) {
            List<Matrix> versions = group.stream()
                    .map(edits -> editor.edited(original, edits, fires))
                    .toList();
            Prediction[] predictions = editor.predict(versions, rows.type());
            for (int v = 0; v < predictions.length; v++) {
                if (reaches(predictions[v])) {
                    changing.add(new Candidate(
                            group.get(v), versions.get(v).minus(original).frobenius()));
                }
            }
        }

        private boolean reaches(Prediction prediction) {
            return options.label() == null
                    ? prediction.differsFrom(before)
                    : prediction.has(options.label()) != before.has(options.label());
        }
    }
}
