package org.eddp.features;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Json;
import org.eddp.images.source.ImageList;
import org.eddp.network.Network;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;

/**
 * The computation of shards for another process that sees the same files: it loads the network, checks its digest, reads
 * which images are in its shards, and writes shards to the folder.
 *
 * @param json a {@link Description}
 */
record ExtractionOrder(String json) implements WorkOrder<FeatureSet.Info.Shard> {
    private static final long serialVersionUID = 1L;

    /**
     * The inputs.
     *
     * @param folder of the shards
     * @param network file
     * @param images of every shard
     * @param strict a broken image ends the work instead of being skipped
     * @param kept whether the features are stored
     * @param info description of the set
     */
    record Description(
            String folder, String network, ImagePlan images, boolean strict, boolean kept, FeatureSet.Info info) {}

    static ExtractionOrder of(
            Path folder, FeatureExtraction.Source source, FeatureExtraction.Options options, FeatureSet.Info info) {
        return new ExtractionOrder(Json.toText(new Description(
                absolute(folder),
                absolute(source.networkFile()),
                ImagePlan.write(folder, source.list().root(), source.list().entries(), info),
                options.strict(),
                options.kept(),
                info.with(List.of(), false))));
    }

    private static String absolute(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    @Override
    public String title() {
        return "features";
    }

    @Override
    public Work<FeatureSet.Info.Shard> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        FeatureSet.Info info = asked.info();
        FeatureExtraction.Options options = FeatureExtraction.Options.DEFAULT
                .withType(info.type())
                .withBatchImages(info.batchImages())
                .withShardBytes(1)
                .withStrict(asked.strict())
                .withKept(asked.kept());
        Path file = RemoteFiles.parse(asked.network());
        FeatureSetNetwork networks = new FeatureSetNetwork(info.provenance());
        Network network = networks.load(file);
        FeatureExtraction.Source source = new FeatureExtraction.Source(
                file,
                network,
                networks.layer(network, info.grid()),
                ImageList.ofSorted(
                        RemoteFiles.parse(asked.images().root()), asked.images().entries()),
                info.provenance().preprocessing());
        FeatureSet.Provenance described = info.provenance();
        if (!source.provenance(described.listed(), described.listSha256()).equals(described)) {
            network.close();
            throw new FileFailure("the network " + file
                    + " is not the one that the work was described with; give the same to every process");
        }
        return new Opened(
                new ExtractionWork(
                        RemoteFiles.parse(asked.folder()), source, options, info, place.workers(), place.monitor()),
                network);
    }

    /** Work that owns its network. */
    private record Opened(ExtractionWork work, Network network) implements Work<FeatureSet.Info.Shard> {
        @Override
        public int units() {
            return work.units();
        }

        @Override
        public void run(int first, int end, Consumer<? super FeatureSet.Info.Shard> inOrder) {
            work.run(first, end, inOrder);
        }

        @Override
        public WorkOrder<FeatureSet.Info.Shard> order() {
            return work.order();
        }

        @Override
        public PictureCount pictures(FeatureSet.Info.Shard shard) {
            return work.pictures(shard);
        }

        @Override
        public void close() {
            network.close();
        }
    }

    @Override
    public byte[] toBytes(FeatureSet.Info.Shard shard) {
        return Json.toText(shard).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public FeatureSet.Info.Shard fromBytes(byte[] bytes) {
        return Json.fromText(
                "the description of a shard", new String(bytes, StandardCharsets.UTF_8), FeatureSet.Info.Shard.class);
    }
}
