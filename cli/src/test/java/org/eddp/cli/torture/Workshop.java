package org.eddp.cli.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;

/** The folder of a campaign: a small network, annotated pictures, features, a finished run, and a place for what is tried. */
final class Workshop {
    /** Pictures of which enough are left to learn from and to judge by. */
    private static final int ALBUM = 30;

    private final Path folder;

    /** Makes the network and the pictures. */
    Workshop(Path folder) {
        this.folder = folder.toAbsolutePath();
        TinyDataset.write(folder.resolve("pictures"), (pixel, index) -> pixel * 7 % 60 + index);
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        try {
            Files.write(folder.resolve("words.txt"), List.of("ash", "beech", "cedar"));
            sort("classes", 6);
            sort("album", ALBUM);
            Files.createDirectories(place());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Some of the pictures in a folder per class. */
    private void sort(String name, int pictures) throws IOException {
        for (int i = 0; i < pictures; i++) {
            Path sorted = folder.resolve(name + "/" + i % TinyNetworks.CLASSES + "/" + i + ".png");
            Files.createDirectories(sorted.getParent());
            Files.copy(folder.resolve("pictures/images/p" + i + ".png"), sorted);
        }
    }

    Path folder() {
        return folder;
    }

    /** What may become a small disk, or read-only. */
    Path place() {
        return folder.resolve("place");
    }

    /** Where the commands write, always: the name of a folder may be part of what is written. */
    Path out() {
        return place().resolve("out");
    }

    /** A folder that a command reads. */
    Path input(Subject subject) {
        return folder.resolve(subject.input());
    }

    /** Extracts features and learns from them, undisturbed. */
    void finishRun() {
        for (String command : List.of(
                "features --network @net.onnx --layer maps --images @pictures --preprocess plain --resize 0 --out"
                        + " @features",
                "learn --features @features --concepts 3 --epochs 20,20,20 --rounds 0 --out OUT",
                "label --run OUT --dataset @pictures")) {
            Subject subject = new Subject(command, false, null);
            Victim.End end = Patient.run(subject.words(this));
            if (end.code() != 0) {
                throw new IllegalStateException("eddp " + command + " ended with " + end.code() + ": " + end.err());
            }
        }
        Tree.copy(out(), kept());
        Tree.delete(out());
    }

    private Path kept() {
        return folder.resolve("kept");
    }

    /** Puts there what a command needs to begin. */
    void prepare(Subject subject) {
        Tree.delete(out());
        if (subject.onRun()) {
            restoreRun();
        }
    }

    /** Puts the finished run where the commands expect it. */
    void restoreRun() {
        Tree.copy(kept(), out());
    }
}
