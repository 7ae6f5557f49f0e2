package org.eddp.testkit;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.audit.Appearance;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditOptions;
import org.eddp.audit.AuditedPair;
import org.eddp.audit.ConceptTraits;
import org.eddp.audit.Suspect;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/** An audit with suspects of one's choice, for tests of what is done with it. */
public final class MadeAudit {
    private MadeAudit() {}

    /**
     * An audit.
     *
     * @param directions digest of the directions it is about
     * @param concepts number of concepts of the run
     */
    public static Audit of(String directions, int concepts, Suspect... suspects) {
        return new Audit(
                "eddp audit",
                directions,
                AuditOptions.DEFAULT,
                24,
                24,
                true,
                null,
                3,
                0.05,
                18,
                6,
                List.of(suspects),
                Stream.of(suspects).map(Suspect::pair).toList(),
                IntStream.range(0, concepts)
                        .mapToObj(i -> new ConceptTraits(new Named(i, null), 4, 9, 2, 0.5, 0.5, 1, 0.5, 3))
                        .toList(),
                OutputKind.CLASSES);
    }

    /** The same measurements, as if the run had enough pictures to look at every pair closely and nothing were suspicious. */
    public static Audit judged(Audit audit) {
        return new Audit(
                audit.command(),
                audit.directions(),
                audit.options(),
                audit.pictures(),
                audit.examined(),
                audit.linear(),
                audit.labels(),
                audit.line(),
                audit.rate(),
                audit.pairs(),
                audit.pairs(),
                List.of(),
                audit.ranking(),
                audit.concepts(),
                audit.outputs());
    }

    /** A suspect that is seen in the given pictures: 8 of 10 pictures of the class have it, 1 of 20 others. */
    public static Suspect suspect(int label, List<Integer> concepts, int... pictures) {
        List<Named> named =
                concepts.stream().map(number -> new Named(number, null)).toList();
        AuditedPair.Removal removal = new AuditedPair.Removal(10, 6, 0.75, List.of(0.01, 0.02), 0.1);
        AuditedPair pair = new AuditedPair(
                named.get(0),
                new Named(label, null),
                7,
                0.001,
                0.002,
                new AuditedPair.Reliance(10, 8, 20, 1, 2.5),
                removal,
                new AuditedPair.Planted(14, 3, 0.4, List.of(0.01)),
                new Appearance(0.8, 0.05, 6, 0.2, 0.1, 2, 0.1, 0.2, 2, 0.4, 0.3),
                null);
        return new Suspect(
                named,
                pair.label(),
                pair.score(),
                pair,
                removal,
                null,
                "class " + label + " rests on concept " + concepts.get(0) + ".",
                List.of("Look at the pictures."),
                IntStream.of(pictures)
                        .mapToObj(picture -> new Suspect.Example(picture, picture + ".png", 0, 0))
                        .toList());
    }
}
