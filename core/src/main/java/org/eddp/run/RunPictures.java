package org.eddp.run;

import java.nio.file.Path;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSet.ImageRecord;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.tensor.Tensor;

/** The images that a feature set was made from, by their numbers in it. Thread-safe. */
public final class RunPictures {
    private final Path root;
    private final List<ImageRecord> records;
    private final Preprocessing preprocessing;

    RunPictures(Path root, FeatureSet set) {
        this.root = root;
        records = set.records().stream().filter(ImageRecord::present).toList();
        preprocessing = set.info().provenance().preprocessing();
    }

    /** How they become inputs of the network. */
    public Preprocessing preprocessing() {
        return preprocessing;
    }

    /** The folder that their names are relative to. */
    public Path root() {
        return root;
    }

    /** How many there are. */
    public int count() {
        return records.size();
    }

    /** Name of an image. */
    public String name(int image) {
        return records.get(image).name();
    }

    /** An image with its location. */
    public ImageList.Entry entry(int image) {
        return new ImageList.Entry(
                name(image), root.resolve(name(image)), records.get(image).label());
    }

    /** An image without preprocessing. */
    public Picture picture(int image) {
        return new ImageReader().read(root.resolve(name(image)));
    }

    /** An image as the network takes it, 1 x channels x height x width. */
    public Tensor tensor(int image) {
        return preprocessing.tensor(picture(image));
    }
}
