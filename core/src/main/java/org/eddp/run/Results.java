package org.eddp.run;

import java.util.List;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.directions.Directions;
import org.eddp.explain.ExplainedImage;
import org.eddp.faithfulness.DreamResults;
import org.eddp.files.json.Json;
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
import org.eddp.words.ConceptNotes;
import org.eddp.words.GivenNames;
import org.eddp.words.WordNames;

/** The catalogue of the files in a run folder; their names are defined only here. */
public final class Results {
    /** How the directions were made; written last. */
    public static final String RUN = "run.json";
    /** The origin of results that do not contain it. */
    static final String COMMANDS = "commands.json";
    /** The state of learning while it lasts. */
    static final String CHECKPOINT = "checkpoint";
    /** Which run is being learned in place of a finished one. */
    static final String BEGUN = "begun.json";
    /** The request of an unfinished run. */
    static final String ASKED = "asked.json";
    /** Features of other images than those learned from. */
    static final String IMAGES = "images";

    /** The direction pairs. */
    public static final Result<Directions> DIRECTIONS =
            Result.file("directions.safetensors", Directions::read, (file, value) -> value.write(file));
    /** Statistics of concepts: targets of edits and corrections. */
    public static final Result<ConceptStatistics> STATISTICS = Result.file(
                    "concepts.safetensors", ConceptStatistics::read, (file, value) -> value.write(file))
            .aboutConcepts(ConceptStatistics::concepts);
    /** Names of detectors. */
    public static final Result<Labels> LABELS = Result.file(
                    "labels.json", file -> Json.read(file, Labels.class), Json::writeSealed)
            .aboutConcepts(labels -> labels.detectors().size());
    /** Names from words. */
    public static final Result<WordNames> WORDS = Result.json(
                    "words.json", WordNames.class, WordNames::command, WordNames::directions)
            .aboutConcepts(words -> words.concepts().size());
    /** Names given by hand. */
    public static final Result<GivenNames> GIVEN_NAMES =
            Result.json("given-names.json", GivenNames.class, GivenNames::command, GivenNames::directions);
    /** Notes about concepts. */
    public static final Result<ConceptNotes> NOTEBOOK =
            Result.json("notebook.json", ConceptNotes.class, ConceptNotes::command, ConceptNotes::directions);
    /** Example images of every concept. */
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
    /** Its summary, and the chosen classes. */
    public static final Result<InfluenceResults> INFLUENCE = Result.json(
            "influence.json", InfluenceResults.class, InfluenceResults::command, InfluenceResults::directions);
    /** Explanations, one file each. */
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
    /** Edits, one file each. */
    public static final Result<EditedImage> EDITS = Result.json(
                    "edits", EditedImage.class, EditedImage::command, EditedImage::directions)
            .checked(edited -> Snapshot.parse(edited.picture()))
            .many();
    /** Repairs, one file per corrected network. */
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

    /** The health of the directions. */
    public static final Result<Health> HEALTH = Result.json(
                    "health.json", Health.class, Health::command, Health::directions)
            .aboutConcepts(health -> health.detectors().size());

    /** Which concepts the network relies on although they look like artefacts. */
    public static final Result<Audit> AUDIT = Result.json("audit.json", Audit.class, Audit::command, Audit::directions)
            .aboutConcepts(audit -> audit.concepts().size())
            .checked(Audit::requireKnownConcepts);
    /** Suspects of the audit that were accepted or dismissed. */
    public static final Result<AuditNotes> AUDIT_NOTES =
            Result.json("audit-notes.json", AuditNotes.class, AuditNotes::command, AuditNotes::directions);

    /** Folder of the pages and figures of {@link #DREAMS}. */
    public static final String DREAM_PAGES = "dreams";
    /** Folder of the comparison with another run. */
    public static final String DIFF = "diff";
    /** Folder of diagrams. */
    public static final String FIGURES = "figures";
    /** Results of the experiment that made the run; the page is then that of the experiment. */
    public static final String EXPERIMENT = "results.json";
    /** The page of {@link #AUDIT}. */
    public static final String AUDIT_PAGE = "audit.html";
    /** The page of the run. */
    public static final String REPORT = "report.html";

    /** Results that belong to certain directions and do not contain their digest. */
    static final List<Result<?>> NOTED = List.of(STATISTICS, LABELS, METRICS, LINEAR_OR, SCORES);

    private Results() {}
}
