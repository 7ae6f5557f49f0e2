package org.eddp.study;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.FolderLock;
import org.eddp.files.Version;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.parts.DonePart;
import org.eddp.parts.Part;
import org.eddp.parts.PartFile;
import org.eddp.parts.PartFolders;
import org.eddp.run.Results;
import org.eddp.run.Run;

/** Dissection by several processes: each keeps the counts of its shards beside the labels, and one adds them up. */
final class LabelParts {
    private static final String LABELS = "labels";
    private static final String LABELLING = "labelling";
    private static final String SCORING = "scoring";

    private final Run run;
    private final Labelling.Options options;
    private final Monitor monitor;
    private final Splits splits;
    private final PartFolders parts;
    private final int units;
    private final Map<String, String> question;

    LabelParts(Run run, Labelling.Options options, Monitor monitor) {
        this.run = run;
        this.options = options;
        this.monitor = monitor;
        splits = Splits.stored(options, run.features(), monitor);
        parts = PartFolders.of(run.path(LABELS));
        units = run.features().units().size();
        question = question();
    }

    /** All that decides the counts; how they are judged is decided when they are put together. */
    private Map<String, String> question() {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("version of eddp", Version.current());
        asked.put("digest of the directions", run.digest());
        asked.put("digest of the features", run.features().digest());
        asked.put(
                "digest of the dataset",
                AnnotatedDataset.read(options.dataset()).digest());
        asked.put("split that labels come from", options.labelSplit());
        asked.put("split that scores come from", options.scoreSplit());
        return asked;
    }

    /** Counts what belongs to a part, unless that was done. */
    DonePart run(Part part) {
        Path folder = parts.of(part);
        try (FolderLock lock = run.writing(folder)) {
            count(part, LABELLING, options.labelSplit(), splits.train());
            count(part, SCORING, options.scoreSplit(), splits.val());
        }
        return new DonePart(part, folder, part.end(units) - part.first(units), units);
    }

    private void count(Part part, String name, String split, AnnotatedFeatures images) {
        PartFile file = new PartFile(parts.of(part), name);
        if (file.answers(part, question)) {
            return;
        }
        try (Monitor.Stage stage = monitor.stage(name, images.images())) {
            DissectionWork work = new DissectionWork(run, options.dataset(), split, images, run.workers(), stage);
            Dissection.Counts total = Dissection.Counts.none(run.directions().concepts());
            Distributor.HERE.run(work, part.first(units), part.end(units), total::add);
            file.write(part, question, total);
        }
    }

    /** Adds up what all parts counted, writes the labels into the run and removes the parts. */
    Labels merge() {
        try (FolderLock lock = run.writing()) {
            List<Part> all = parts.all();
            Labels labels = parts.locked(all, () -> {
                Labels merged = labels(all);
                run.write(Results.LABELS, merged, run.options().command());
                for (Part part : all) {
                    new PartFile(parts.of(part), LABELLING).remove();
                    new PartFile(parts.of(part), SCORING).remove();
                }
                return merged;
            });
            parts.removeEmpty();
            return labels;
        }
    }

    private Labels labels(List<Part> all) {
        parts.requireComplete(
                all,
                units,
                part -> new PartFile(parts.of(part), LABELLING).exists()
                                && new PartFile(parts.of(part), SCORING).exists()
                        ? part.end(units) - part.first(units)
                        : 0);
        return Labels.of(
                splits.name(),
                sum(all, LABELLING),
                sum(all, SCORING),
                splits.train()::labelName,
                options.counting(),
                options.threshold());
    }

    private Dissection.Counts sum(List<Part> all, String name) {
        Dissection.Counts total = Dissection.Counts.none(run.directions().concepts());
        for (Part part : all) {
            total.add(Dissection.Counts.read(new PartFile(parts.of(part), name).read(part, question)));
        }
        return total;
    }
}
