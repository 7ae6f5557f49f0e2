package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.health.Health;
import org.eddp.influence.Influence;
import org.eddp.influence.MovedClasses;
import org.eddp.monitor.Monitor;
import org.eddp.names.ConceptName;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.run.Results;
import org.eddp.run.Run;

/** What a network sees, as pictures first: one card per concept, sorted by how much of the pictures it covers and what it moves. */
public final class LookPage {
    private static final int PICTURES = 4;
    private static final int CLASSES = 2;

    /** One concept of the page. */
    private record Card(ConceptName name, double share, MovedClasses moved, List<String> pictures) {
        /** Share of the patches, and up to as much again for what is moved. */
        double weight() {
            return share * (1 + (moved == null ? 0 : moved.strength()));
        }
    }

    private final Run run;
    private final Health health;
    private final boolean tested;

    private LookPage(Run run) {
        this.run = run;
        health = run.read(Results.HEALTH).orElse(null);
        tested = run.read(Results.INFLUENCE).map(found -> found.tested()).orElse(false);
    }

    /**
     * The page.
     *
     * @param run with health and influence where they were computed
     * @param commands that do again what was done, one by one
     */
    public static String html(Run run, List<String> commands, Monitor monitor) {
        return new LookPage(run).html(commands, monitor);
    }

    private String html(List<String> commands, Monitor monitor) {
        List<Card> cards = cards(monitor);
        List<Card> shown = cards.stream()
                .filter(card -> !card.pictures().isEmpty())
                .sorted(Comparator.comparingDouble(Card::weight)
                        .reversed()
                        .thenComparingInt(card -> card.name().number()))
                .toList();
        HtmlPage page = new HtmlPage("What " + run.provenance().network() + " sees in "
                + run.features().images() + " pictures");
        page.lead(HtmlPage.paragraph(
                String.format(
                        Locale.ROOT,
                        "%d concepts found at layer %s without labels. Bright is where a concept is. ",
                        shown.size(),
                        run.provenance().layer()),
                health == null ? "" : Html.tag("strong", inShort(health.verdict()))));
        page.section("concepts", "The concepts", concepts(shown, cards.size() - shown.size()));
        if (health != null) {
            page.section("health", "Is this any good?", HealthSection.blocks(health));
        }
        return page.section("choices", "What was chosen", choices(cards.size()))
                .section("words", "Words used on this page", Glossary.ofRuns())
                .section("more", "How to go on", more(commands))
                .render();
    }

    /** The verdict without its reasons, which stand further down. */
    private static String inShort(String verdict) {
        int reasons = verdict.indexOf(": ");
        return reasons < 0 ? verdict : verdict.substring(0, reasons) + ".";
    }

    private List<Card> cards(Monitor monitor) {
        int concepts = run.directions().concepts();
        List<MovedClasses> moved = run.read(Results.SCORES).map(this::moved).orElse(null);
        List<Card> cards = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("pictures", 1000)) {
            ConceptExamples examples = new ConceptExamples(run, PICTURES, true, stage.part(0, 0.5));
            Monitor drawing = stage.part(0.5, 1);
            run.workers().forEachAhead(concepts, examples::apply, pictures -> {
                drawing.check("the page");
                int i = cards.size();
                cards.add(new Card(run.conceptNames().of(i), share(i), moved == null ? null : moved.get(i), pictures));
                drawing.onProgress(cards.size(), concepts);
            });
        }
        return cards;
    }

    private List<MovedClasses> moved(Influence influence) {
        Set<Integer> predicted = run.features().records().stream()
                .map(FeatureSet.ImageRecord::predicted)
                .filter(k -> k >= 0)
                .collect(Collectors.toCollection(TreeSet::new));
        return MovedClasses.of(influence, run.features().readout().orElse(null), run.directions(), predicted, CLASSES);
    }

    private double share(int concept) {
        return health == null || concept >= health.detectors().size()
                ? 0
                : (double) health.detectors().get(concept).patches() / health.patches();
    }

    private List<Html> concepts(List<Card> shown, int silent) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(
                Html.styled("div", "multiples", shown.stream().map(this::figure).toArray()));
        blocks.add(HtmlPage.paragraph(
                "Sorted by the share of the patches a concept is in, and by how strongly it moves the class it"
                        + " moves most. Examples are the pictures where its detector is surest, without near copies of each other."
                        + " Of the classes the network sees in these pictures, the most moved are named"
                        + (tested
                                ? ", where noise would not move them as much."
                                : "; whether that is chance was not tested.")
                        + (silent > 0 ? " " + silent + " more fire on none of the pictures." : "")));
        return blocks;
    }

    private Html figure(Card card) {
        List<Object> pictures = new ArrayList<>();
        for (String address : card.pictures()) {
            pictures.add(Html.trusted("<img class=\"top\" alt=\"strong example of concept "
                    + card.name().number() + "\" src=\"" + address + "\"/>"));
        }
        String name = card.name().name() == null
                ? ""
                : ": " + card.name().name() + card.name().by().mark();
        return Html.tag(
                "figure",
                Html.styled("div", "card top-images", pictures.toArray()),
                Html.tag(
                        "figcaption",
                        Html.tag("strong", "Concept " + card.name().number() + name),
                        " on " + NumberText.percent(card.share(), 1) + " of the patches. " + moves(card.moved())));
    }

    private String moves(MovedClasses moved) {
        if (moved == null) {
            return "";
        }
        if (moved.raised().isEmpty() && moved.lowered().isEmpty()) {
            return tested ? "Moves none of the classes seen here beyond chance." : "";
        }
        String up = names(moved.raised());
        String down = names(moved.lowered());
        return (up.isEmpty() ? "" : "Towards " + up + (down.isEmpty() ? "." : "; "))
                + (down.isEmpty() ? "" : (up.isEmpty() ? "Away" : "away") + " from " + down + ".");
    }

    private String names(List<MovedClasses.Moved> moved) {
        return moved.stream()
                .map(m -> run.classNames().of(m.label()).inSentence("class"))
                .collect(Collectors.joining(", "));
    }

    private List<Html> choices(int concepts) {
        return List.of(HtmlPage.paragraph("Layer " + run.provenance().layer() + "; preprocessing: "
                + run.provenance().preprocessing() + "; " + concepts
                + " concepts. Why, was said in the terminal; any of them can be chosen otherwise."));
    }

    private static List<Html> more(List<String> commands) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(
                HtmlPage.paragraph(
                        "The run behind this page is like any other. These commands do the same step by step, and ask further:"));
        blocks.addAll(IntStream.range(0, commands.size())
                .mapToObj(i -> HtmlPage.code(commands.get(i)))
                .toList());
        return blocks;
    }
}
