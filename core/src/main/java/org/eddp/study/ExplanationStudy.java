package org.eddp.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.ExplainedImage.Detection;
import org.eddp.explain.ExplainedImage.Entry;
import org.eddp.explain.ExplainedImage.Index;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.explain.UndecidedPoint;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.health.ConceptNumber;
import org.eddp.health.Health;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageFiles;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.run.RunNetwork;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/** Explains predictions of the network of a run. */
public final class ExplanationStudy {
    private final Run run;
    private final Options options;
    private final Monitor monitor;
    private final Integer label;
    private final Integer against;
    private final Explainer explainer;
    private final Integer supported;
    private final ExplainedImage.Limit limit;

    /**
     * Prepares explanations: loads the network.
     *
     * @param monitor receives remarks and the progress
     */
    public ExplanationStudy(Run run, Options options, Monitor monitor) {
        this(run, options, () -> StoredStatistics.of(run, monitor), monitor);
    }

    /**
     * The same with known values of concepts, see {@link OpenImage#values}.
     *
     * @param values used only by explanations by removal
     */
    public ExplanationStudy(Run run, Options options, Supplier<ConceptStatistics> values, Monitor monitor) {
        this.run = run;
        this.options = options;
        this.monitor = monitor;
        label = number("", options.label());
        against = number(" to set it against", options.against());
        RunNetwork network = run.network();
        if (network.readout().isEmpty() && options.undecided() != Undecided.ABSENCE) {
            monitor.remark("the head is more than pooling and one linear layer: explanations are of first order,"
                    + " and what lies beyond is printed as the error");
        }
        PatchLayer layer = network.layer();
        explainer = options.undecided() == Undecided.ABSENCE
                ? explainer(run, layer, values.get())
                : new Explainer(
                        run.directions(),
                        layer.grid(),
                        run.provenance().activation(),
                        Head.of(layer),
                        point(options.undecided(), run));
        Optional<Health> health = run.read(Results.HEALTH);
        supported = health.map(known -> ConceptNumber.most(known.patches(), known.width()))
                .orElse(null);
        limit = health.flatMap(known -> known.limit(options.undecided() == Undecided.ABSENCE))
                .orElse(null);
    }

    private ExplanationStudy(ExplanationStudy prepared, Options options) {
        run = prepared.run;
        this.options = options;
        monitor = prepared.monitor;
        explainer = prepared.explainer;
        supported = prepared.supported;
        limit = prepared.limit;
        label = number("", options.label());
        against = number(" to set it against", options.against());
    }

    /**
     * The same for other classes; reuses the preparation, which for many concepts takes longer than an explanation.
     *
     * @param other class by number or name; null for the predicted one
     * @param opposed explain the class as opposed to this one; null for the class alone
     */
    public ExplanationStudy of(String other, String opposed) {
        return new ExplanationStudy(this, new Options(other, opposed, options.maps(), options.undecided()));
    }

    /**
     * Options of an explanation.
     *
     * @param label class by number or name; null for the predicted one
     * @param against explain the class as opposed to this one; null for the class alone
     * @param maps concepts whose detections are kept, strongest first; those that only cancel each other count as one
     * @param undecided reference of the explanations
     */
    public record Options(String label, String against, int maps, Undecided undecided) {
        /** The predicted class by removal, with maps of the five strongest concepts. */
        public static final Options DEFAULT = new Options(null, null, 5, Undecided.ABSENCE);

        public Options {
            if (maps < 1) {
                throw new InvalidInput("the number of maps, " + maps + ", must be at least 1");
            }
        }

        /** The same with {@code label} changed. */
        public Options withLabel(String changed) {
            return new Options(changed, against, maps, undecided);
        }

        /** The same with {@code against} changed. */
        public Options withAgainst(String changed) {
            return new Options(label, changed, maps, undecided);
        }

        /** The same with {@code maps} changed. */
        public Options withMaps(int changed) {
            return new Options(label, against, changed, undecided);
        }

        /** The same with {@code undecided} changed. */
        public Options withUndecided(Undecided changed) {
            return new Options(label, against, maps, changed);
        }
    }

    /** The reference of explanations; see {@link UndecidedPoint}. */
    public enum Undecided {
        /** The picture without its concepts: a contribution is the effect of removing the concept. */
        ABSENCE,
        /** That of learning: where uncertainty region alignment made the network uncertain. */
        LEARNED,
        /** All concepts are moved, by the pseudo-inverse. */
        PAPER,
        /** All concepts are moved, by the inverse with the usual damping. */
        DAMPED,
        /** Only concepts that fire are moved. */
        PRESENT
    }

    /**
     * Explains by removal, in the concepts of a run whose network is open already.
     *
     * @param layer of the run
     * @param values of its concepts, see {@link OpenImage#values}
     */
    public static Explainer explainer(Run run, PatchLayer layer, ConceptStatistics values) {
        return new Explainer(
                run.directions(), layer.grid(), run.provenance().activation(), Head.of(layer), values.absence());
    }

    /** The point for the directions of a run. */
    static UndecidedPoint point(Undecided undecided, Run run) {
        return switch (undecided) {
            case ABSENCE -> UndecidedPoint.ABSENCE;
            case LEARNED -> UndecidedPoint.damped(damping(run));
            case PAPER -> UndecidedPoint.PAPER;
            case DAMPED -> UndecidedPoint.damped(UndecidedPoint.USUAL_DAMPING);
            case PRESENT -> UndecidedPoint.present();
        };
    }

