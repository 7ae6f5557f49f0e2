package org.eddp.run;

import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.explain.ExplainedImage;
import org.eddp.faithfulness.DreamResults;
import org.eddp.files.Json;
import org.eddp.health.Health;
import org.eddp.images.input.Snapshot;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceResults;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.EditedImage;
import org.eddp.labels.Labels;
import org.eddp.metrics.Atlas;
import org.eddp.metrics.Metrics;
import org.eddp.words.GivenNames;
import org.eddp.words.Notebook;
import org.eddp.words.WordNames;

/** The catalogue of what a run folder may hold; the names of its files stand here and nowhere else. */
public final class Results {
    /** How the directions were made; written last. */
    public static final String RUN = "run.json";
    /** By which command, from which directions results were made that do not say it themselves. */
    static final String COMMANDS = "commands.json";
    /** The state of learning while it lasts. */
    static final String CHECKPOINT = "checkpoint";
    /** Which run is being learned in place of a finished one. */
    static final String BEGUN = "begun.json";
    /** What was asked for, while it is being learned. */
    static final String ASKED = "asked.json";
    /** Features of other images than those learned from. */
    static final String IMAGES = "images";

    /** The direction pairs. */
    public static final Result<Directions> DIRECTIONS =
            Result.file("directions.safetensors", Directions::read, (file, value) -> value.write(file));
    /** Where targets of edits and corrections come from. */
    public static final Result<ConceptStatistics> STATISTICS = Result.file(
                    "concepts.safetensors", ConceptStatistics::read, (file, value) -> value.write(file))
            .aboutConcepts(ConceptStatistics::concepts);
    /** Names of detectors. */
    public static final Result<Labels> LABELS = Result.file(
                    "labels.json", file -> Json.read(file, Labels.class), Json::writeSealed)
            .aboutConcepts(labels -> labels.detectors().size());
    /** What words say of detectors. */
    public static final Result<WordNames> WORDS = Result.json(
                    "words.json", WordNames.class, WordNames::command, WordNames::directions)
            .aboutConcepts(words -> words.concepts().size());
    /** Names given by hand. */
    public static final Result<GivenNames> GIVEN_NAMES =
            Result.json("given-names.json", GivenNames.class, GivenNames::command, GivenNames::directions);
    /** What somebody noted about concepts. */
    public static final Result<Notebook> NOTEBOOK =
            Result.json("notebook.json", Notebook.class, Notebook::command, Notebook::directions);
    /** Where to look for every concept. */
    public static final Result<Atlas> ATLAS = Result.json("atlas.json", Atlas.class, Atlas::command, Atlas::directions)
            .aboutConcepts(atlas -> atlas.concepts().size());
    /** The metrics of the paper. */
    public static final Result<Metrics> METRICS = Result.file("metrics.json", Metrics::read, Json::writeSealed)
            .aboutConcepts(metrics -> metrics.detectors().size());
    /** The metrics of detectors combined by name. */
    public static final Result<Metrics> LINEAR_OR = Result.file("linear-or.json", Metrics::read, Json::writeSealed);
    /** Influence of every concept on every class. */
    public static final Result<Influence> SCORES = Result.file(
                    "influence.safetensors", Influence::read, (file, value) -> {
                        throw new UnsupportedOperationException(
                                "scores are written with the options they were measured with: Influence.write");
                    })
            .aboutConcepts(Influence::concepts);
    /** Its summary, and the classes that were looked at. */
    public static final Result<InfluenceResults> INFLUENCE = Result.json(
            "influence.json", InfluenceResults.class, InfluenceResults::command, InfluenceResults::directions);
    /** Why this image: one file per explanation. */
    public static final Result<ExplainedImage> EXPLANATIONS = Result.json(
                    "explanations", ExplainedImage.class, ExplainedImage::command, ExplainedImage::directions)
            .aboutConcepts(explained -> explained.concepts().size())
            .checked(explained -> Snapshot.parse(explained.picture()))
            .many();
    /** The images that were explained together, beside their explanations. */
    public static final Result<ExplainedImage.Index> EXPLANATION_INDEX = Result.json(
            "explanations/" + Result.INDEX,
            ExplainedImage.Index.class,
            ExplainedImage.Index::command,
            ExplainedImage.Index::directions);
    /** What if: one file per edit. */
    public static final Result<EditedImage> EDITS = Result.json(
                    "edits", EditedImage.class, EditedImage::command, EditedImage::directions)
            .checked(edited -> Snapshot.parse(edited.picture()))
            .many();
    /** Repair: one file per corrected network. */
    public static final Result<CorrectionResults> CORRECTIONS = Result.json(
                    "corrections", CorrectionResults.class, CorrectionResults::command, CorrectionResults::directions)
            .many();
    /** The faithfulness study. */
    public static final Result<DreamResults> DREAMS = Result.json(
                    "dreams.json", DreamResults.class, DreamResults::command, DreamResults::directions)
            .checked(dreams -> dreams.pictures().forEach(picture -> {
                Snapshot.parse(picture.before());
                Snapshot.parse(picture.after());
            }));

    /** Whether the directions are any good. */
    public static final Result<Health> HEALTH = Result.json(
                    "health.json", Health.class, Health::command, Health::directions)
            .aboutConcepts(health -> health.detectors().size());

    /** Folder of the pages and figures of {@link #DREAMS}. */
    public static final String DREAM_PAGES = "dreams";
    /** Folder of diagrams. */
    public static final String FIGURES = "figures";
    /** Numbers of the experiment that made the run; the page is its own then. */
    public static final String EXPERIMENT = "results.json";
    /** The page of the run. */
    public static final String REPORT = "report.html";

    /** Everything that is true of certain directions only, and does not say of which. */
    static final List<Result<?>> NOTED = List.of(STATISTICS, LABELS, METRICS, LINEAR_OR, SCORES);

    private Results() {}
}
