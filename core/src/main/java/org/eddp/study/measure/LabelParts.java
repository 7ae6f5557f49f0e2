package org.eddp.study.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.files.FolderLock;
import org.eddp.files.Version;
import org.eddp.labels.Labels;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.parts.PartFolders;
import org.eddp.run.Results;
import org.eddp.run.Run;

/** Dissection by several processes: each stores the counts of its shards beside the labels, and one adds them. */
final class LabelParts {
    private static final String LABELS = "labels";

    private final Run run;
    private final Monitor monitor;
    private final LabelSums sums;
    private final StoredSums kept;

    LabelParts(Run run, Labelling.Options options, Monitor monitor) {
        this.run = run;
        this.monitor = monitor;
        Splits splits = Splits.stored(options, run.features(), monitor);
        sums = new LabelSums(run, options, splits);
        kept = new StoredSums(
                PartFolders.of(run.path(LABELS)),
                run.features().units().size(),
                PartFolders.SHARDS,
                question(run, splits));
    }

    /** The inputs that determine the counts; thresholds are applied when parts are merged. */
    static Map<String, String> question(Run run, Splits splits) {
        Map<String, String> asked = question(run);
        asked.put("digest of the dataset", splits.train().dataset().digest());
        asked.put("split that labels come from", splits.train().split());
        asked.put("split that scores come from", splits.val().split());
        return asked;
    }

    /** The inputs of all questions about the features of a run. */
    static Map<String, String> question(Run run) {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("version of eddp", Version.current());
        asked.put("digest of the directions", run.digest());
        asked.put("digest of the features", run.features().digest());
        return asked;
    }

    /** Counts the units of a part, unless that was done. */
    FinishedPart run(Part part) {
        try (FolderLock lock = run.writing(kept.folders().of(part))) {
            return kept.keep(part, sums.all(), monitor);
        }
    }

    /** Adds the counts of all parts, writes the labels into the run and removes the parts. */
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
