package org.eddp.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.audit.ChangeCounts.Change;
import org.eddp.explain.ConceptRemoval;
import org.eddp.features.FeatureSource;
import org.eddp.influence.FalseDiscoveries;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/** Measures every pair of a concept and a class, orders the pairs by their score, and compares the first with controls. */
public final class Auditor {
    /** A pair is looked at closely if the share of pictures with the concept is so much larger in the class than elsewhere. */
    private static final double MORE_THAN_OTHERS = 0.1;
    /** A pair is looked at closely if so many pictures of the class have the concept. */
    private static final int FEWEST_PICTURES = 8;

    private final AuditSubject subject;
    private final AuditOptions options;
    private final Workers workers;
    private final Monitor monitor;
    private final FeatureSource all;
    private final int[] examined;
    private final FeatureSource source;
    private final List<BitSet> taken;
    private final BitSet secondHalf = new BitSet();

    private Auditor(AuditSubject subject, AuditOptions options, Workers workers, Monitor monitor) {
        this.subject = subject;
        this.options = options;
        this.workers = workers;
        this.monitor = monitor;
        all = subject.source();
        boolean linear = subject.head().linear().isPresent();
        examined = linear || all.images() <= options.sample()
                ? IntStream.range(0, all.images()).toArray()
                : Seeds.choose(all.images(), options.sample(), Seeds.random(options.seed(), 0));
        source = examined.length == all.images() ? all : all.subset(examined);
        taken = Stream.generate(BitSet::new).limit(subject.outputs()).toList();
        for (int n = 0; n < all.images(); n++) {
            for (int label : subject.predictions().get(n)) {
                taken.get(label).set(n);
            }
            secondHalf.set(
                    n, (Seeds.mix(options.seed(), 1, subject.pictures().get(n).hashCode()) & 1) == 1);
        }
    }

    /**
     * Audits a network.
     *
     * @param command the command line, to record
     * @param directions digest of the directions
     * @param workers threads; not closed. Results do not depend on their number
     * @param monitor receives the progress, and may stop the work
     */
    public static Audit of(
            AuditSubject subject,
            AuditOptions options,
            String command,
            String directions,
            Workers workers,
            Monitor monitor) {
        return new Auditor(subject, options, workers, monitor).audit(command, directions);
    }

    private Audit audit(String command, String directions) {
        ConceptSurvey survey = ConceptSurvey.of(all, subject.directions().detectors(), workers, monitor.part(0, 0.1));
        ConceptStatistics statistics = subject.statistics();
        int[] usable = IntStream.range(0, survey.concepts())
                .filter(i -> survey.patches(i) > 0 && survey.patches(i) < all.patches())
                .filter(i -> statistics.with()[i] > 0 && statistics.without()[i] > 0) // else they have no difference
                .toArray();
        Interventions interventions = new Interventions(subject, survey, usable, workers);
        ChangeCounts counts = count(interventions.changes(), monitor.part(0.2, 0.6));
        List<AuditedPair> pairs =
                new PairTable(subject, survey, usable, counts, contributions(monitor.part(0.6, 0.7)), taken).pairs();
        List<AuditedPair> scored = new ArrayList<>(withQValues(pairs));
        List<Suspects.Found> found = look(scored, survey);
        List<Suspect> suspects = new Suspects(subject, options, survey, taken, secondHalf, workers)
                .of(found, source, n -> examined[n], monitor.part(0.9, 1));
        return new Audit(
                command,
                directions,
                options,
                all.images(),
                examined.length,
                subject.head().linear().isPresent(),
                subject.labels(),
                AuditScore.LINE,
                AuditScore.RATE,
                scored.size(),
                found.size(),
                suspects,
                scored.stream()
                        .sorted(Comparator.comparingDouble(AuditedPair::score).reversed())
                        .limit(options.kept())
                        .toList(),
                subject.concepts().stream().map(survey::traits).toList(),
                subject.head().outputs());
    }

    private ChangeCounts count(List<Change> changes, Monitor part) {
        return ChangeCounts.of(source, n -> examined[n], subject.head(), changes, subject.outputs(), workers, part);
    }

    private ContributionSums contributions(Monitor part) {
        return ContributionSums.of(
                source,
                subject.directions(),
                new ConceptRemoval(
                        subject.directions(),
                        all.grid(),
                        subject.activation(),
                        subject.statistics().absence()),
                subject.head(),
                subject.outputs(),
                workers,
                part);
    }

