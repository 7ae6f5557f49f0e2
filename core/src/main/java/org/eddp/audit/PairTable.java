package org.eddp.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Puts together what was measured of every pair. */
final class PairTable {
    private final AuditSubject subject;
    private final ConceptSurvey survey;
    private final int[] usable;
    private final ChangeCounts counts;
    private final ContributionSums contributions;
    private final List<BitSet> taken;

    /**
     * Makes the table.
     *
     * @param usable concepts that can be taken out; changes 2u and 2u + 1 are the removal and the planting of the u-th of them
     * @param taken pictures that are taken for each class
     */
    PairTable(
            AuditSubject subject,
            ConceptSurvey survey,
            int[] usable,
            ChangeCounts counts,
            ContributionSums contributions,
            List<BitSet> taken) {
        this.subject = subject;
        this.survey = survey;
        this.usable = usable;
        this.counts = counts;
        this.contributions = contributions;
        this.taken = taken;
    }

    /** All pairs of a concept that can be removed and a class that is predicted for some picture. */
    List<AuditedPair> pairs() {
        List<AuditedPair> pairs = new ArrayList<>();
        for (int u = 0; u < usable.length; u++) {
            for (int label : labels()) {
                pairs.add(pair(u, label));
            }
        }
        return pairs;
    }

    private int[] labels() {
        return IntStream.range(0, taken.size())
                .filter(label -> !taken.get(label).isEmpty())
                .toArray();
    }

    private AuditedPair pair(int u, int label) {
        int concept = usable[u];
        AuditedPair.Reliance reliance = reliance(concept, label);
        AuditedPair.Removal removal = new AuditedPair.Removal(
                counts.taken(2 * u, label), counts.left(2 * u, label), counts.marginLost(2 * u, label), null, null);
        int planted = 2 * u + 1;
        AuditedPair.Planted planting = new AuditedPair.Planted(
                counts.others(planted, label), counts.joined(planted, label), counts.gapClosed(planted, label), null);
        return new AuditedPair(
                subject.concepts().get(concept),
                subject.classes().apply(label),
                0,
                Hypergeometric.atLeast(
                        reliance.present(),
                        reliance.pictures(),
                        reliance.present() + reliance.otherPresent(),
                        survey.pictures()),
                1,
                reliance,
                removal,
                planting,
                null,
                truth(concept, label));
    }

    private AuditedPair.Truth truth(int concept, int label) {
        if (subject.truth() == null) {
            return null;
        }
        int[] counts = new int[6];
        for (int n = 0; n < survey.pictures(); n++) {
            int[] known = subject.truth().get(n);
            if (known != null) {
                boolean own = IntStream.of(known).anyMatch(k -> k == label);
                boolean with = survey.present(concept).get(n);
                boolean predicted = taken.get(label).get(n);
                int place = own ? with ? 0 : 2 : 5;
                counts[place] += own || with ? 1 : 0;
                counts[own ? place + 1 : 4] += predicted && (own || with) ? 1 : 0;
            }
        }
        return new AuditedPair.Truth(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
    }

    private AuditedPair.Reliance reliance(int concept, int label) {
        BitSet both = (BitSet) survey.present(concept).clone();
        both.and(taken.get(label));
        int pictures = taken.get(label).cardinality();
        int present = both.cardinality();
        return new AuditedPair.Reliance(
                pictures,
                present,
                survey.pictures() - pictures,
                survey.present(concept).cardinality() - present,
                contributions.mean(concept, label));
    }
}
