package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.explain.ExplainedImage;
import org.eddp.faithfulness.DreamResults;
import org.eddp.files.json.Circumstances;
import org.eddp.health.Health;
import org.eddp.influence.InfluenceResults;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.EditedImage;
import org.eddp.labels.Labels;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.monitor.Monitor;
import org.eddp.names.ConceptName;
import org.eddp.report.metrics.MetricsSection;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.words.WordNames;

/** All results of a run as one page. Missing results are listed with the command that computes them. */
public final class RunReport {
    private RunReport() {}

    /**
     * What the page shows; parts that do not exist are null or empty.
     *
     * @param subject network and layer
     * @param concepts number of concepts
     * @param patches that were learned from, 0 if the features are gone
     * @param clustering how the detectors divide the patches, null if the features are gone
     * @param cards the concepts in the order of the page, with their strongest pictures; empty if the images are gone
     * @param movesNote about the classes on cards
     *
     * @param health of the run
     * @param audit of the network
     * @param auditNotes what people decided about its suspects; null without an audit
     * @param curves every loss
     * @param commands the command lines that made {@code labels.json} and {@code metrics.json}, by these names
     * @param notes results that were left out, and why
     * @param command the command line that made the page
     */
    public record Content(
            String subject,
            int concepts,
            long patches,
            Clustering clustering,
            List<Card> cards,
            String movesNote,
            Health health,
            Audit audit,
            AuditNotes auditNotes,
            List<LossCurve> curves,
            Labels labels,
            WordNames words,
            List<ConceptName> names,
            Metrics metrics,
            Map<String, String> commands,
            InfluenceResults influence,
            List<ExplainedImage> explanations,
            List<EditedImage> edits,
            List<CorrectionResults> corrections,
            DreamResults dreams,
            List<String> notes,
            String command) {
        public Content {
            cards = List.copyOf(cards);
            curves = List.copyOf(curves);
            names = List.copyOf(names);
            explanations = List.copyOf(explanations);
            edits = List.copyOf(edits);
            corrections = List.copyOf(corrections);
            commands = Map.copyOf(commands);
            notes = List.copyOf(notes);
        }

        ConceptName name(int concept) {
            return concept < names.size() ? names.get(concept) : ConceptName.unlabelled(concept);
        }

        /** Share of the patches on which a detector fires; empty if the features are gone. */
        OptionalDouble share(int concept) {
            return clustering == null || patches == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((double) clustering.sizes()[concept] / patches);
        }

        /** The label of a detector; null if unknown. */
        Labels.DetectorLabel label(int concept) {
            return labels == null || concept >= labels.detectors().size()
                    ? null
                    : labels.detectors().get(concept);
        }
    }

    /**
     * A concept as the page shows it.
     *
     * @param concept its number
     * @param crops of its detector, the strongest first
     * @param effects the classes that it moves
     * @param last whether it is a catch-all or a background, which are folded
     */
    public record Card(int concept, List<Crop> crops, MovedClasses effects, boolean last) {
        public Card {
            crops = List.copyOf(crops);
        }
    }

    /**
     * The contents of the page of a run.
     *
     * @param most explanations and edits shown, the first by name
     * @param pictures per concept, 0 for none
     */
    public static Content content(Run run, int most, int pictures, Monitor monitor) {
        return new RunContents(run, most, pictures, monitor).content();
    }

    /** Figure: the first concepts of the page, each with a few of its pictures. */
    public static String figure(Content content) {
        return ConceptSheet.svg(content);
    }

    /** The page; the caller writes it (UTF-8). */
    public static String html(Content content) {
        HtmlPage page = new HtmlPage(content.concepts() + " concepts of " + content.subject());
        page.lead(lead(content));
        page.pictures().section("cards", "What each concept looks like", CardSection.blocks(content));
        Audit audit = content.audit();
        if (audit != null) {
            page.section("audit", AuditSection.TITLE, traced(audit(content), audit.command()));
        }
        Health health = content.health();
        if (health != null) {
            List<Html> blocks = traced(HealthSection.blocks(health), health.command());
            page.section("health", "Is this run any good?", blocks);
        }
        page.section("concepts", "How they share the pictures", ConceptSection.blocks(content));
        if (content.labels() != null || content.metrics() != null) {
            page.section(
                    "metrics",
                    "How interpretable they are",
                    MetricsSection.blocks(content.labels(), content.metrics(), evaluation(content)));
        }
        InfluenceResults influence = content.influence();
        if (influence != null) {
            List<Html> blocks = traced(InfluenceSection.blocks(influence), influence.command());
            page.section(
                    "influence",
                    "Which concepts move which " + influence.outputs().noun(),
                    blocks);
        }
        page.section("explanations", "Why this image", explanations(content))
                .section("edits", "What if", edits(content.edits()))
                .section("corrections", "Repair", corrections(content.corrections()));
        DreamResults dreams = content.dreams();
        if (dreams != null) {
            List<Html> blocks = traced(DreamSection.blocks(dreams), dreams.command());
            page.section("dreams", "Whether signal vectors are faithful", blocks);
        }
        if (!content.curves().isEmpty()) {
            page.section("losses", "How learning went", LossSection.blocks(content.curves()));
        }
        return page.section("missing", "What is not on this page", missing(content))
                .section("words", "Words used on this page", Glossary.ofRuns())
                .section("reproduce", "How to reproduce", reproduce(content))
                .render();
    }