    private static List<AuditedPair> withQValues(List<AuditedPair> pairs) {
        double[] weights = new double[pairs.size()];
        Arrays.fill(weights, 1);
        double[] values = pairs.isEmpty()
                ? new double[0]
                : FalseDiscoveries.qValues(
                        pairs.stream().mapToDouble(AuditedPair::pValue).toArray(), weights);
        return IntStream.range(0, values.length)
                .mapToObj(k -> pairs.get(k).withQValue(values[k]))
                .toList();
    }

    /** Looks closely at pairs that the class has more of than other pictures; puts their scores into the list. */
    private List<Suspects.Found> look(List<AuditedPair> pairs, ConceptSurvey survey) {
        int[] places = IntStream.range(0, pairs.size())
                .filter(k -> deserves(pairs.get(k)))
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -excess(pairs.get(k))))
                .limit(options.candidates())
                .mapToInt(Integer::intValue)
                .toArray();
        List<Candidate> candidates = IntStream.of(places)
                .mapToObj(k -> new Candidate(
                        pairs.get(k).concept().number(), pairs.get(k).label().number()))
                .toList();
        if (candidates.isEmpty()) {
            return List.of();
        }
        List<ClassVersion[]> fits = ClassVersions.of(
                all, subject.directions().detectors(), candidates, taken, secondHalf, workers, monitor.part(0.7, 0.8));
        AppearanceSums sums =
                AppearanceSums.of(all, candidates, fits, taken, secondHalf, workers, monitor.part(0.8, 0.85));
        List<Planting> plantings = plantings(fits, sums);
        ChangeCounts planted = count(changes(candidates, plantings, survey), monitor.part(0.85, 0.9));
        List<Appearance> appearances = new ArrayList<>();
        for (int j = 0; j < places.length; j++) {
            int label = candidates.get(j).label();
            int others = planted.others(j, label);
            appearances.add(
                    fits.get(j) == null
                            ? null
                            : sums.appearance(
                                    j,
                                    planted.gapClosed(j, label),
                                    others == 0 ? 0 : planted.joined(j, label) / (double) others));
        }
        AuditScore score = AuditScore.relativeTo(
                appearances.stream().filter(Objects::nonNull).toList());
        List<Suspects.Found> found = new ArrayList<>();
        for (int j = 0; j < places.length; j++) {
            if (fits.get(j) != null) {
                AuditedPair pair = pairs.get(places[j]).with(appearances.get(j), score.of(appearances.get(j)));
                pairs.set(places[j], pair);
                found.add(
                        new Suspects.Found(candidates.get(j), pair, fits.get(j)[ClassVersions.ALL], plantings.get(j)));
            }
        }
        return found;
    }

    private static boolean deserves(AuditedPair pair) {
        return excess(pair) >= MORE_THAN_OTHERS
                && pair.reliance().present() >= FEWEST_PICTURES
                && pair.qValue() <= AuditScore.RATE;
    }

    private static double excess(AuditedPair pair) {
        return pair.reliance().share() - pair.reliance().otherShare();
    }

    /** Plantings of what candidates are in pictures of their classes; null without a detector of the class. */
    private List<Planting> plantings(List<ClassVersion[]> fits, AppearanceSums sums) {
        List<Planting> plantings = new ArrayList<>();
        for (int j = 0; j < fits.size(); j++) {
            if (fits.get(j) == null) {
                plantings.add(null);
                continue;
            }
            ClassVersion version = fits.get(j)[ClassVersions.ALL];
            plantings.add(new Planting(
                    version.filter(),
                    version.signal(),
                    1,
                    version.offset() + 1,
                    Planting.usual(sums.firing(j), sums.area(j)),
                    all.grid(),
                    subject.activation()));
        }
        return plantings;
    }

    /** Plants candidates in the pictures of other classes that do not have the concept. */
    private List<Change> changes(List<Candidate> candidates, List<Planting> plantings, ConceptSurvey survey) {
        List<Change> changes = new ArrayList<>();
        for (int j = 0; j < candidates.size(); j++) {
            if (plantings.get(j) == null) {
                changes.add(new Change(rows -> rows, new BitSet()));
                continue;
            }
            BitSet pictures = new BitSet();
            pictures.set(0, all.images());
            pictures.andNot(survey.present(candidates.get(j).concept()));
            pictures.andNot(taken.get(candidates.get(j).label()));
            changes.add(new Change(plantings.get(j)::apply, pictures));
        }
        return changes;
    }
}
