package org.eddp.health;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eddp.health.Health.Advice;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Part;
import org.eddp.health.Health.Remedy;
import org.eddp.health.Health.Status;

/**
 * Removes advice that contradicts other advice. Checks are independent of each other, so these rules make their advice
 * consistent:
 *
 * <ul>
 *   <li>do not advise more concepts if another check advises fewer;
 *   <li>one number of concepts, the smallest;
 *   <li>one bound on the smallest share: a smaller one where the constraint is not met, else the largest that a check
 *       advises;
 *   <li>do not advise explanations by removal if they are poor.
 * </ul>
 */
final class ConsistentAdvice {
    private static final Set<Part> REMOVAL =
            EnumSet.of(Part.DETECTORS, Part.DIFFERENCES, Part.EXPLANATIONS, Part.SELF_TEST);

    private final List<Check> given;
    private final Advice fewest;
    private final Double share;
    private final boolean removalIsPoor;

    ConsistentAdvice(List<Check> given) {
        this.given = given;
        fewest = all(Remedy.FEWER_CONCEPTS).stream()
                .filter(a -> a.value() != null)
                .min(Comparator.comparing(Advice::value))
                .orElse(null);
        share = given.stream()
                .filter(c -> c.name().equals(DetectorChecks.CONSTRAINTS))
                .flatMap(c -> c.advice().stream())
                .filter(a -> a.remedy() == Remedy.SMALLEST_SHARE)
                .findFirst()
                .or(() -> all(Remedy.SMALLEST_SHARE).stream().max(Comparator.comparing(Advice::value)))
                .map(Advice::value)
                .orElse(null);
        removalIsPoor = given.stream().anyMatch(c -> REMOVAL.contains(c.part()) && c.status() == Status.POOR);
    }

    private List<Advice> all(Remedy remedy) {
        return given.stream()
                .flatMap(c -> c.advice().stream())
                .filter(a -> a.remedy() == remedy)
                .toList();
    }

    List<Check> checks() {
        return given.stream()
                .map(c -> new Check(
                        c.part(),
                        c.name(),
                        c.status(),
                        c.finding(),
                        c.advice().stream()
                                .map(this::consistent)
                                .filter(Objects::nonNull)
                                .toList()))
                .toList();
    }

    /** The advice after these rules, or null. */
    private Advice consistent(Advice advice) {
        return switch (advice.remedy()) {
            case ALL_CONCEPTS -> all(Remedy.FEWER_CONCEPTS).isEmpty() ? advice : null;
            case FEWER_CONCEPTS -> advice.value() == null ? advice : fewest;
            case SMALLEST_SHARE -> advice.value().equals(share) ? advice : null;
            case EXPLAIN_BY_REMOVAL -> removalIsPoor ? null : advice;
            default -> advice;
        };
    }
}
