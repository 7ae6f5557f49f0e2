package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.influence.Influence;
import org.eddp.names.ClassNames;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Html;
import org.eddp.report.page.NumberText;

/**
 * The classes that a concept moves most, as a sentence of chips. Classes that it moves more than noise directions do
 * come first; if there are fewer than fit, the strongest others follow after the word "perhaps".
 *
 * @param unknown why effects are unknown; null if they are known
 * @param raised classes that it makes likelier
 * @param lowered classes that it makes less likely
 */
public record MovedClasses(String unknown, List<Moved> raised, List<Moved> lowered) {
    private static final int RAISED = 3;
    private static final int LOWERED = 2;
    /** Classes of the second name. */
    private static final int LIKE = 2;

    public MovedClasses {
        raised = List.copyOf(raised);
        lowered = List.copyOf(lowered);
    }

    /**
     * A class that is moved.
     *
     * @param label number of the class
     * @param effect mean change of the logarithm of its probability
     * @param certain whether it is more than noise does, or was not tested
     */
    public record Moved(int label, String name, double effect, boolean certain) {
        private String words() {
            return name + " (" + (effect > 0 ? "+" : "") + NumberText.fixed(effect, 1) + ")";
        }
    }

    /** Empty, because nothing was measured. */
    static MovedClasses notMeasured() {
        return new MovedClasses(null, List.of(), List.of());
    }

    /**
     * Of a concept of a table of influence.
     *
     * @param asked the classes to choose from
     */
    static MovedClasses of(Influence influence, int concept, IntPredicate asked, ClassNames names, OutputKind outputs) {
        if (influence.test() != null && !influence.isEffectTested(concept)) {
            return new MovedClasses("it fires on no patch, or on every patch", List.of(), List.of());
        }
        List<Moved> raised = new ArrayList<>();
        List<Moved> lowered = new ArrayList<>();
        IntStream.range(0, influence.classes())
                .filter(asked)
                .mapToObj(k -> new Moved(
                        k,
                        names.of(k).plain(outputs.noun()),
                        influence.effects().get(concept, k),
                        influence.test() == null || influence.test().isMoved(concept, k)))
                .sorted(Comparator.comparing((Moved m) -> !m.certain()).thenComparing(m -> -Math.abs(m.effect())))
                .forEach(m -> (m.effect() > 0 ? raised : lowered).add(m));
        boolean rises = !raised.isEmpty();
        lowered.removeIf(m -> m.effect() == 0 || (rises && !m.certain()));
        return new MovedClasses(
                null,
                raised.subList(0, Math.min(RAISED, raised.size())),
                lowered.subList(0, Math.min(LOWERED, lowered.size())));
    }

    /** The second name of a concept, "like: pillow, studio couch"; empty if it raises no class significantly. */
    public String like() {
        String classes = raised.stream()
                .filter(Moved::certain)
                .limit(LIKE)
                .map(Moved::name)
                .collect(Collectors.joining(", "));
        return classes.isEmpty() ? "" : "like: " + classes;
    }

    /** The classes as text, for example "raises Saint Bernard (+5.3), Greater Swiss (+4.7)". */
    Html html(OutputKind outputs) {
        if (unknown != null) {
            return Html.styled(
                    "p", "effects", "Which " + outputs.plural() + " it moves is not known: " + unknown + ".");
        }
        if (raised.isEmpty() && lowered.isEmpty()) {
            return Html.of();
        }
        List<Object> parts = parts(m -> Html.styled(
                "span", "chip " + (m.effect() > 0 ? "up" : "down") + (m.certain() ? "" : " maybe"), m.words()));
        return Html.styled("p", "effects", parts.toArray());
    }

    /** The same as text; empty if nothing was measured. */
    public String words(OutputKind outputs) {
        return unknown != null
                ? "which " + outputs.plural() + " it moves is not known: " + unknown
                : parts(Moved::words).stream().map(Object::toString).collect(Collectors.joining());
    }

    private List<Object> parts(Function<Moved, Object> chip) {
        List<Object> parts = new ArrayList<>();
        chips("raises ", raised, chip, parts);
        if (!raised.isEmpty() && !lowered.isEmpty()) {
            parts.add("; ");
        }
        chips("lowers ", lowered, chip, parts);
        return parts;
    }

    private static void chips(String verb, List<Moved> moved, Function<Moved, Object> chip, List<Object> parts) {
        for (int k = 0; k < moved.size(); k++) {
            Moved m = moved.get(k);
            boolean firstUncertain = !m.certain() && (k == 0 || moved.get(k - 1).certain());
            parts.add((k > 0 ? ", " : "") + (firstUncertain ? "perhaps " : "") + (k == 0 ? verb : ""));
            parts.add(chip.apply(m));
        }
    }
}
