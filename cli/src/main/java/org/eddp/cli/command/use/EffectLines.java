package org.eddp.cli.command.use;

import java.util.Locale;
import java.util.function.Function;
import org.eddp.study.view.ClassPortrait.ClassEffects;
import org.eddp.study.view.ConceptPortrait.ConceptEffects;

/** Effects of concepts on classes as lines of text. */
final class EffectLines {
    private EffectLines() {}

    static String of(ConceptEffects effects) {
        if (effects == null) {
            return PortraitText.line("%nwhich classes it moves was not measured; eddp influence does");
        }
        String chance = effects.untested() == null ? "" : "; not compared with noise: " + effects.untested();
        Function<ConceptEffects.Moved, String> line =
                m -> move(m.effect(), m.rank(), m.qValue(), m.label().toString());
        String lists = PortraitText.list("raises (change of log p, rank" + chance + ")", effects.raised(), line)
                + PortraitText.list("lowers (change of log p, rank" + chance + ")", effects.lowered(), line);
        return !lists.isEmpty()
                ? lists
                : effects.untested() == null
                        ? PortraitText.line("%nit moves no class more than noise directions do")
                        : PortraitText.line("%nwhich classes it moves is not known: %s", effects.untested());
    }

    static String of(ClassEffects effects) {
        if (effects == null) {
            return PortraitText.line("%nwhich concepts move it was not measured; eddp influence does");
        }
        String chance = effects.tested() ? "" : "; not compared with noise";
        Function<ClassEffects.Mover, String> line = m -> move(m.effect(), m.rank(), m.qValue(), m.title());
        String lists = PortraitText.list(
                        "raised by (change of log p, rank of the class" + chance + ")", effects.raising(), line)
                + PortraitText.list(
                        "lowered by (change of log p, rank of the class" + chance + ")", effects.lowering(), line);
        return lists.isEmpty() ? PortraitText.line("%nno concept moves it more than noise directions do") : lists;
    }

    private static String move(double effect, int rank, Double qValue, String name) {
        return PortraitText.line(
                "%+8.2f %6d  %s%s",
                effect, rank, name, qValue == null ? "" : String.format(Locale.ROOT, "  (q %.2g)", qValue));
    }
}
