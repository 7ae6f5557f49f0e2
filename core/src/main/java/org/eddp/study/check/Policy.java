package org.eddp.study.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;

/**
 * The rules that a network must keep to be released. Rules that are missing do not apply; at least one must be there.
 * {@code docs/policy.schema.json} describes the file for editors.
 *
 * @param schema address of that description, for editors; not read
 * @param suspects limit of the scores of suspects
 * @param reliance limits of what classes rest on
 * @param masks where explanations must lie
 * @param lost concepts that must still be there
 */
public record Policy(
        @JsonProperty("$schema") @JsonInclude(JsonInclude.Include.NON_NULL)
        String schema,

        @JsonInclude(JsonInclude.Include.NON_NULL) Suspects suspects,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reliance> reliance,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Masks> masks,
        @JsonInclude(JsonInclude.Include.NON_NULL) Lost lost) {
    public Policy {
        reliance = reliance == null ? List.of() : List.copyOf(reliance);
        masks = masks == null ? List.of() : List.copyOf(masks);
    }

    /** Without any rule, to be extended by {@code with...}. */
    public static final Policy EMPTY = new Policy(null, null, List.of(), List.of(), null);

    /**
     * Reads a policy.
     *
     * @throws org.eddp.failure.Failure if the file cannot be read, has unknown fields, or has no rule
     */
    public static Policy read(Path file) {
        Policy policy = Json.read(file, Policy.class);
        try {
            policy.requireRule("the policy " + file);
        } catch (InvalidInput e) {
            throw new FileFailure(e.getMessage(), e); // it is the file that has to be corrected
        }
        return policy;
    }

    /** Refuses a policy without rules: it would hold for every network, most likely by mistake. */
    void requireRule(String title) {
        if (suspects == null && reliance.isEmpty() && masks.isEmpty() && lost == null) {
            throw new InvalidInput(title + " has no rule; add at least one of suspects, reliance, masks, lost");
        }
    }

    /** The same with another limit of the scores of suspects. */
    public Policy withSuspects(Suspects rule) {
        return new Policy(schema, rule, reliance, masks, lost);
    }

    /** The same with other limits of what classes rest on. */
    public Policy withReliance(List<Reliance> rules) {
        return new Policy(schema, suspects, rules, masks, lost);
    }

    /** The same with other places of explanations. */
    public Policy withMasks(List<Masks> rules) {
        return new Policy(schema, suspects, reliance, rules, lost);
    }

    /** The same with other concepts that must still be there. */
    public Policy withLost(Lost rule) {
        return new Policy(schema, suspects, reliance, masks, rule);
    }

    /**
     * No suspect of the audit has a larger score.
     *
     * @param maximumScore the largest score allowed; 0 allows no suspect at all
     */
    public record Suspects(double maximumScore) {
        public Suspects {
            if (!(maximumScore >= 0 && maximumScore < Double.POSITIVE_INFINITY)) {
                throw new InvalidInput("maximumScore = " + maximumScore + " must be at least 0");
            }
        }
    }

    /**
     * A class does not rest on a concept by more than a limit.
     *
     * @param label the class, by number or name
     * @param concept by number or name
     * @param maximum of the mean fall of the class's logit without the concept, over all pictures taken for the class
     */
    public record Reliance(@JsonProperty("class") String label, String concept, double maximum) {
        public Reliance {
            if (!Double.isFinite(maximum)) {
                throw new InvalidInput(
                        "the maximum of the reliance of " + label + " on " + concept + " is not a number");
            }
        }
    }

    /**
     * Predictions of some pictures are explained by the part of them that masks show.
     *
     * @param images folder of pictures
     * @param masks folder of masks with the same names, the extension aside; a pixel that is not black is inside
     * @param minimum of the share of the explanation inside the mask, 0 .. 1
     */
    public record Masks(Path images, Path masks, double minimum) {
        public Masks {
            if (!(minimum > 0 && minimum <= 1)) {
                throw new InvalidInput("minimum = " + minimum + " must be above 0 and at most 1");
            }
        }
    }

    /**
     * Concepts of an earlier run are still there.
     *
     * @param against folder of the earlier run
     * @param maximum number of its concepts that may be lost
     */
    public record Lost(Path against, int maximum) {
        public Lost {
            if (maximum < 0) {
                throw new InvalidInput("maximum = " + maximum + " of lost concepts must be at least 0");
            }
        }
    }
}
