package org.eddp.cli.option;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eddp.intervene.Edit;
import org.eddp.labels.ConceptNames;
import org.eddp.study.EditStudy;

/** Places and amounts of edits as words, and edits back again as options. */
public final class EditText {
    static final String MEAN = "mean";

    private static final Pattern QUANTILE = Pattern.compile("q(0?\\.\\d{1,12}|0|1|1\\.0+)");
    private static final Pattern RECTANGLE = Pattern.compile("(\\d{1,5}),(\\d{1,5}),(\\d{1,5}),(\\d{1,5})");
    private static final String PAINTED = "patches:";
    private static final Pattern PATCHES = Pattern.compile(PAINTED + "(\\d{1,6}(?:\\.\\d{1,6})*)");
    private static final String EVERYWHERE = "everywhere";

    private EditText() {}

    static Edit.Place place(String text, ConceptNames names) {
        Matcher rectangle = RECTANGLE.matcher(text);
        if (rectangle.matches()) {
            return new Edit.Place.Rectangle(
                    Integer.parseInt(rectangle.group(1)),
                    Integer.parseInt(rectangle.group(2)),
                    Integer.parseInt(rectangle.group(3)),
                    Integer.parseInt(rectangle.group(4)));
        }
        Matcher painted = PATCHES.matcher(text);
        if (painted.matches()) {
            return new Edit.Place.Patches(Arrays.stream(painted.group(1).split("\\."))
                    .map(Integer::valueOf)
                    .toList());
        }
        if (text.equals(EVERYWHERE)) {
            return new Edit.Place.Everywhere();
        }
        try {
            return new Edit.Place.Detected(names.parse("--where", text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage() + " (or give " + EVERYWHERE + ", the rectangle r0,c0,r1,c1, or patches:p.p.p)", e);
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
            throw new IllegalArgumentException(
                    "--amount " + text + " is not an amount; give mean, a quantile such as q0.005, or a number", e);
        }
    }

    /** Options that give an edit back, for a search that found it. */
    public static List<String> of(List<Edit> edits) {
        List<String> text = new ArrayList<>();
        for (Edit edit : edits) {
            text.addAll(
                    List.of(EditStudy.Change.removes(edit) ? "--remove" : "--add", Integer.toString(edit.concept())));
        }
        for (Edit edit : edits) {
            text.addAll(List.of(
                    "--where", text(edit.place()), "--amount", text(edit.target(), EditStudy.Change.removes(edit))));
        }
        return text;
    }

    private static String text(Edit.Place place) {
        if (place instanceof Edit.Place.Rectangle r) {
            return r.top() + "," + r.left() + "," + r.bottom() + "," + r.right();
        }
        if (place instanceof Edit.Place.Patches painted) {
            return PAINTED + painted.numbers().stream().map(String::valueOf).collect(Collectors.joining("."));
        }
        return place instanceof Edit.Place.Detected d ? Integer.toString(d.concept()) : EVERYWHERE;
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
