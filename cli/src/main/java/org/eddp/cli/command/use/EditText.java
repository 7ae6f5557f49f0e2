package org.eddp.cli.command.use;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.eddp.failure.InvalidInput;
import org.eddp.intervene.Edit;
import org.eddp.labels.ConceptNames;
import org.eddp.study.EditStudy;

/** Parses places and amounts of edits, and writes edits as options. */
public final class EditText {
    static final String MEAN = "mean";

    private static final Pattern QUANTILE = Pattern.compile("q(0?\\.\\d{1,12}|0|1|1\\.0+)");

    private EditText() {}

    static Edit.Place place(String text, ConceptNames names) {
        return Edit.Place.parse(text)
                .filter(place -> !(place instanceof Edit.Place.Detected))
                .orElseGet(() -> detected(text, names));
    }

    private static Edit.Place detected(String text, ConceptNames names) {
        try {
            return new Edit.Place.Detected(names.parse("--where", text));
        } catch (InvalidInput e) {
            throw new InvalidInput(
                    e.getMessage() + " (or give everywhere, the rectangle r0,c0,r1,c1, or patches:p.p.p)", e);
        }
    }

    static Edit.Target target(String text, boolean removes) {
        if (text.equals(MEAN)) {
            return removes ? new Edit.Target.MeanWithout() : new Edit.Target.MeanWith();
        }
        if (QUANTILE.matcher(text).matches()) {
            double share = Double.parseDouble(text.substring(1));
            return new Edit.Target.Quantile(removes ? share : 1 - share);
        }
        try {
            return new Edit.Target.Fixed(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new InvalidInput(
                    "--amount " + text + " is not an amount; give mean, a quantile such as q0.005, or a number", e);
        }
    }

    /** The options that repeat an edit which a search has found. */
    public static List<String> of(List<Edit> edits) {
        List<String> text = new ArrayList<>();
        for (Edit edit : edits) {
            text.addAll(
                    List.of(EditStudy.Change.removes(edit) ? "--remove" : "--add", Integer.toString(edit.concept())));
        }
        for (Edit edit : edits) {
            text.addAll(List.of(
                    "--where", edit.place().text(), "--amount", text(edit.target(), EditStudy.Change.removes(edit))));
        }
        return text;
    }

    private static String text(Edit.Target target, boolean removes) {
        if (target instanceof Edit.Target.Quantile q) {
            double share = removes ? q.level() : 1 - q.level();
            return "q"
                    + new BigDecimal(share)
                            .setScale(12, RoundingMode.HALF_EVEN)
                            .stripTrailingZeros()
                            .toPlainString();
        }
        return target instanceof Edit.Target.Fixed f ? Double.toString(f.number()) : MEAN;
    }
}
