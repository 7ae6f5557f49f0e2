package org.eddp.experiments.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditOptions;
import org.eddp.audit.AuditSubject;
import org.eddp.audit.AuditedPair;
import org.eddp.audit.Auditor;
import org.eddp.audit.Suspect;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.tensor.Workers;

/** The audit of {@code eddp audit}, on features in memory. */
final class CoreAudit implements AuditCall {
    @Override
    public List<Suspicion> audit(FlawNetwork network, Directions directions, long seed, Workers workers) {
        DenseFeatures train = network.train().features();
        AuditSubject subject = new AuditSubject(
                directions,
                ConceptStatistics.of(train, directions.detectors(), ConceptStatistics.defaultLevels(), workers),
                train,
                network.head(),
                train.activation(),
                IntStream.range(0, directions.concepts())
                        .mapToObj(CoreAudit::named)
                        .toList(),
                network.readout().biases().length,
                CoreAudit::named,
                IntStream.range(0, train.images()).mapToObj(n -> "picture " + n).toList(),
                Arrays.stream(network.predictions(network.train(), null))
                        .mapToObj(k -> new int[] {k})
                        .toList(),
                null,
                null);
        AuditOptions all = AuditOptions.DEFAULT.withSeed(seed).withKept(Integer.MAX_VALUE);
        return suspicions(Auditor.of(subject, all, "", "", workers, Monitor.NONE));
    }

    private static Named named(int number) {
        return new Named(number, null);
    }

    /** Suspects, then all pairs that are not part of one. */
    static List<Suspicion> suspicions(Audit audit) {
        List<Suspicion> all = new ArrayList<>();
        for (Suspect suspect : audit.suspects()) {
            List<Integer> concepts =
                    suspect.concepts().stream().map(Named::number).toList();
            all.add(new Suspicion(concepts, suspect.label().number(), suspect.score(), true));
        }
        List<Suspicion> suspects = List.copyOf(all);
        for (AuditedPair pair : audit.ranking()) {
            int label = pair.label().number();
            List<Integer> concept = List.of(pair.concept().number());
            if (suspects.stream().noneMatch(s -> s.names(label, concept))) {
                all.add(Suspicion.of(concept.get(0), label, pair.score()));
            }
        }
        return all;
    }
}
