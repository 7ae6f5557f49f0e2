package org.eddp;

import java.nio.file.Path;
import java.util.List;
import org.eddp.explain.ExplainedImage;
import org.eddp.features.FeatureSet;
import org.eddp.health.ConceptNumber;
import org.eddp.health.Health;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.influence.InfluenceResults;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.Edit;
import org.eddp.intervene.Editor;
import org.eddp.labels.Labels;
import org.eddp.metrics.Metrics;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.run.Run;
import org.eddp.study.ExplanationStudy;
import org.eddp.study.Extraction;
import org.eddp.study.FirstLook;
import org.eddp.study.HealthStudy;
import org.eddp.study.Learning;
import org.eddp.study.OpenImage;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.study.measure.Labelling;
import org.eddp.study.repair.RepairStudy;

/**
 * The entry point of the library: from a network and a folder of images to concepts, their names, explanations of
 * predictions, and a network without a concept. Each method is one study with its usual options; {@link org.eddp.study}
 * has them all, with every option.
 *
 * @param monitor observes the work, and may stop it
 */
public record Eddp(Monitor monitor) {
    /** Works without a monitor. */
    public Eddp() {
        this(Monitor.NONE);
    }

    /** Loads a network, for a look at its layers; close it after use. */
    public Network load(Path network) {
        return Networks.load(network);
    }

    /**
     * Studies a network with its own choices, or continues an interrupted study: chooses layer, preprocessing and number of concepts, learns, names (an annotated
     * dataset), measures influence and health.
     *
     * @param images folder of images, list of files, or annotated dataset
     * @param out folder of the run
     */
    public Run look(Path network, Path images, Path out) {
        FirstLook.run(network, images, out, FirstLook.Options.DEFAULT, monitor);
        return open(out);
    }

    /**
     * Extracts the features of images at a layer of a network, or continues an interrupted extraction. The
     * preprocessing is the one that the file declares, or else the preset with the most confident predictions.
     *
     * @param layer as {@link Network#layers} lists them
     * @param images folder of images, list of files, or annotated dataset
     * @param out folder of the feature set
     */
    public FeatureSet extract(Path network, LayerAddress layer, Path images, Path out) {
        return extract(network, images, out, Extraction.Options.of(layer));
    }

    /** The same with options, for example another preprocessing. */
    public FeatureSet extract(Path network, Path images, Path out, Extraction.Options options) {
        return Extraction.run(network, images, out, options, monitor);
    }

    /** The number of concepts that the patches support, and the reason. */
    public ConceptNumber suggestConcepts(FeatureSet features) {
        return ConceptNumber.of(features, monitor);
    }

    /**
     * Learns direction pairs.
     *
     * @param concepts how many
     * @param out folder of the run; what is in it is replaced
     */
    public Run learn(FeatureSet features, int concepts, Path out) {
        Learning.learn(features, out, Learning.Options.of(concepts), monitor);
        return open(out);
    }

    /** Opens a finished run; close it after use. */
    public Run open(Path run) {
        return Run.open(run, Run.Options.DEFAULT, monitor);
    }

    /**
     * Opens a finished run whose classes have other names.
     *
     * @param classNames file with the name of class k in line k
     */
    public Run open(Path run, Path classNames) {
        return Run.open(run, Run.Options.DEFAULT.withClassNames(classNames), monitor);
    }

    /** Checks the directions of a run, and says what they can be used for. */
    public Health health(Run run) {
        return HealthStudy.run(run, HealthStudy.Options.DEFAULT, monitor);
    }

    /** Names the detectors of a run by an annotated dataset whose images its feature set has. */
    public Labels label(Run run, Path dataset) {
        return Labelling.label(run, Labelling.Options.of(dataset), monitor);
    }

    /** The paper's interpretability metrics of a run on such a dataset; names its detectors too. */
    public Metrics evaluate(Run run, Path dataset) {
        Evaluation.Options usual = Evaluation.Options.of(Labelling.Options.of(dataset));
        return Evaluation.run(run, usual, monitor).get(0).metrics();
    }

    /** Which concepts move which class, and whether that could be chance. */
    public InfluenceResults influence(Run run) {
        return InfluenceStudy.run(run, InfluenceStudy.Options.of(1), monitor);
    }

    /** Explains the prediction for an image. Several threads may use one run. */
    public ExplainedImage explain(Run run, Path image) {
        return explain(run, new ImageReader().read(image), image.getFileName().toString());
    }

    /**
     * The same for a picture that is not a file.
     *
     * @param name of the picture, for the explanation
     */
    public ExplainedImage explain(Run run, Picture picture, String name) {
        return new ExplanationStudy(run, ExplanationStudy.Options.DEFAULT, monitor).explain(picture, name);
    }

    /** The prediction for a picture after edits of its concepts, one after the other. */
    public Editor.Outcome edit(Run run, Picture picture, List<Edit> edits) {
        return OpenImage.of(run, picture).after(edits, OpenImage.values(run, true, monitor));
    }

    /**
     * Writes a network that no longer relies on concepts.
     *
     * @param concepts numbers of the concepts, or their names where these are unique
     * @param out file of the corrected network
     */
    public CorrectionResults correct(Run run, List<String> concepts, Path out) {
        return RepairStudy.run(run, RepairStudy.Options.of(concepts, out), monitor)
                .results();
    }
}
