package org.eddp.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.intervene.Edit;
import org.eddp.labels.ConceptNames;
import org.eddp.study.EditStudy;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Edits as options, in the order given, and back again as text. */
final class EditOptions {
    private static final Pattern QUANTILE = Pattern.compile("q(0?\\.\\d{1,12}|0|1|1\\.0+)");
    private static final Pattern RECTANGLE = Pattern.compile("(\\d{1,5}),(\\d{1,5}),(\\d{1,5}),(\\d{1,5})");
    private static final String MEAN = "mean";
    private static final String EVERYWHERE = "everywhere";

    @ArgGroup(exclusive = true, multiplicity = "0..*")
    private List<Change> changes = new ArrayList<>();

    @Option(
            names = "--where",
            paramLabel = "PLACE",
            description =
                    "The patches to change: the number or name of a concept (where its detector fires on the unchanged"
                            + " image), everywhere, or r0,c0,r1,c1 (first row and column, last row and column, from 0). Once for all"
                            + " edits, or once per edit in their order (default: where the concept itself is for --remove,"
                            + " everywhere for --add).")
    private List<String> places = new ArrayList<>();

    @Option(
            names = "--amount",
            paramLabel = "AMOUNT",
            description =
                    "What is written: mean (of patches without the concept for --remove, with it for --add), qX (the X"
                            + " quantile of all patches for --remove, 1 - X for --add; the paper's is q0.005), or a number. Once for"
                            + " all edits, or once per edit (default: mean).")
    private List<String> amounts = new ArrayList<>();

    /** One edit. */
    private static final class Change {
        @Option(names = "--remove", required = true, paramLabel = "CONCEPT", description = "Take a concept away.")
        private String remove;

        @Option(names = "--add", required = true, paramLabel = "CONCEPT", description = "Put a concept there.")
        private String add;
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    List<EditStudy.Change> changes(ConceptNames names) {
        checkCount("--where", places);
        checkCount("--amount", amounts);
        List<EditStudy.Change> edits = new ArrayList<>();
        for (int k = 0; k < changes.size(); k++) {
            Change change = changes.get(k);
            boolean removes = change.remove != null;
            int concept = names.parse(removes ? "--remove" : "--add", removes ? change.remove : change.add);
            String place = of(places, k);
            Edit.Place where = place != null
                    ? place(place, names)
                    : removes ? new Edit.Place.Detected(concept) : new Edit.Place.Everywhere();
            String amount = of(amounts, k);
            edits.add(new EditStudy.Change(
                    new Edit(concept, target(amount == null ? MEAN : amount, removes), where), removes));
        }
        return edits;
    }

    private void checkCount(String option, List<String> values) {
        if (values.size() > 1 && values.size() != changes.size()) {
            throw new IllegalArgumentException(option + " is given " + values.size() + " times for " + changes.size()
                    + " edits; give it once for all of them, or once for each");
        }
    }

    private static String of(List<String> values, int k) {
        return values.isEmpty() ? null : values.get(values.size() == 1 ? 0 : k);
    }

    private static Edit.Place place(String text, ConceptNames names) {
        Matcher rectangle = RECTANGLE.matcher(text);
        if (rectangle.matches()) {
            return new Edit.Place.Rectangle(
                    Integer.parseInt(rectangle.group(1)),
                    Integer.parseInt(rectangle.group(2)),
                    Integer.parseInt(rectangle.group(3)),
                    Integer.parseInt(rectangle.group(4)));
        }
        if (text.equals(EVERYWHERE)) {
            return new Edit.Place.Everywhere();
        }
        try {
            return new Edit.Place.Detected(names.parse("--where", text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage() + " (or give " + EVERYWHERE + ", or the rectangle r0,c0,r1,c1)", e);
        }
    }

    private static Edit.Target target(String text, boolean removes) {
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
    static List<String> text(List<Edit> edits) {
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
        return place instanceof Edit.Place.Detected d ? Integer.toString(d.concept()) : EVERYWHERE;
    }

    private static String text(Edit.Target target, boolean removes) {
        if (target instanceof Edit.Target.Quantile q) {
            double share = removes ? q.level() : 1 - q.level();
            return "q"
                    + new java.math.BigDecimal(share)
                            .setScale(12, java.math.RoundingMode.HALF_EVEN)
                            .stripTrailingZeros()
                            .toPlainString();
        }
        return target instanceof Edit.Target.Fixed f ? Double.toString(f.number()) : MEAN;
    }
}
