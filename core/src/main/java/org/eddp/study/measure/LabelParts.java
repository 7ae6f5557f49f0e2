package org.eddp.study.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.files.FolderLock;
import org.eddp.files.Version;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.Labels;
import org.eddp.monitor.Monitor;
import org.eddp.parts.FinishedPart;
import org.eddp.parts.Part;
import org.eddp.parts.PartFolders;
import org.eddp.parts.StoredSums;
import org.eddp.run.Results;
import org.eddp.run.Run;

/** Dissection by several processes: each keeps the counts of its shards beside the labels, and one adds them up. */
final class LabelParts {
    private static final String LABELS = "labels";

    private final Run run;
    private final Monitor monitor;
    private final LabelSums sums;
    private final StoredSums kept;

    LabelParts(Run run, Labelling.Options options, Monitor monitor) {
        this.run = run;
        this.monitor = monitor;
        sums = new LabelSums(run, options, Splits.stored(options, run.features(), monitor));
        kept = new StoredSums(
                PartFolders.of(run.path(LABELS)),
                run.features().units().size(),
                PartFolders.SHARDS,
                question(run, options));
    }

    /** All that decides the counts; how they are judged is decided when they are put together. */
    static Map<String, String> question(Run run, Labelling.Options options) {
        Map<String, String> asked = question(run);
        asked.put(
                "digest of the dataset",
                AnnotatedDataset.read(options.dataset()).digest());
        asked.put("split that labels come from", options.labelSplit());
        asked.put("split that scores come from", options.scoreSplit());
        return asked;
    }

    /** What decides all that is asked about the features of a run. */
    static Map<String, String> question(Run run) {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("version of eddp", Version.current());
        asked.put("digest of the directions", run.digest());
        asked.put("digest of the features", run.features().digest());
        return asked;
    }

    /** Counts what belongs to a part, unless that was done. */
    FinishedPart run(Part part) {
        try (FolderLock lock = run.writing(kept.folders().of(part))) {
            return kept.keep(part, sums.all(), monitor);
        }
    }

    /** Adds up what all parts counted, writes the labels into the run and removes the parts. */
    Labels merge() {
        try (FolderLock lock = run.writing()) {
            return kept.merge(sums.all(), () -> {
                Labels labels = sums.closest(kept::of);
                run.write(Results.LABELS, labels, run.options().command());
                return labels;
            });
        }
    }
}
