package org.eddp.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.eddp.audit.ChangeCounts.Change;
import org.eddp.features.FeatureSource;
import org.eddp.intervene.Correction;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.math.Seeds;
import org.eddp.math.Vectors;
import org.eddp.metrics.Firing;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** Makes suspects of the pairs above the line: merges near-duplicates, compares with controls, and says what was found. */
final class Suspects {
    /** Cosine of what two suspicious candidates of a class write, above which they are one flaw. */
    private static final double RELATED = 0.3;

    private static final int EXAMPLES = 12;

    private final AuditSubject subject;
    private final AuditOptions options;
    private final ConceptSurvey survey;
    private final List<BitSet> taken;
    private final BitSet secondHalf;
    private final Workers workers;

    Suspects(
            AuditSubject subject,
            AuditOptions options,
            ConceptSurvey survey,
            List<BitSet> taken,
            BitSet secondHalf,
            Workers workers) {
        this.subject = subject;
        this.options = options;
        this.survey = survey;
        this.taken = taken;
        this.secondHalf = secondHalf;
        this.workers = workers;
    }

    /**
     * A pair that was looked at closely.
     *
     * @param version the detector fitted to all pictures of its class
     * @param planting of what that detector finds, which the score is based on
     */
    record Found(Candidate candidate, AuditedPair pair, ClassVersion version, Planting planting) {
        boolean suspicious() {
            return pair.score() >= AuditScore.LINE && pair.qValue() <= AuditScore.RATE;
        }
    }

    /**
     * The suspects, strongest first.
     *
     * @param examined pictures that are passed through the head
     * @param numbers of these among all pictures
     */
    List<Suspect> of(List<Found> found, FeatureSource examined, IntUnaryOperator numbers, Monitor monitor) {
        List<Found> sorted = found.stream()
                .sorted(Comparator.comparingDouble((Found one) -> one.pair().score())
                        .reversed())
                .toList();
        Set<Found> used = new HashSet<>();
        List<Suspect> suspects = new ArrayList<>();
        for (Found first : sorted) {
            if (first.suspicious() && !used.contains(first)) {
                List<Found> group = sorted.stream()
                        .filter(other -> !used.contains(other) && isSame(first, other))
                        .toList();
                used.addAll(group);
                suspects.add(suspect(group, examined, numbers, monitor));
            }
        }
        return suspects;
    }

    private static boolean isSame(Found first, Found other) {
        return first == other
                || (other.suspicious()
                        && first.candidate().label() == other.candidate().label()
                        && Vectors.cosine(
                                        first.version().signal(),
                                        other.version().signal())
                                >= RELATED);
    }

    private Suspect suspect(List<Found> group, FeatureSource examined, IntUnaryOperator numbers, Monitor monitor) {
        Found first = group.get(0);
        int[] concepts =
                group.stream().mapToInt(one -> one.candidate().concept()).toArray();
        int label = first.candidate().label();
        Correction correction = correction(subject.source(), concepts);
        BitSet absent = new BitSet();
        absent.set(0, survey.pictures());
        absent.andNot(survey.present(concepts[0]));
        absent.andNot(taken.get(label));
        List<Change> changes = new ArrayList<>(
                List.of(new Change(correction::apply, null), new Change(correction.withFilters()::apply, null)));
        for (int k = 0; k < options.controls(); k++) {
            changes.add(new Change(correction.withRandomDirections(Seeds.mix(options.seed(), 2, k))::apply, null));
        }
        for (int k = 0; k < options.controls(); k++) {
            double[] random = Seeds.gaussian(subject.source().width(), Seeds.random(options.seed(), 3, k));
            changes.add(new Change(first.planting().with(random)::apply, absent));
        }
        ChangeCounts counts =
                ChangeCounts.of(examined, numbers, subject.head(), changes, subject.outputs(), workers, monitor);
        AuditedPair.Removal together = new AuditedPair.Removal(
                counts.taken(0, label),
                counts.left(0, label),
                counts.marginLost(0, label),
                IntStream.range(0, options.controls())
                        .mapToObj(k -> counts.marginLost(2 + k, label))
                        .toList(),
                counts.marginLost(1, label));
        AuditedPair.Planted planted = first.pair().planting();
        AuditedPair pair = first.pair()
                .with(
                        first.pair().removal(),
                        new AuditedPair.Planted(
                                planted.pictures(),
                                planted.turned(),
                                planted.gapClosed(),
                                IntStream.range(0, options.controls())
                                        .mapToObj(k -> counts.gapClosed(2 + options.controls() + k, label))
                                        .toList()));
        List<Named> names =
                IntStream.of(concepts).mapToObj(subject.concepts()::get).toList();
        return new Suspect(
                names,
                pair.label(),
                pair.score(),
                pair,
                together,
                repair(concepts),
                SuspectText.sentence(names, pair, together, subject.head().outputs()),
                SuspectText.checks(pair, subject.head().outputs()),
                examples(first));
    }

    /** Removes concepts as {@code correct} does: one by its own pair, several as one. */
    private Correction correction(FeatureSource source, int... concepts) {
        return concepts.length == 1
                ? RefittedCorrection.refitted(source, subject.directions(), concepts, subject.activation(), workers)
                : RefittedCorrection.of(source, subject.directions(), concepts, subject.activation(), workers)
                        .correction();
    }

    private RepairEstimate repair(int... concepts) {
        int[] first = IntStream.range(0, survey.pictures())
                .filter(n -> !secondHalf.get(n))
                .toArray();
        if (subject.truth() == null || first.length == 0 || secondHalf.isEmpty()) {
            return null;
        }
        BitSet present = new BitSet();
        IntStream.of(concepts).forEach(i -> present.or(survey.present(i)));
        FeatureSource half = subject.source().subset(first);
        List<BitSet> firing = Firing.patches(half, subject.directions().detectors(), workers);
        BitSet learned = new BitSet();
        IntStream.of(concepts).forEach(i -> learned.or(firing.get(i)));
        if (learned.isEmpty() || learned.cardinality() == half.patches()) { // no two kinds of patches to compare
            return null;
        }
        return RepairEstimate.of(
                subject.source(),
                secondHalf.stream().toArray(),
                subject.head(),
                correction(half, concepts),
                subject.truth(),
                present);
    }

    /** Pictures of the class in which the detector of the class fires, strongest first, with the cell. */
    private List<Suspect.Example> examples(Found found) {
        List<Suspect.Example> all = new ArrayList<>();
        List<Double> readings = new ArrayList<>();
        Matrix filter = Matrix.row(found.version().filter()).transpose();
        int width = subject.source().grid().width();
        for (int n : taken.get(found.candidate().label()).stream().toArray()) {
            try (Scope scope = Scope.open()) {
                Tensor rows = subject.source().select(new int[] {n}).rows(0, 1);
                double[] values = rows.mm(Tensor.of(filter, rows.type())).toDoubles();
                int best = IntStream.range(0, values.length)
                        .reduce((a, b) -> values[b] > values[a] ? b : a)
                        .orElseThrow();
                if (values[best] > found.version().threshold()) {
                    all.add(new Suspect.Example(n, subject.pictures().get(n), best / width, best % width));
                    readings.add(values[best]);
                }
            }
        }
        return IntStream.range(0, all.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer k) -> -readings.get(k)))
                .limit(EXAMPLES)
                .map(all::get)
                .toList();
    }
}
