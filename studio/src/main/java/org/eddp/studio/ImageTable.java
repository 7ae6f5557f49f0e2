package org.eddp.studio;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.study.view.ImageLabels;
import org.eddp.study.view.ImagePredictions;

/** The predictions and labels of all images of a run. They are computed once and kept until the run is learned again. */
final class ImageTable {
    private final OpenRun open;
    private Known known;

    ImageTable(OpenRun open) {
        this.open = open;
    }

    /**
     * Predictions and labels of all images.
     *
     * @param learned stamp of the run they were computed from
     * @param sources of labels that the run offers
     */
    record Known(String learned, ImagePredictions predictions, List<String> sources, ImageLabels labels) {}

    /** Empty until {@link #compute} has ended. */
    synchronized Optional<Known> known() {
        return Optional.ofNullable(known).filter(own -> own.learned().equals(open.learnedAt()));
    }

    /** Computes it unless it is known; takes one pass over the features. */
    Known compute(Monitor monitor) {
        Optional<Known> before = known();
        if (before.isPresent()) {
            return before.get();
        }
        String learned = open.learnedAt();
        Known now = open.alone(
                monitor,
                run -> new Known(
                        learned,
                        ImagePredictions.of(run, monitor),
                        ImageLabels.sources(run),
                        run.provenance().outputs().decides()
                                ? ImageLabels.usual(run)
                                : ImageLabels.of(run, ImageLabels.NOTHING)));
        synchronized (this) {
            known = now;
        }
        return now;
    }

    /**
     * Chooses a source of labels, for as long as the studio runs.
     *
     * @throws InvalidInput if none of its labels is a class of the network
     */
    Known label(String source) {
        return label(run -> ImageLabels.of(run, source));
    }

    /** The same with labels from a table. */
    Known label(Path table) {
        return label(run -> ImageLabels.of(run, table));
    }

    private Known label(Function<Run, ImageLabels> reading) {
        Known before = compute(Monitor.NONE);
        ImageLabels labels = open.ask(reading);
        synchronized (this) {
            known = new Known(before.learned(), before.predictions(), before.sources(), labels);
            return known;
        }
    }
}