    /** The blocks of the audit. */
    static List<Html> audit(Content content) {
        return AuditSection.blocks(content.audit(), content.auditNotes(), content.cards());
    }

    /** Short, so that pictures follow at once. */
    static Html lead(Content content) {
        boolean silent = content.cards().isEmpty();
        return HtmlPage.paragraph(
                "Found without being told what to look for. "
                        + (silent
                                ? "For each there is a filter that reads how much of it is in a patch of an image, and"
                                        + " a signal vector, the direction in which the network writes it. "
                                : "Outlined is where a concept is. "),
                content.health() == null
                        ? ""
                        : Html.tag(
                                "strong", HealthSection.inShort(content.health().verdict())));
    }

    private static List<Html> missing(Content content) {
        List<Html> blocks = new ArrayList<>();
        content.notes().forEach(note -> blocks.add(HtmlPage.paragraph(Html.tag("strong", "Left out: "), note)));
        List<String> commands = commands(content);
        if (!commands.isEmpty()) {
            blocks.add(HtmlPage.paragraph("Not computed yet:"));
            commands.forEach(command -> blocks.add(HtmlPage.code(command)));
        }
        return blocks;
    }

    private static List<String> commands(Content content) {
        List<String> missing = new ArrayList<>();
        add(missing, content.health() == null, "./eddp health --run RUN");
        add(missing, content.audit() == null, "./eddp audit --run RUN");
        add(missing, content.labels() == null, "./eddp label --run RUN --dataset DIR");
        add(missing, content.metrics() == null, "./eddp evaluate --run RUN --dataset DIR");
        add(missing, content.influence() == null, "./eddp influence --run RUN");
        add(missing, content.explanations().isEmpty(), "./eddp explain --run RUN --image FILE");
        add(missing, content.edits().isEmpty(), "./eddp edit --run RUN --image FILE --search");
        add(missing, content.corrections().isEmpty(), "./eddp correct --run RUN --concept N --out fixed.onnx");
        add(missing, content.dreams() == null, "./eddp dream --run RUN");
        return missing;
    }

    private static void add(List<String> missing, boolean condition, String command) {
        if (condition) {
            missing.add(command);
        }
    }

    private static List<String> evaluation(Content content) {
        List<String> commands = new ArrayList<>();
        if (content.metrics() != null) {
            commands.add(
                    content.commands().getOrDefault(Results.METRICS.name(), "./eddp evaluate --run RUN --dataset DIR"));
        }
        if (content.labels() != null) {
            String usual = commands.isEmpty() ? "./eddp label --run RUN --dataset DIR" : commands.get(0);
            commands.add(content.commands().getOrDefault(Results.LABELS.name(), usual));
        }
        return commands;
    }

    private static List<Html> explanations(Content content) {
        List<ExplainedImage> all = content.explanations();
        Map<Integer, List<Crop>> examples =
                content.cards().stream().collect(Collectors.toMap(Card::concept, Card::crops));
        List<Html> blocks = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            blocks.add(
                    HtmlPage.heading(all.get(k).image() + ": why " + all.get(k).subjectInSentence() + "?"));
            blocks.add(ExplanationSection.sentence(all.get(k)));
            blocks.addAll(ExplanationSection.blocks(
                    "explanation-" + k, all.get(k), concept -> examples.getOrDefault(concept, List.of())));
            blocks.add(HtmlPage.origin(all.get(k).command()));
        }
        return blocks;
    }

    private static List<Html> edits(List<EditedImage> all) {
        List<Html> blocks = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            blocks.add(HtmlPage.heading(all.get(k).image()));
            blocks.add(EditSection.sentence(all.get(k)));
            blocks.addAll(EditSection.blocks("edit-" + k, all.get(k)));
            blocks.add(HtmlPage.origin(all.get(k).command()));
        }
        return blocks;
    }

    private static List<Html> corrections(List<CorrectionResults> all) {
        List<Html> blocks = new ArrayList<>();
        for (CorrectionResults results : all) {
            blocks.add(CorrectionSection.sentence(results));
            blocks.addAll(traced(CorrectionSection.blocks(results), results.command()));
        }
        return blocks;
    }

    private static List<Html> traced(List<Html> blocks, String command) {
        List<Html> all = new ArrayList<>(blocks);
        all.add(HtmlPage.origin(command));
        return all;
    }

    private static List<Html> reproduce(Content content) {
        return List.of(
                HtmlPage.paragraph(
                        "Every section above ends with the command that computed it, in which RUN and FEATURES stand"
                                + " for folders and other files are without theirs. In the folder of the run, run.json"
                                + " holds all options, and "
                                + Circumstances.NAME
                                + " the commands as they were typed. This page comes from:"),
                HtmlPage.code(content.command()));
    }
}
