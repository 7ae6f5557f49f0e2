package org.eddp.run;

import java.nio.file.Path;
import java.util.Optional;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSetNetwork;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileNames;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Snapshot;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Tensor;

/** The network of a run, loaded when it is first needed and cut at the run's layer. */
public final class RunNetwork {
    private final Run run;
    private Path file;
    private Network loaded;
    private PatchLayer layer;

    RunNetwork(Run run) {
        this.run = run;
    }

    /**
     * An image as the network sees it.
     *
     * @param rows its patches
     * @param head the part above the layer, for this image and versions of it
     * @param picture the part that the network sees
     */
    public record View(Tensor rows, Head head, Snapshot picture) {}

    /** Its file, checked to be the one the run was made with. */
    public Path file() {
        synchronized (run) {
            if (file == null) {
                Path place = run.networkPlace();
                if (!networks().isIn(place)) {
                    throw new RunFailure.MissingPart(
                            RunFailure.MissingPart.Part.NETWORK,
                            "the network file " + place + " is not the one the run " + run.folder() + " was made with");
                }
                file = place;
            }
            return file;
        }
    }

    private FeatureSetNetwork networks() {
        return new FeatureSetNetwork(run.provenance());
    }

    private Network loaded() {
        synchronized (run) {
            if (loaded == null) {
                loaded = networks().load(file());
            }
            return loaded;
        }
    }

    /** Which of several outputs has the logits, null if there is only one. */
    public String output() {
        return LayerAddress.of(run.provenance().layer()).output();
    }

    /** Number of its classes. */
    public int classes() {
        return loaded().classes();
    }

    /** Name of its format. */
    public String format() {
        return loaded().format();
    }

    /** The layer of the run. */
    public PatchLayer layer() {
        synchronized (run) {
            if (layer == null) {
                Network.Cut cut = cut();
                layer = PatchLayer.of(cut, gridOfTokens(cut));
                if (!layer.readsPatches()) {
                    run.monitor().remark(layer.unreadPatches());
                }
            }
            return layer;
        }
    }

    private Network.Cut cut() {
        Network network = loaded();
        try {
            return network.cut(run.provenance().layer());
        } catch (NetworkFailure e) {
            throw new NetworkFailure(
                    "the run " + run.folder() + " names a layer that its network does not have: " + e.getMessage(), e);
        }
    }

    /** Tokens were laid out as a grid when features were extracted, by default as a square; maps have their own. */
    private Grid gridOfTokens(Network.Cut cut) {
        if (cut.layer().shape().length != 2) {
            return null;
        }
        if (run.hasFeatures()) {
            return run.features().grid();
        }
        run.monitor()
                .remark("the feature set of the run " + run.folder() + " is not where it was, so the grid of layer "
                        + run.provenance().layer() + " is taken to be square; say where the set is if it is not");
        return null;
    }

    /** Refuses networks that are not classifiers. */
    public void requireDecisions() {
        run.provenance().outputs().requireDecisions(run.provenance().network());
    }

    /** The part above the layer. */
    public Head head() {
        requireDecisions();
        return Head.of(layer());
    }

    /** The part above the layer, for images of a feature set. */
    public Head head(FeatureSet set) {
        layer().requireExtra(set.extraTokens());
        return head();
    }

    /** The class vectors, if the part above the layer is pooling and one linear layer. */
    public Optional<LinearReadout> readout() {
        return layer().readout();
    }

    /** How pictures become inputs. */
    public Preprocessing preprocessing() {
        return run.provenance().preprocessing();
    }

    /** Reads a picture and computes its patches; the tensor belongs to the open scope. */
    public View view(Path image) {
        return view(new ImageReader().read(image));
    }

    /** The same for a picture that was read, and perhaps changed. */
    public View view(Picture picture) {
        requireDecisions();
        Preprocessing preprocessing = preprocessing();
        Tensor output = layer().outputOf(picture, preprocessing);
        return new View(
                layer().rows(output),
                Head.of(layer(), output),
                Snapshot.of(picture, preprocessing.box(picture.width(), picture.height())));
    }

    /** Features of other images, kept in the run so that they are computed once as long as the images do not change. */
    public FeatureSet extract(Path images, Monitor monitor) {
        ImageList list = ImageList.of(images);
        list.leftOut().ifPresent(monitor::remark);
        Path folder =
                run.path(Results.IMAGES).resolve(FileNames.unique(FileNames.of(FileNames.last(images)), list.digest()));
        FeatureExtraction.Source source =
                new FeatureExtraction.Source(file(), loaded(), layer(), list, preprocessing());
        try (Monitor.Stage stage = monitor.stage("features", list.size())) {
            return FeatureExtraction.run(
                    folder, source, FeatureExtraction.Options.DEFAULT.withOverwrite(true), run.workers(), stage);
        }
    }

    void close() {
        if (loaded != null) {
            loaded.close();
        }
    }
}