    /** The damping that the run was learned with; 0 if it had none or was made by another method. */
    private static double damping(Run run) {
        return run.file() instanceof RunFile.LearnedRun learned && learned.options() != null
                ? learned.options().losses().damping()
                : 0;
    }

    private Integer number(String what, String text) {
        return text == null
                ? null
                : run.classNames()
                        .parse(
                                run.provenance().outputs().noun() + what,
                                text,
                                run.network().classes());
    }

    /**
     * Explains images one after the other and writes the explanations into a folder, and an index if there are several;
     * an image that cannot be read is named and left out, unless there is no other.
     *
     * @param place folder of the explanations
     * @param explained receives every explanation and the name of its file without extension
     */
    public void explain(List<ImageList.Entry> images, Path place, BiConsumer<String, ExplainedImage> explained) {
        try (FolderLock lock = run.writing(place)) {
            explainAll(images, place, explained);
        }
    }

    private void explainAll(List<ImageList.Entry> images, Path place, BiConsumer<String, ExplainedImage> explained) {
        if (images.size() == 1) {
            explain(images.get(0), place, explained);
            return;
        }
        List<Entry> entries = new ArrayList<>();
        Explanation[] last = new Explanation[1];
        try (Monitor.Stage stage = monitor.stage("explain", images.size())) {
            for (int n = 0; n < images.size(); n++) {
                try {
                    explain(images.get(n), place, (name, result) -> {
                        entries.add(entry(name, result));
                        last[0] = result.explanation();
                        explained.accept(name, result);
                    });
                } catch (ImageFailure e) {
                    stage.remark("left out: " + e.getMessage());
                }
                stage.onProgress(n + 1, images.size());
            }
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; what was explained until then is in " + place);
        }
        if (entries.isEmpty()) {
            throw new ImageFailure("no image could be explained");
        }
        run.write(
                Results.EXPLANATION_INDEX,
                place.resolve(run.path(Results.EXPLANATION_INDEX).getFileName()),
                Index.of(run.options().command(), run.digest(), entries, last[0], limit));
    }

    private static Entry entry(String name, ExplainedImage result) {
        return new Entry(
                result.image(),
                name + ".json",
                result.label(),
                result.predicted(),
                result.verdict(),
                result.explanation().quality());
    }

    private void explain(ImageList.Entry image, Path place, BiConsumer<String, ExplainedImage> explained) {
        monitor.check("explaining");
        ExplainedImage result = explain(image);
        String name = name(image, result);
        run.write(Results.EXPLANATIONS, place.resolve(name + ".json"), result);
        explained.accept(name, result);
    }

    /** Explains one image; writes nothing. Thread-safe. */
    public ExplainedImage explain(ImageList.Entry image) {
        return explain(new ImageReader().read(image.path()), image.name());
    }

    /** Explains a picture; writes nothing. Thread-safe. */
    public ExplainedImage explain(Picture picture, String name) {
        try (Scope scope = Scope.open()) {
            RunNetwork.View view = run.network().view(picture);
            Explanation explanation = explainer.with(view.head()).explain(view.rows(), label, against);
            return new ExplainedImage(
                    run.options().command(),
                    run.digest(),
                    name,
                    view.picture().address(),
                    run.classNames().of(explanation.label()),
                    against == null ? null : run.classNames().of(against),
                    run.classNames().of(explanation.predicted()),
                    run.conceptNames().all(),
                    explanation,
                    detections(explanation, view.rows().toMatrix()),
                    explanation.likeliest().stream()
                            .map(score -> run.classNames().of(score.label()))
                            .toList(),
                    supported,
                    run.provenance().outputs(),
                    explanation.without() == null
                            ? null
                            : run.classNames().of(explanation.without().predicted()),
                    limit);
        }
    }

    /** Scores of the strongest concepts on every patch. */
    private List<Detection> detections(Explanation explanation, Matrix rows) {
        int width = run.network().layer().grid().width();
        Matrix scores = run.directions().detectors().scores(rows);
        List<Detection> detections = new ArrayList<>();
        for (int concept : shown(explanation)) {
            double[][] map = new double[rows.rows() / width][width];
            for (int p = 0; p < rows.rows(); p++) {
                map[p / width][p % width] = scores.get(p, concept);
            }
            detections.add(new Detection(concept, map));
        }
        return detections;
    }

    /** Concepts that only cancel each other are shown together, at the position of their sum. */
    private List<Integer> shown(Explanation explanation) {
        return explanation.parts().stream()
                .filter(part -> part.present() || !explanation.byRemoval())
                .limit(options.maps())
                .flatMap(part -> part.concepts().stream())
                .toList();
    }

    /**
     * The same picture, class and settings have the same name; pictures of the same name from two folders get different
     * names. Default settings are not part of the name.
     */
    private String name(ImageList.Entry image, ExplainedImage explained) {
        Named other = explained.against();
        List<Object> identity = new ArrayList<>(List.of(
                image.name(),
                ImageFiles.digest(image.path()),
                explained.label().number(),
                other == null ? "" : other.number()));
        if (options.undecided() != Options.DEFAULT.undecided()) {
            identity.add(options.undecided());
        }
        if (options.maps() != Options.DEFAULT.maps()) {
            identity.add(options.maps());
        }
        return FileNames.unique(
                FileNames.stem(image.name()) + "-"
                        + FileNames.of(explained.subject().replace(" rather than ", " vs ")),
                identity.toArray());
    }
}
