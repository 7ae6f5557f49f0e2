package org.eddp.cli;

import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;
import static org.eddp.testkit.TinyNetworks.SIZE;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.eddp.images.decode.Picture;
import org.eddp.labels.AnnotatedDatasetWriter;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;

/**
 * The program of {@link KeptResultsTest}: from a network and pictures to everything that is said of a run, in the working
 * folder and with paths relative to it, since results name the command that made them.
 */
final class KeptResults {
    /** What is compared; the rest are drawings, pages and paths of the machine. */
    static final List<String> FILES = List.of(
            "features/features.json",
            "features/features-00000.npy",
            "features/logits-00000.npy",
            "features/images-00000.json",
            "features/readout.safetensors",
            "run/directions.safetensors",
            "run/run.json",
            "run/commands.json",
            "run/labels.json",
            "run/metrics.json",
            "run/linear-or.json",
            "run/influence.safetensors",
            "run/influence.json",
            "explanation.json",
            "edit.json",
            "correction.json",
            "corrected.onnx",
            "deep/directions.safetensors",
            "deep/influence.json",
            "unconstrained/directions.safetensors",
            "pca/directions.safetensors",
            "pca/run.json",
            "nmf/directions.safetensors",
            "table.csv",
            "table.tex",
            "synthetic/eddp/directions.safetensors",
            "synthetic/eddp/run.json",
            "chess/network.onnx",
            "chess/directions.safetensors");

    private KeptResults() {}

    public static void main(String[] args) throws IOException {
        halves(Path.of("halves"));
        Files.writeString(Path.of("names.txt"), "ash\nbeech\ncedar\n");
        Model.write(Path.of("net.onnx"), TinyNetworks.network(false));
        Model.write(Path.of("deep.onnx"), TinyNetworks.network(true));
        ok(RunCommands.features(Path.of("net.onnx"), Path.of("halves"), Path.of("features"), "--resize", "0"));
        ok(RunCommands.features(Path.of("deep.onnx"), Path.of("halves"), Path.of("deep-features"), "--resize", "0"));
        run("learn --features features --concepts 4 --epochs 40,40,20 --out run");
        run("learn --features deep-features --concepts 4 --epochs 10,10,10 --out deep");
        run("learn --features features --concepts 4 --variant U --epochs 10,10,10 --out unconstrained");
        run("baseline --features features --method pca --concepts 4 --out pca");
        run("baseline --features features --method nmf --concepts 4 --out nmf");
        run("label --run run --dataset halves");
        run("evaluate --run run --dataset halves --linear-or --supervised-thresholds");
        run("evaluate --run pca --dataset halves");
        run("compare run pca --csv table.csv --latex table.tex");
        run("influence --run run --class-names names.txt --noise 10 --dataset halves");
        run("influence --run deep --no-test");
        run("explain --run run --class-names names.txt --image halves/images/p1.png --json explanation.json");
        run("edit --run run --class-names names.txt --image halves/images/p1.png --remove 0 --add 1 --json edit.json");
        run("correct --run run --class-names names.txt --concept 1 --out corrected.onnx --json correction.json");
        run("synthetic --images-per-class 60 --seed 3 --out synthetic");
        run("chess --epochs 5 --concepts 3 --seed 4 --out chess");
    }

    private static void run(String command) {
        ok(eddp(command.split(" ", -1)));
    }

    /** Pictures whose left half has one colour and whose right half another. */
    private static void halves(Path folder) throws IOException {
        for (AnnotatedDatasetWriter.LabelledPicture picture :
                TinyDataset.write(folder, (pixel, index) -> (pixel * 7 + index * 13) % 40)) {
            // Without compression, whose bytes differ between versions of zlib: results have the digests of their
            // pictures.
            ImageIO.write(
                    image(picture.picture()),
                    "bmp",
                    folder.resolve("images").resolve(picture.name()).toFile());
        }
    }

    private static BufferedImage image(Picture picture) {
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int p = 0; p < SIZE * SIZE; p++) {
            int x = p % SIZE;
            int y = p / SIZE;
            image.setRGB(x, y, picture.value(x, y, 0) << 16 | picture.value(x, y, 1) << 8 | picture.value(x, y, 2));
        }
        return image;
    }
}
