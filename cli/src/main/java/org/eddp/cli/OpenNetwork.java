package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.features.ExtractionOptions;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.files.Digests;
import org.eddp.images.ImageEntry;
import org.eddp.images.ImageList;
import org.eddp.images.ImageReader;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing;
import org.eddp.images.Snapshot;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** The network of a run, loaded when it is first needed, cut at the run's layer. */
final class OpenNetwork implements AutoCloseable {
    private final OpenRun run;
    private final Path given;
    private final Path features;
    private final ClassNames classNames;
    private Network loaded;
    private PatchLayer layer;

    /** Loads nothing yet. */
    OpenNetwork(RunOptions options) {
        run = options.open();
        given = options.network();
        features = options.features();
        classNames = options.classNames();
    }

    /**
     * An image as the network sees it.
     *
     * @param head what is above the layer, for this image and versions of it
     */
    record Seen(Tensor rows, Head head, Snapshot picture) {}

    Network network() {
        if (loaded == null) {
            loaded = run.network(given);
            classNames.compare(loaded.classes());
        }
        return loaded;
    }

    PatchLayer layer() {
        if (layer == null) {
            layer = PatchLayer.of(network().cut(run.provenance().layer()), gridOfTokens());
            PatchRemark.on(layer);
        }
        return layer;
    }

    /** Tokens were laid out as a grid when features were extracted, by default as a square; maps have their own. */
    private Grid gridOfTokens() {
        if (network().cut(run.provenance().layer()).layer().shape().length != 2) {
            return null;
        }
        String known = run.origin().features();
        if (features != null || (known != null && Files.exists(Path.of(known)))) {
            return run.features(features).grid();
        }
        System.err.println("the feature set of the run " + run.folder() + " is not where it was, so the grid of layer "
                + run.provenance().layer()
                + " is taken to be square; say where the set is with --features if it is not");
        return null;
    }

    Head head() {
        return Head.of(layer());
    }

    /** What is above the layer, for images of a feature set. */
    Head head(FeatureSet set) {
        layer().requireExtra(set.extraTokens());
        return head();
    }

    /** The class vectors, if the part above the layer is pooling and one linear layer. */
    Optional<LinearReadout> readout() {
        return layer().readout();
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
        Tensor output = layer().cut().lower(input);
        return new Seen(
                layer().rows(output),
                Head.of(layer(), output),
                Snapshot.of(picture, preprocessing.box(picture.width(), picture.height())));
    }

    /** Features of other images, kept in the run so that they are computed once as long as the images do not change. */
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
                    ExtractionOptions.DEFAULT.overwriting(),
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
