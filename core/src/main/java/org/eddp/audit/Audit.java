package org.eddp.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/**
 * Content of {@code audit.json}: which concepts a network relies on although they look like artefacts.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param options that it was made with
 * @param pictures number of pictures
 * @param examined pictures whose concepts were taken out and planted: all of them if the head is pooling and one linear
 *     layer, else a sample
 * @param linear whether the head is pooling and one linear layer
 * @param labels where true classes come from; null without labels
 * @param line score above which a pair is a suspect
 * @param rate limit of the q-values of suspects: of the pairs whose class has the concept more often than other classes, the share
 *     expected to be chance. It is not about the score
 * @param pairs number of pairs that were measured
 * @param closely how many of them were looked at closely: only these can be suspects
 * @param suspects strongest first; empty if nothing is suspicious
 * @param ranking pairs with the highest scores, highest first; not all if there are many
 * @param concepts the appearance of every concept
 * @param outputs kind of the outputs of the network; in files only for labels
 */
public record Audit(
        String command,
        String directions,
        AuditOptions options,
        int pictures,
        int examined,
        boolean linear,
        @Json.MayBeNull String labels,
        double line,
        double rate,
        int pairs,
        int closely,
        List<Suspect> suspects,
        List<AuditedPair> ranking,
        List<ConceptTraits> concepts,

        @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OutputKind.UnlessClasses.class)
        OutputKind outputs) {
    public Audit {
        suspects = List.copyOf(suspects);
        ranking = List.copyOf(ranking);
        concepts = List.copyOf(concepts);
        outputs = outputs == null ? OutputKind.CLASSES : outputs;
    }

    /** Refuses suspects with concepts, classes or pictures of impossible numbers. */
    public void requireKnownConcepts() {
        for (Suspect suspect : suspects) {
            boolean possible = !suspect.concepts().isEmpty()
                    && suspect.concepts().stream()
                            .allMatch(concept -> concept.number() >= 0 && concept.number() < concepts.size())
                    && suspect.label().number() >= 0
                    && suspect.examples().stream()
                            .allMatch(example -> example.picture() >= 0 && example.picture() < pictures);
            if (!possible) {
                throw new InvalidInput("a suspect has concepts " + Named.list(suspect.concepts()) + ", class "
                        + suspect.label() + " or a picture that the run does not have");
            }
        }
    }

    /** Whether nothing is suspicious. */
    public boolean isClean() {
        return suspects.isEmpty();
    }

    /** Says in brackets that not all pictures were examined; empty if all were. */
    public String sample() {
        return examined == pictures
                ? ""
                : String.format(
                        Locale.ROOT,
                        " (concepts were taken out and planted in %,d of %,d pictures)",
                        examined,
                        pictures);
    }

    /** The result in one sentence. */
    public String sentence() {
        if (closely == 0) {
            return String.format(
                    Locale.ROOT,
                    "Nothing could be judged: no %s has a concept clearly more often than others, and in enough"
                            + " pictures, so none of the %,d pairs was looked at closely. More pictures may change this.",
                    outputs.noun(),
                    pairs);
        }
        if (isClean()) {
            return String.format(
                    Locale.ROOT,
                    "Nothing suspicious: none of the %,d pairs of a concept and a %s that were looked at closely is"
                            + " above the line%s.",
                    closely,
                    outputs.noun(),
                    sample());
        }
        return suspects.size() == 1
                ? "One suspect: " + suspects.get(0).sentence()
                : suspects.size() + " suspects. The first: " + suspects.get(0).sentence();
    }
}
