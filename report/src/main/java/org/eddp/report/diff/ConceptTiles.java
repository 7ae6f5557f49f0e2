package org.eddp.report.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eddp.names.Named;
import org.eddp.report.CropStrip;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.study.diff.ComparedConcept;
import org.eddp.study.diff.RunDiff;

/** Concepts of both runs as crops. */
final class ConceptTiles {
    private static final int ALONE = 4;
    private static final int BESIDE = 2;
    /** Tiles that are not folded. */
    private static final int OPEN = 12;

    private static final int MOST = 96;

    private final RunDiff diff;
    private final DiffCrops before;
    private final DiffCrops after;

    ConceptTiles(RunDiff diff, DiffCrops before, DiffCrops after) {
        this.diff = diff;
        this.before = before;
        this.after = after;
    }

    /** Concepts of one run that the other does not have. */
    List<Html> single(List<Named> concepts, boolean lost) {
        if (concepts.isEmpty()) {
            return List.of();
        }
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(
                lost
                        ? "None of these concepts of the first run has a match in the second run."
                        : "None of these concepts of the second run has a match in the first run."));
        blocks.addAll(gallery(concepts.stream()
                .map(concept -> tile(
                        CropStrip.html((lost ? before : after).of(concept, ALONE), title(concept)),
                        title(concept),
                        movement(concept, lost).orElse("")))
                .toList()));
        return blocks;
    }

    /** The largest change of a concept's contribution, in words. */
    private Optional<String> movement(Named concept, boolean lost) {
        return diff.moved().stream()
                .filter(moved -> lost
                        ? moved.concept().hasBefore(concept)
                        : moved.concept().hasAfter(concept))
                .findFirst()
                .map(moved -> "contribution to " + moved.label() + ": " + number(moved.before()) + " before, "
                        + number(moved.after()) + " after");
    }

    /** Concepts that both runs have. */
    List<Html> matched() {
        if (diff.matched().isEmpty()) {
            return List.of(HtmlPage.paragraph("No concept of one run has a match in the other."));
        }
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(
                "The first row of crops is of the concept before, the second of its match after; the most similar pairs"
                        + " come first."));
        blocks.addAll(gallery(diff.matched().stream().map(this::tile).toList()));
        doubles(blocks, diff.merged(), "fire like a concept of the second run that has a better match");
        doubles(blocks, diff.split(), "fire like a concept of the first run that has a better match");
        return blocks;
    }

    private static void doubles(List<Html> blocks, List<RunDiff.Match> matches, String what) {
        if (!matches.isEmpty()) {
            blocks.add(HtmlPage.paragraph("These " + what + " (before, after): "
                    + String.join(
                            "; ",
                            matches.stream()
                                    .map(match -> match.before() + ", " + match.after())
                                    .toList())
                    + "."));
        }
    }

    private Html tile(RunDiff.Match match) {
        return tile(
                strips(new ComparedConcept(List.of(match.before()), List.of(match.after()))),
                title(match.before()) + " = " + match.after(),
                "correlation " + NumberText.fixed(match.correlation(), 2) + ", IoU "
                        + NumberText.fixed(match.iou(), 2));
    }

    /** A concept with words below its crops. */
    Html tile(ComparedConcept concept, String words) {
        return tile(strips(concept), "Concept " + concept, words);
    }

    private Html strips(ComparedConcept concept) {
        List<Object> strips = new ArrayList<>();
        concept.before().stream()
                .limit(1)
                .forEach(own -> strips.add(CropStrip.html(before.of(own, BESIDE), title(own) + " before")));
        concept.after().stream()
                .limit(1)
                .forEach(own -> strips.add(CropStrip.html(after.of(own, BESIDE), title(own) + " after")));
        return Html.of(strips.toArray());
    }

    /** A changed picture, with the region of a concept outlined in it. */
    Optional<String> picture(String name, ComparedConcept concept) {
        return concept.after().isEmpty()
                ? before.picture(name, concept.before().get(0))
                : after.picture(name, concept.after().get(0));
    }

    private static Html tile(Html pictures, String title, String words) {
        return Html.styled(
                "figure",
                "tile",
                pictures,
                Html.tag("figcaption", Html.styled("strong", "name", title), Html.styled("span", "explain", words)));
    }

    /** Tiles side by side; many of them are folded. */
    static List<Html> gallery(List<Html> tiles) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(Html.styled("div", "gallery", tiles.stream().limit(OPEN).toArray()));
        if (tiles.size() > OPEN) {
            blocks.add(HtmlPage.details(
                    "Show " + (Math.min(MOST, tiles.size()) - OPEN) + " more",
                    Html.styled(
                            "div",
                            "gallery",
                            tiles.stream().skip(OPEN).limit(MOST - OPEN).toArray())));
        }
        return blocks;
    }

    private static String title(Named concept) {
        return "Concept " + concept;
    }

    static String number(double value) {
        return NumberText.fixed(value, 2);
    }
}
