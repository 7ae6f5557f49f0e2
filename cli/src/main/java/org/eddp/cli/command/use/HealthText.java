package org.eddp.cli.command.use;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.health.Health;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Status;

/** The health of a run as text, with options that follow its advice. */
public final class HealthText {
    private HealthText() {}

    /** The verdict and every check. */
    public static String all(Health health) {
        return health.verdict() + "\n\n" + lines(health.checks());
    }

    /** The last lines of {@code eddp learn}: the verdict, the constraints, and the checks that failed. */
    public static String closing(Health health) {
        List<Check> shown = health.checks().stream()
                .filter(c -> c.status() != Status.GOOD || c.name().equals("constraints"))
                .toList();
        return "\n" + health.verdict() + "\n" + lines(shown);
    }

    private static String lines(List<Check> checks) {
        return checks.stream().map(HealthText::line).collect(Collectors.joining());
    }

    private static String line(Check check) {
        String finding = String.format(
                "%-8s %s: %s%n", check.status().name().toLowerCase(Locale.ROOT), check.name(), check.finding());
        String advice = check.advice().stream()
                .map(a -> a.words() + " (" + option(a) + ")")
                .collect(Collectors.joining("; "));
        return advice.isEmpty() ? finding : finding + String.format("%-8s try: %s%n", "", advice);
    }

    /** The option that follows advice. */
    private static String option(Health.Advice advice) {
        String value = advice.value() == null ? "" : " " + number(advice.value());
        return switch (advice.remedy()) {
            case LEARN_LONGER -> "eddp learn --rounds" + (value.isEmpty() ? " N" : value);
            case FEWER_CONCEPTS -> "--concepts" + value;
            case SMALLEST_SHARE -> "--smallest-share" + value;
            case LARGEST_SHARE -> "--largest-share" + value;
            case ALL_CONCEPTS -> "--concepts full";
            case MORE_PICTURES -> "eddp features --images";
            case ANOTHER_START -> "--seed, --restarts";
            case CONSTRAIN_SIGNALS -> "--variant C";
            case EXPLAIN_BY_REMOVAL -> "eddp explain without --undecided";
            case OTHER_UNDECIDED_POINT -> "eddp explain --undecided paper, damped or present";
            case GIVE_NETWORK -> "--network";
        };
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
