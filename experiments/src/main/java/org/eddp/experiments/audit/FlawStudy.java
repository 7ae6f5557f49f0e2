package org.eddp.experiments.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.baselines.BaselineMethod;
import org.eddp.baselines.BaselineOptions;
import org.eddp.directions.Directions;
import org.eddp.experiments.audit.FlawTrial.Accuracy;
import org.eddp.experiments.audit.FlawTrial.Corrected;
import org.eddp.experiments.audit.FlawTrial.First;
import org.eddp.experiments.audit.FlawTrial.Ranked;
import org.eddp.experiments.audit.FlawTrial.Repair;
import org.eddp.experiments.audit.FlawTrial.Separated;
import org.eddp.experiments.marks.MarkDetectors;
import org.eddp.features.DenseFeatures;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Correction;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.intervene.RefittedPair;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/** Asks the audit and simpler rankings about one network, and compares the answers with what is known of it. */
final class FlawStudy {
    /** The IoU of the concepts of a mark must exceed chance by so much, as in the benchmark of known causes. */
    static final double LEAST_ABOVE_CHANCE = 0.1;

    private static final String LEARNED = "learned";
    static final String AUDIT = "audit";

    private static final List<BaselineMethod> OTHERS = List.of(
            BaselineMethod.NATURAL, BaselineMethod.PCA, BaselineMethod.NMF, BaselineMethod.SAE, BaselineMethod.ICA);

    private final Flaw flaw;
    private final FlawNetwork network;
    private final AuditCall auditor;
    private final long seed;
    private final Workers workers;

    FlawStudy(Flaw flaw, FlawNetwork network, AuditCall auditor, long seed, Workers workers) {
        this.flaw = flaw;
        this.network = network;
        this.auditor = auditor;
        this.seed = seed;
        this.workers = workers;
    }

    /**
     * Everything about the network.
     *
     * @param learned the learned pairs
     */
    FlawTrial trial(FlawTrial.Settings settings, int percent, Directions learned, Monitor monitor) {
        Map<String, Directions> sets = new LinkedHashMap<>();
        sets.put(LEARNED, learned);
        if (settings.others()) {
            sets.putAll(others(learned, monitor));
        }
        List<Separated> separated = new ArrayList<>();
        List<Ranked> rankings = new ArrayList<>();
        Repair repair = null;
        for (Map.Entry<String, Directions> set : sets.entrySet()) {
            monitor.check("auditing a network");
            Separated found = separated(set.getKey(), set.getValue());
            List<Suspicion> audited = auditor.audit(network, set.getValue(), seed, workers);
            separated.add(found);
            rankings.add(audited(found, audited));
            if (set.getKey().equals(LEARNED)) {
                repair = percent == 0 ? null : repair(learned, Suspicion.first(audited));
                SimpleRanking.Measured measured = SimpleRanking.Measured.of(network, learned, workers);
                for (SimpleRanking simple : SimpleRanking.values()) {
                    rankings.add(ranked(found, simple.title(), simple.ranking(measured), null, null));
                }
            }
        }
        return new FlawTrial(settings, percent, flaw.classes(), flaw.label(), accuracy(), separated, rankings, repair);
    }

    private Accuracy accuracy() {
        return new Accuracy(
                network.accuracy(network.train(), null),
                network.accuracy(network.clean(), null),
                network.accuracy(network.marked(), null),
                network.takenFor(network.clean(), flaw.label()),
                network.takenFor(network.marked(), flaw.label()));
    }

    /** Other directions, whose detectors fire as often as the learned ones on average. */
    private Map<String, Directions> others(Directions learned, Monitor monitor) {
        DenseFeatures train = network.train().features();
        double share = MarkDetectors.of(train, learned.detectors(), workers).firing().stream()
                        .mapToInt(BitSet::cardinality)
                        .average()
                        .orElse(0)
                / train.patches();
        BaselineOptions options = BaselineOptions.of(Math.min(learned.concepts(), train.width()), seed)
                .withShare(Math.max(1.0 / train.patches(), share));
        boolean negative = train.rows().min().item() < 0;
        Map<String, Directions> sets = new LinkedHashMap<>();
        for (BaselineMethod method : OTHERS) {
            if (method != BaselineMethod.NMF || !negative) {
                monitor.check("fitting other directions");
                BaselineMethod.Data data = BaselineMethod.Data.of(train, train.activation());
                sets.put(
                        method.label(),
                        method.fit(data, options, workers, Monitor.NONE).directions());
            }
        }
        return sets;
    }

    /** Which concepts are those of the mark. */
    private Separated separated(String name, Directions directions) {
        FlawNetwork.Pictures twins = network.twins();
        long patches = twins.features().patches();
        MarkDetectors detectors = MarkDetectors.of(twins.features(), directions.detectors(), workers);
        double best = detectors.firing().stream()
                .mapToDouble(fired -> MarkDetectors.iou(fired, twins.shown()))
                .max()
                .orElse(0);
        int[] group = detectors.choose(twins.shown(), patches);
        double iou = MarkDetectors.iou(detectors.together(group), twins.shown());
        double chance = twins.shown().cardinality() / (double) patches;
        List<Integer> concepts = iou >= chance + LEAST_ABOVE_CHANCE
                ? Arrays.stream(group).boxed().toList()
                : List.of();
        return new Separated(name, concepts, iou, best, chance);
    }

    private Ranked audited(Separated found, List<Suspicion> ranking) {
        List<Suspicion> alarms = ranking.stream().filter(Suspicion::flagged).toList();
        int named = (int) alarms.stream()
                .filter(s -> s.names(flaw.label(), found.concepts()))
                .count();
        return ranked(found, AUDIT, ranking, alarms.size(), named);
    }

    private Ranked ranked(Separated found, String name, List<Suspicion> ranking, Integer alarms, Integer named) {
        return new Ranked(
                found.set(),
                name,
                ranking.size(),
                Suspicion.rank(ranking, flaw.label(), found.concepts()),
                alarms,
                named,
                First.of(Suspicion.first(ranking)));
    }

    private Repair repair(Directions learned, Suspicion first) {
        DenseFeatures train = network.train().features();
        Directions pattern = RefittedPair.of(train, network.train().shown(), workers);
        Correction supervised = Correction.of(
                pattern,
                new int[] {0},
                ConceptStatistics.of(train, pattern.detectors(), ConceptStatistics.defaultLevels(), workers),
                train.activation());
        return new Repair(
                corrected(supervised),
                first == null || !first.flagged() ? null : corrected(suggestion(learned, first.concepts())));
    }

    /** As {@code eddp correct} does it: several concepts as one merged pair. */
    private Correction suggestion(Directions learned, List<Integer> concepts) {
        DenseFeatures train = network.train().features();
        int[] numbers = concepts.stream().mapToInt(Integer::intValue).toArray();
        return numbers.length == 1
                ? RefittedCorrection.refitted(train, learned, numbers, train.activation(), workers)
                : RefittedCorrection.of(train, learned, numbers, train.activation(), workers)
                        .correction();
    }

    private Corrected corrected(Correction correction) {
        return new Corrected(
                network.accuracy(network.clean(), correction), network.accuracy(network.marked(), correction));
    }
}
