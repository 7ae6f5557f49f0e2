package org.eddp.experiments.world;

import java.nio.file.Path;
import java.util.List;
import org.eddp.experiments.training.TrainedNetwork;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.files.FileFailure;
import org.eddp.files.Folders;
import org.eddp.files.json.Json;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.tensor.Workers;

/**
 * Trains the network of a world: reads pictures and classes of a dataset that has {@code classes.csv}, and writes
 * {@code network.onnx}, {@code network.pt} and {@code network.json} (the {@link Card}).
 */
final class WorldNetwork {
    /** The network as ONNX. */
    static final String ONNX = "network.onnx";

    /** The network as TorchScript. */
    static final String TORCH_SCRIPT = "network.pt";

    /** The file with the description of the network. */
    static final String CARD = "network.json";

    private WorldNetwork() {}

    /**
     * The description of a trained network.
     *
     * @param classes names, in the order of the logits
     * @param layer the last layer before pooling, by its name in both files
     * @param preprocessing how pictures become its input
     * @param trainAccuracy on the pictures it learned from
     * @param valAccuracy on the others
     * @param options how it was trained
     */
    record Card(
            List<String> classes,
            String layer,
            Preprocessing preprocessing,
            double trainAccuracy,
            double valAccuracy,
            WorldOptions.Network options) {
        /**
         * Reads the card beside a network.
         *
         * @throws FileFailure if there is none
         */
        static Card read(Path folder) {
            return Json.read(folder.resolve(CARD), Card.class);
        }
    }

    /**
     * Trains a network and writes it.
     *
     * @param dataset made by {@link WorldGenerator}, or another with {@code classes.csv} and splits train and val
     * @param folder where the network goes
     * @throws FileFailure if a file cannot be read or written
     */
    static Card train(
            Path dataset, Path folder, WorldOptions.Network options, Workers workers, Trainer.EpochMonitor monitor) {
        Folders.prepare(folder);
        ImageClasses classes = ImageClasses.read(dataset);
        Preprocessing preprocessing = preprocessing(options.input());
        TrainingImages train = load(dataset, "train", classes, preprocessing, workers);
        TrainingImages val = load(dataset, "val", classes, preprocessing, workers);
        Architecture architecture =
                Architecture.residual(options.input(), classes.names().size(), options.width());
        TrainedNetwork network = Trainer.train(architecture, train, options.training(), workers, monitor);
        Card card = new Card(
                classes.names(),
                architecture.lastMaps(),
                preprocessing,
                network.accuracy(train, workers),
                network.accuracy(val, workers),
                options);
        network.writeOnnx(folder.resolve(ONNX));
        network.writeTorchScript(folder.resolve(TORCH_SCRIPT));
        Json.write(folder.resolve(CARD), card);
        return card;
    }

    /** Straight to the network's size, normalised as torchvision does. */
    static Preprocessing preprocessing(int input) {
        return InputPreset.TORCHVISION.preprocessing().withSize(input, input).withResize(0);
    }

    /**
     * Pictures of a split in memory.
     *
     * @throws FileFailure if a picture cannot be read or has no class
     */
    static TrainingImages load(
            Path dataset, String split, ImageClasses classes, Preprocessing preprocessing, Workers workers) {
        List<ImageList.Entry> images = ImageList.ofDataset(dataset, split).entries();
        ImageReader reader = new ImageReader();
        return TrainingImages.of(
                images.size(),
                i -> new TrainingImages.Example(
                        reader.read(images.get(i).path()),
                        classes.of(images.get(i).name())),
                preprocessing,
                workers);
    }
}
