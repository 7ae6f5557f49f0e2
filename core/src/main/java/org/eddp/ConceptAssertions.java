package org.eddp;

import java.nio.file.Path;
import java.util.List;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.study.check.CheckResults;
import org.eddp.study.check.CheckResults.Finding;
import org.eddp.study.check.Policy;
import org.eddp.study.check.PolicyCheck;

/**
 * Assertions about a run for tests, with any test framework:
 *
 * <pre>{@code
 * ConceptAssertions.assertThat(run)
 *         .hasNoSuspectAbove(0)
 *         .restsOnAtMost("rook", "mark", 1.5);
 * }</pre>
 *
 * <p>They test the rules of {@link Policy}, which {@code eddp check} reads from a file. A rule that is violated, and also one
 * that could not be checked, is an {@link AssertionError} whose message has the measured number or the reason.
 */
public final class ConceptAssertions {
    private final Run run;

    private ConceptAssertions(Run run) {
        this.run = run;
    }

    /** Begins assertions about a run, which stays open. */
    public static ConceptAssertions assertThat(Run run) {
        return new ConceptAssertions(run);
    }

    /** The audit has no suspect with a score above the limit; 0 allows no suspect at all. */
    public ConceptAssertions hasNoSuspectAbove(double score) {
        return keeps(Policy.EMPTY.withSuspects(new Policy.Suspects(score)));
    }

    /**
     * A class does not rest on a concept by more than a limit.
     *
     * @param label the class, by number or name
     * @param concept by number or name
     * @param maximum of the mean fall of the class's logit without the concept
     */
    public ConceptAssertions restsOnAtMost(String label, String concept, double maximum) {
        return keeps(Policy.EMPTY.withReliance(List.of(new Policy.Reliance(label, concept, maximum))));
    }

    /**
     * Predictions of pictures are explained by what is inside masks.
     *
     * @param images folder of pictures
     * @param masks folder of masks with the same names
     * @param minimum of the share of each explanation inside the mask, 0 .. 1
     */
    public ConceptAssertions isExplainedInside(Path images, Path masks, double minimum) {
        return keeps(Policy.EMPTY.withMasks(List.of(new Policy.Masks(images, masks, minimum))));
    }

    /** At most this many concepts of an earlier run are lost. */
    public ConceptAssertions keepsConceptsOf(Path earlier, int lost) {
        return keeps(Policy.EMPTY.withLost(new Policy.Lost(earlier, lost)));
    }

    /** All rules of a policy file hold. Relative paths in it start from its folder. */
    public ConceptAssertions keeps(Path policy) {
        return keeps(Policy.read(policy), policy.toAbsolutePath().getParent());
    }

    /** All rules of a policy hold. Relative paths in it start from the working folder. */
    public ConceptAssertions keeps(Policy policy) {
        return keeps(policy, Path.of(""));
    }

    private ConceptAssertions keeps(Policy policy, Path base) {
        CheckResults results = PolicyCheck.run(run, policy, base, Monitor.NONE);
        List<String> problems = results.findings().stream()
                .filter(finding -> finding.status() != CheckResults.Status.HELD)
                .map(ConceptAssertions::problem)
                .toList();
        if (!problems.isEmpty()) {
            throw new AssertionError("run " + run.name() + ": " + String.join("; ", problems));
        }
        return this;
    }

    private static String problem(Finding finding) {
        String expected = "expected " + finding.rule();
        return finding.status() == CheckResults.Status.VIOLATED
                ? expected + ", but " + finding.detail()
                : expected + ", which could not be checked: " + finding.detail();
    }
}
