package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.eddp.explain.ExplainedImage;
import org.eddp.failure.Failure;
import org.eddp.faithfulness.DreamResults;
import org.eddp.features.FeatureSet;
import org.eddp.influence.InfluenceResults;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.EditedImage;
import org.eddp.metrics.ExampleImages;
import org.eddp.monitor.Monitor;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.run.Run;
import org.eddp.study.Learning;

/** Single results as separate pages, and their figures as SVG files; {@link RunReport} collects all. */
public final class ResultPages {
    private ResultPages() {}

    /** The page of a learned run. */
    public static String page(FeatureSet.Provenance features, Learning.Result learned, String command) {
        return LearnReport.html(features, learned, command);
    }

    /** The page of an explanation. */
    public static String page(ExplainedImage explained) {
        return page(explained, concept -> List.of());
    }

    /**
     * The same with crops of concepts.
     *
     * @param examples crops of a concept by its number, as {@link #examples} gives them
     */
    public static String page(ExplainedImage explained, IntFunction<List<Crop>> examples) {
        return new HtmlPage("Why " + explained.subjectInSentence() + "? " + explained.image())
                .lead(ExplanationSection.sentence(explained))
                .section("explanation", "Explanation", ExplanationSection.blocks("e", explained, examples))
                .section(
                        "numbers",
                        "Every concept",
                        List.of(ExplanationSection.table(explained).html()))
                .section("origin", "How to reproduce", origin(explained.command()))
                .render();
    }

    /**
     * Crops of the images on which the detectors of a run fire most strongly, by the number of the concept; none, with a remark, if
     * features or images are gone.
     */
    public static IntFunction<List<Crop>> examples(Run run, Monitor monitor) {
        try (Monitor.Stage stage = monitor.stage("examples", 1000)) {
            ConceptExamples examples = new ConceptExamples(run, ExampleImages.SHOWN, stage);
            examples.requirePictures();
            return examples;
        } catch (Failure e) {
            monitor.remark("without examples of the concepts: " + e.getMessage());
            return concept -> List.of();
        }
    }

    /** The page of an edit. */
    public static String page(EditedImage edited) {
        return new HtmlPage("What if? " + edited.image())
                .lead(EditSection.sentence(edited))
                .section("edits", "Before and after", EditSection.blocks("edit", edited))
                .section("origin", "How to reproduce", origin(edited.command()))
                .render();
    }

    /** The page of a corrected network. */
    public static String page(CorrectionResults results) {
        return new HtmlPage("A network without " + CorrectionSection.names(results))
                .lead(CorrectionSection.sentence(results))
                .section("correction", "Before and after", CorrectionSection.blocks(results))
                .section("origin", "How to reproduce", origin(results.command()))
                .render();
    }

    /** The page of a dream study. */
    public static String page(DreamResults results) {
        return new HtmlPage("Dreams: are the signal vectors faithful?")
                .section("dreams", "Dreams", DreamSection.blocks(results))
                .section("origin", "How to reproduce", origin(results.command()))
                .render();
    }

    /** Figure: contributions of concepts to the logit of an image. */
    public static String bars(ExplainedImage explained) {
        return new ExplanationBars(explained).svg("bars");
    }

    /** Figure: the places of concepts in an image, and their contribution maps. */
    public static String maps(ExplainedImage explained) {
        return maps("maps", explained);
    }

    /** The same with an id of its own, for a page that shows several. */
    public static String maps(String id, ExplainedImage explained) {
        return ExplanationSection.maps(id, explained);
    }

    /** How reliable an explanation is, in words: the verdict, then the reasons. */
    public static List<String> verdict(ExplainedImage explained) {
        ExplanationVerdict verdict = ExplanationVerdict.of(explained);
        List<String> words = new ArrayList<>(verdict.reasons());
        words.add(0, verdict.headline());
        return words;
    }

    /** Figure: the patches of every edit, and the probabilities after it. */
    public static String steps(EditedImage edited) {
        return steps("edit", edited);
    }

    /** The same with an id of its own, for a page that shows several. */
    public static String steps(String id, EditedImage edited) {
        return EditSection.figure(id, edited);
    }

    /** Figure: cosines of dreams and signal vectors. */
    public static String histogram(DreamResults results) {
        return histogram("histogram", results);
    }

    /** The same with an id of its own, for a page that shows several. */
    public static String histogram(String id, DreamResults results) {
        return DreamSection.histogram(id, results);
    }

    /** Figure: images before and after. */
    public static String pictures(DreamResults results) {
        return DreamSection.pictures("pictures", results);
    }

    /** Figure: the concepts that speak for a class, or a label, and against it. */
    public static String diagram(InfluenceResults.ClassInfluence of, InfluenceResults results) {
        return InfluenceSection.diagram("influence", of, results.tested(), results.outputs());
    }

    private static List<Html> origin(String command) {
        return List.of(HtmlPage.origin(command));
    }
}
