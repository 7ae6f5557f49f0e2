package org.eddp.cli;

import static org.eddp.cli.RunCommands.ok;

import java.nio.file.Path;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;

/** Pictures whose halves have different colours, annotated, with a network and its features of them. */
final class Halves {
    private Halves() {}

    /** Makes {@code halves/}, {@code net.onnx} and the features {@code f} in a folder. */
    static void make(Path folder) {
        TinyDataset.write(folder.resolve("halves"), (pixel, index) -> 0);
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        extract(folder, "net.onnx", "f");
    }

    /** Features of the pictures by a network. */
    static void extract(Path folder, String network, String out) {
        ok(RunCommands.features(
                folder.resolve(network), folder.resolve("halves"), folder.resolve(out), "--resize", "0"));
    }
}
