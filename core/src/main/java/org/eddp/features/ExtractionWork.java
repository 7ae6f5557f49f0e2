package org.eddp.features;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.tensor.Workers;

/**
 * Computes shards of a feature set: a unit is a shard, which is written to a folder and described. The caller records
 * the descriptions in {@code features.json}.
 */
final class ExtractionWork implements Work<FeatureSet.Info.Shard> {
    private final Path folder;
    private final FeatureExtraction.Source source;
    private final FeatureExtraction.Options options;
    private final FeatureSet.Info info;
    private final BatchExtractor extractor;
    private final Workers workers;
    private final Monitor monitor;

    /**
     * Work that writes into a folder.
     *
     * @param info description of the set; its shards do not matter
     *
     * @param monitor receives the number of finished images of the list
     */
    ExtractionWork(
            Path folder,
            FeatureExtraction.Source source,
            FeatureExtraction.Options options,
            FeatureSet.Info info,
            Workers workers,
            Monitor monitor) {
        this.folder = folder;
        this.source = source;
        this.options = options;
        this.info = info;
        this.workers = workers;
        this.monitor = monitor;
        extractor = new BatchExtractor(source.layer(), source.preprocessing(), options, source.list());
    }

    @Override
    public int units() {
        return units(info);
    }

    static int units(FeatureSet.Info info) {
        return (info.provenance().listed() - 1) / info.shardImages() + 1;
    }

    /** The image of the list behind the last of the units before {@code unit}. */
    static int images(FeatureSet.Info info, int unit) {
        return (int) Math.min(info.provenance().listed(), (long) unit * info.shardImages());
    }

    @Override
    public void run(int first, int end, Consumer<? super FeatureSet.Info.Shard> inOrder) {
        List<int[]> batches = batches(images(info, first), images(info, end));
        try (Shards shards = new Shards(first, inOrder)) {
            workers.forEachAhead(
                    batches.size(),
                    b -> {
                        if (monitor.stopRequested()) {
                            throw new Stopped("stopped; finished shards are kept, repeat the command to continue");
                        }
                        int[] batch = batches.get(b);
                        return extractor.extract(source.list().entries().subList(batch[0], batch[1]));
                    },
                    shards::add);
        }
    }

    /** Units that were done elsewhere count as their images. */
    @Override
    public Monitor monitor() {
        return new Monitor() {
            @Override
            public void onProgress(long done, long total) {
                monitor.onProgress(images(info, (int) done), info.provenance().listed());
            }

            @Override
            public boolean stopRequested() {
                return monitor.stopRequested();
            }
        };
    }

    @Override
    public PictureCount pictures(FeatureSet.Info.Shard shard) {
        int listed = images(info, shard.number() + 1) - images(info, shard.number());
        return new PictureCount(listed, listed - shard.images());
    }

    @Override
    public WorkOrder<FeatureSet.Info.Shard> order() {
        return ExtractionOrder.of(folder, source, options, info);
    }

    /** Ranges of the list that go through the network together; none crosses the end of a shard. */
    private List<int[]> batches(int from, int to) {
        List<int[]> batches = new ArrayList<>();
        for (int first = from; first < to; ) {
            int shardEnd = images(info, first / info.shardImages() + 1);
            int end = Math.min(first + options.batchImages(), shardEnd);
            batches.add(new int[] {first, end});
            first = end;
        }
        return batches;
    }

    /** Takes batches in order and closes a shard whenever it is full. */
    private final class Shards implements AutoCloseable {
        private final Consumer<? super FeatureSet.Info.Shard> inOrder;
        private int shard;
        private ShardWriter writer;

        Shards(int first, Consumer<? super FeatureSet.Info.Shard> inOrder) {
            shard = first;
            this.inOrder = inOrder;
        }

        void add(ExtractedBatch batch) {
            if (writer == null) {
                writer = new ShardWriter(folder, info, extractor.extraTokens(), shard, options.kept());
            }
            writer.add(batch);
            int done = images(info, shard) + writer.listed();
            if (done == images(info, shard + 1)) {
                FeatureSet.Info.Shard written = writer.finish();
                close();
                shard++;
                inOrder.accept(written);
            }
            monitor.onProgress(done, info.provenance().listed());
        }

        @Override
        public void close() {
            if (writer != null) {
                writer.close();
                writer = null;
            }
        }
    }
}
