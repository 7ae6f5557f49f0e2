package org.eddp.spark;

import static org.eddp.testkit.TinyRun.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.Eddp;
import org.eddp.features.FeatureSet;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyNetworks;

/** A small network, pictures, one of them damaged, and a run: {@code tiny.onnx}, {@code pictures}, {@code run}. */
public final class TinyRun {
    static final int PICTURES = 8;
    static final int SIZE = 16;
    public static final int WIDTH = 12;
    public static final int CONCEPTS = 5;
    public static final String LAYER = "maps";
    static final String DAMAGED = "damaged.png";

    private TinyRun() {}

    /** Makes all of them in a folder. */
    public static Path make(Path folder) throws IOException {
        Path network = folder.resolve("tiny.onnx");
        Model.write(network, TinyNetworks.network(false, SIZE, 2, WIDTH));
        Path pictures = Files.createDirectories(folder.resolve("pictures"));
        for (int i = 0; i < PICTURES; i++) {
            picture(pictures.resolve(i + ".png"), SIZE, i);
        }
        Eddp eddp = new Eddp();
        FeatureSet features = org.eddp.testkit.TinyRun.features(network, pictures, folder.resolve("features"));
        eddp.learn(features, CONCEPTS, folder.resolve("run")).close();
        byte[] whole = Files.readAllBytes(pictures.resolve("0.png"));
        Files.write(pictures.resolve(DAMAGED), Arrays.copyOf(whole, whole.length / 2));
        return folder;
    }
}
