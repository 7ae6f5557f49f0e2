package org.eddp.features;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.images.source.ImageList;
import org.eddp.network.Network;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;

/**
 * The computation of shards for another process that sees the same files: it loads the network, checks the digests of
 * network and list, and writes shards to the folder.
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
     * @param images folder, list of files, or dataset
     * @param strict a broken image ends the work instead of being skipped
     * @param kept whether the features are stored
     * @param info description of the set
     */
    record Description(
            String folder, String network, String images, boolean strict, boolean kept, FeatureSet.Info info) {}

    static ExtractionOrder of(
            Path folder, FeatureExtraction.Source source, FeatureExtraction.Options options, FeatureSet.Info info) {
        Path images = source.list()
                .source()
                .orElseThrow(() -> new InvalidInput(
                        "images that were listed in memory cannot be found by another process; give their folder"));
        return new ExtractionOrder(Json.toText(new Description(
                absolute(folder),
                absolute(source.networkFile()),
                absolute(images),
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
        Path file = Path.of(asked.network());
        FeatureSetNetwork networks = new FeatureSetNetwork(info.provenance());
        Network network = networks.load(file);
        FeatureExtraction.Source source = new FeatureExtraction.Source(
                file,
                network,
                networks.layer(network, info.grid()),
                ImageList.of(Path.of(asked.images())),
                info.provenance().preprocessing());
        if (!source.provenance().equals(info.provenance())) {
            network.close();
            throw new FileFailure("the network " + file + " or the images " + asked.images()
                    + " are not those that the work was described with; give both to every process alike");
        }
        return new Opened(
                new ExtractionWork(Path.of(asked.folder()), source, options, info, place.workers(), place.monitor()),
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
