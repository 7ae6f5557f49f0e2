package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.features.ExtractionOptions;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.features.PatchHead;
import org.eddp.features.PatchLayer;
import org.eddp.files.Digests;
import org.eddp.images.ImageEntry;
import org.eddp.images.ImageList;
import org.eddp.images.ImageReader;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.report.Snapshot;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** The network of a run, loaded when it is first needed, cut at the run's layer. */
final class OpenNetwork implements AutoCloseable {
    private final OpenRun run;
    private final Path given;
    private Network loaded;
    private PatchLayer layer;

    /**
     * Loads nothing yet.
     *
     * @param given where the user says the network is, or null
     */
    OpenNetwork(OpenRun run, Path given) {
        this.run = run;
        this.given = given;
    }

    /** An image as the network sees it. */
    record Seen(Tensor rows, Snapshot picture) {}

    Network network() {
        if (loaded == null) {
            loaded = run.network(given);
        }
        return loaded;
    }

    PatchLayer layer() {
        if (layer == null) {
            layer = PatchLayer.of(network().cut(run.provenance().layer()), gridOfTokens());
        }
        return layer;
    }

    /** Tokens were laid out as a grid when features were extracted; maps have their own. */
    private Grid gridOfTokens() {
        boolean tokens = network().cut(run.provenance().layer()).layer().shape().length == 2;
        String features = run.origin().features();
        return tokens && features != null && Files.exists(Path.of(features))
                ? FeatureSet.open(Path.of(features)).grid()
                : null;
    }

    PatchHead head() {
        return PatchHead.of(layer());
    }

    /** The class vectors, if the part above the layer is pooling and one linear layer. */
    Optional<LinearReadout> readout() {
        return LinearReadout.of(layer().cut());
    }

    Preprocessing preprocessing() {
        return run.provenance().preprocessing();
    }

    /** Reads a picture and computes its patches; the tensor belongs to the open scope. */
    Seen see(Path image) {
        Picture picture = new ImageReader().read(image);
        Preprocessing preprocessing = preprocessing();
        float[] values = preprocessing.apply(picture);
        Tensor input = Tensor.of(
                values, 1, preprocessing.channels().count(), preprocessing.cropHeight(), preprocessing.cropWidth());
        return new Seen(
                layer().rows(layer().cut().lower(input)),
                Snapshot.of(picture, preprocessing.box(picture.width(), picture.height())));
    }

    /** Features of other images, kept in the run so that they are computed once. */
    FeatureSet extract(Path images, Workers workers) {
        ImageList list = ImageList.of(images);
        String place = images.toAbsolutePath().normalize().toString();
        String names = list.entries().stream().map(ImageEntry::name).collect(Collectors.joining("\n"));
        Path folder = run.folder()
                .resolve("images")
                .resolve(FileNames.of(images.getFileName().toString()) + "-"
                        + Digests.of(place + names).substring(0, 8));
        Path file = run.networkFile(given);
        try (Progress progress = new Progress("features", list.size())) {
            return FeatureExtraction.run(
                    folder,
                    new FeatureExtraction.Source(file, network(), layer(), list, preprocessing()),
                    ExtractionOptions.DEFAULT,
                    workers,
                    new ProgressMonitor(progress));
        }
    }

    @Override
    public void close() {
        if (loaded != null) {
            loaded.close();
        }
    }
}
