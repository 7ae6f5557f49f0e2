package org.eddp.baselines;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.labels.Concept;
import org.eddp.labels.LabelledImages;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Workers;

/** The methods that directions are compared with. */
public enum BaselineMethod {
    /** One direction per feature; fires on the strongest 0.005 of the patches. */
    NATURAL("the features themselves", Decompositions::natural),
    /** Principal components; fire on the strongest 0.2 of the patches. */
    PCA("principal components", Decompositions::pca),
    /**
     * Parts of a non-negative factorisation of the maps averaged to 2 x 2; detectors project features onto the parts,
     * and fire on the strongest 0.005 of the patches.
     */
    NMF("non-negative matrix factorisation", Decompositions::nmf),
    /** Independent components; fire on the strongest 0.005 of the patches. */
    ICA("independent components", Decompositions::ica),
    /** Parts of a sparse autoencoder; fire where it uses them. */
    SAE("sparse autoencoder", Decompositions::sae),
    /** Unsupervised interpretable basis extraction: see {@link BasisExtraction}. */
    UIBE("unsupervised interpretable basis extraction", BasisExtraction::uibe),
    /** Concept basis extraction: see {@link BasisExtraction}. */
    CBE("concept basis extraction", BasisExtraction::cbe),
    /** Linear classifiers learned with supervision: see {@link SupervisedDirections}. */
    IBD("linear classifiers learned with supervision", SupervisedDirections::ibd),
    /** Pattern-CAVs, encoding directions estimated with supervision: see {@link SupervisedDirections}. */
    PCAV("Pattern-CAVs", SupervisedDirections::patternCavs);

    private final String title;
    private final Procedure procedure;

    /** How a method finds directions. */
    interface Procedure {
        Fit fit(Data data, BaselineOptions options, Workers workers, Monitor monitor);
    }

    BaselineMethod(String title, Procedure procedure) {
        this.title = title;
        this.procedure = procedure;
    }

    /** The method called, for example, {@code pca}. */
    public static BaselineMethod named(String name) {
        List<String> known = Arrays.stream(values()).map(BaselineMethod::label).toList();
        int index = known.indexOf(name);
        if (index < 0) {
            throw new InvalidInput("no method is called '" + name + "'; there are " + String.join(", ", known));
        }
        return values()[index];
    }

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A description for users. */
    public String title() {
        return title;
    }

    /** Whether it learns from labels. */
    public boolean supervised() {
        return this == IBD || this == PCAV;
    }

    /** Whether its detectors have no threshold but fire on a share of the patches that is given. */
    private boolean byShare() {
        return this == NATURAL || this == PCA || this == NMF || this == ICA;
    }

    /** Whether it uses the upper part of the network. */
    public boolean usesHead() {
        return this == CBE;
    }

    /**
     * Finds directions; the same data, options and seed give the same ones for any number of workers.
     *
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public Fit fit(Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        if (supervised() && data.labelled() == null) {
            throw new InvalidInput(label() + " learns from labels; give an annotated dataset");
        }
        if (usesHead() && data.head() == null) {
            throw new InvalidInput(label() + " asks the upper part of the network, which is not given");
        }
        if (supervised() && options.share() != null) {
            throw new InvalidInput(
                    label() + " takes its thresholds from labels; a share of the patches cannot be given");
        }
        monitor.check(title);
        if (options.share() == null || byShare()) {
            return procedure.fit(data, options, workers, monitor);
        }
        Fit own = procedure.fit(data, options, workers, monitor.part(0, 0.9));
        return own.firingOn(options.share(), data.features(), options.saturated(), workers, monitor.part(0.9, 1));
    }

    /**
     * Number of directions it gives, if that does not depend on labels.
     *
     * @param concepts requested directions
     * @param width of the features
     */
    public int directions(int concepts, int width) {
        return this == NATURAL ? width : concepts;
    }

    /**
     * The data of a baseline.
     *
     * @param features of the concept dataset
     * @param activation that computed them
     * @param head upper part of the network, null if the method does not use it
     * @param labelled images of the train split, null for methods without supervision
     * @param concepts that supervised methods learn, null for all that occur often enough
     */
    public record Data(
            FeatureSource features, Activation activation, Head head, LabelledImages labelled, Set<Concept> concepts) {

        /** Features alone. */
        public static Data of(FeatureSource features, Activation activation) {
            return new Data(features, activation, null, null, null);
        }

        /** The same with the upper part of the network. */
        public Data with(Head upper) {
            return new Data(features, activation, upper, labelled, concepts);
        }

        /** The same with labels to learn from. */
        public Data with(LabelledImages images, Set<Concept> wanted) {
            return new Data(features, activation, head, images, wanted);
        }
    }

    /**
     * The result of a baseline.
     *
     * @param directions with signal vectors, as those of a learned run
     * @param details numbers about the fit, for {@code run.json}
     * @param concepts the concept of each direction, null for methods without supervision
     */
    public record Fit(Directions directions, Map<String, Object> details, List<Concept> concepts) {
        /** The key in {@link #details} of the share of the patches on which every detector fires, if it was given. */
        public static final String SHARE = "share";

        /**
         * The same filters with other thresholds: every detector fires on a share of the patches, those with the largest
         * w.x. Signal vectors are computed again for the new thresholds. Nothing is fitted again.
         */
        public Fit firingOn(
                double share, FeatureSource features, Saturated saturated, Workers workers, Monitor monitor) {
            return Decompositions.atShare(features, directions.filters(), share, saturated, details, workers, monitor);
        }
    }
}
