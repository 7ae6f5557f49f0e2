package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.features.ImageRecord;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageReader;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing;
import org.eddp.tensor.Tensor;

/** The images that a feature set was made from, by their numbers in it. Thread-safe. */
final class SetPictures {
    private final Path root;
    private final List<ImageRecord> records;
    private final Preprocessing preprocessing;

    private SetPictures(Path root, List<ImageRecord> records, Preprocessing preprocessing) {
        this.root = root;
        this.records = records;
        this.preprocessing = preprocessing;
    }

    /**
     * The images of the feature set of a run.
     *
     * @param given where the user says they are, or null
     */
    static SetPictures of(OpenRun run, FeatureSet set, Path given) {
        String known = run.origin().images();
        if (given == null && known == null) {
            throw new FileFailure("the run " + run.folder()
                    + " does not say where its images are; give their folder with --image-folder");
        }
        Path root = given != null ? given : Path.of(known);
        if (!Files.isDirectory(root)) {
            throw new FileFailure("the images of the run " + run.folder() + " are not at " + root
                    + "; give their folder with --image-folder");
        }
        List<ImageRecord> present =
                set.records().stream().filter(ImageRecord::present).toList();
        return new SetPictures(root, present, set.info().provenance().preprocessing());
    }

    Preprocessing preprocessing() {
        return preprocessing;
    }

    String name(int image) {
        return records.get(image).name();
    }

    /** An image as it is in its file. */
    Picture picture(int image) {
        return new ImageReader().read(root.resolve(name(image)));
    }

    /** An image as the network takes it, 1 x channels x height x width. */
    Tensor tensor(int image) {
        float[] values = preprocessing.apply(picture(image));
        return Tensor.of(
                values, 1, preprocessing.channels().count(), preprocessing.cropHeight(), preprocessing.cropWidth());
    }
}
