package org.eddp.study;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.files.Request;
import org.eddp.files.SafetensorsFile;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Dissection;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;
import org.eddp.parts.Workplace;
import org.eddp.run.Run;

/**
 * Dissection for another process that sees the same run, features and dataset.
 *
 * @param json a {@link Description}
 */
record DissectionOrder(String json) implements WorkOrder<Dissection.Counts> {
    private static final long serialVersionUID = 1L;

    /**
     * What to count.
     *
     * @param run folder
     * @param features folder of the feature set
     * @param dataset folder of the annotated dataset
     * @param split whose images are counted
     * @param directionsDigest what the run's directions must be
     * @param featuresDigest what the features must be
     */
    record Description(
            String run,
            String features,
            String dataset,
            String split,
            String directionsDigest,
            String featuresDigest) {}

    static DissectionOrder of(Run run, Path dataset, String split) {
        return new DissectionOrder(Json.toText(new Description(
                absolute(run.folder()),
                absolute(run.features().folder()),
                absolute(dataset),
                split,
                run.digest(),
                run.features().digest())));
    }

    private static String absolute(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    @Override
    public Work<Dissection.Counts> open(Workplace place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        Run.Options where = new Run.Options(
                null, Path.of(asked.features()), null, null, place.workers().threads(), Request.PROGRAM);
        Run run = Run.open(Path.of(asked.run()), where, place.monitor());
        FeatureSet set = run.features();
        if (!run.digest().equals(asked.directionsDigest()) || !set.digest().equals(asked.featuresDigest())) {
            run.close();
            throw new FileFailure("the directions in " + asked.run() + " or the features in " + asked.features()
                    + " are not those that the work was described with; give both to every process alike");
        }
        Path dataset = Path.of(asked.dataset());
        AnnotatedFeatures images = AnnotatedFeatures.of(AnnotatedDataset.read(dataset), asked.split(), set);
        return new Opened(
                new DissectionWork(run, dataset, asked.split(), images, place.workers(), place.monitor()), run);
    }

    /** Work with a run of its own. */
    private record Opened(DissectionWork work, Run run) implements Work<Dissection.Counts> {
        @Override
        public int units() {
            return work.units();
        }

        @Override
        public void run(int first, int end, Consumer<? super Dissection.Counts> inOrder) {
            work.run(first, end, inOrder);
        }

        @Override
        public WorkOrder<Dissection.Counts> order() {
            return work.order();
        }

        @Override
        public void close() {
            run.close();
        }
    }

    @Override
    public byte[] toBytes(Dissection.Counts counts) {
        return counts.content().toBytes();
    }

    @Override
    public Dissection.Counts fromBytes(byte[] bytes) {
        return Dissection.Counts.read(SafetensorsFile.fromBytes("the counts of a unit", bytes));
    }
}
