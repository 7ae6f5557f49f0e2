package org.eddp.cli;

import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;

/**
 * The program of {@link SameBytesTest}: every command that leaves results, on a small network and few pictures, in a folder and
 * on a number of threads of one's own. Folders are given as absolute paths: whatever of them gets into a result shows.
 */
final class SamePipeline {
    /** As people name pictures; not ASCII. */
    static final String PICTURE = "Bär im Süden.png";

    private final Path folder;
    private final String threads;

    private SamePipeline(Path folder, String threads) {
        this.folder = folder;
        this.threads = threads;
    }

    /** Arguments: the folder, the number of threads, then whatever. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        SamePipeline pipeline = new SamePipeline(folder, args[1]);
        pipeline.prepare();
        pipeline.run();
        System.exit(0);
    }

    private void prepare() throws IOException {
        TinyDataset.write(folder.resolve("halves"), (pixel, index) -> (pixel * 7 + index * 13) % 40);
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        Files.writeString(folder.resolve("names.txt"), "ash\nbeech\ncedar\n");
        for (int i = 0; i < 15; i++) {
            String kind = List.of("ash", "beech", "cedar").get(i % 3);
            String name = i == 4 ? PICTURE : i + ".png";
            TinyRun.picture(folder.resolve("pictures").resolve(kind).resolve(name), i);
            TinyRun.picture(folder.resolve("test").resolve(kind).resolve(name), i + 100);
        }
        Files.writeString(folder.resolve("pictures/ash/brökn.png"), "no picture");
    }

    private void run() {
        String f = out("features");
        String run = out("run");
        String picture = at("pictures/beech/" + PICTURE);
        command(
                "features --network",
                at("net.onnx"),
                "--layer maps --images",
                at("halves"),
                "--preprocess plain",
                "--out",
                f);
        command("learn --features", f, "--concepts 4 --epochs 40,40,20 --out", run, "--json", out("learn.json"));
        command("baseline --features", f, "--method pca --concepts 4 --out", out("pca"));
        command("label --run", run, "--dataset", at("halves"));
        command("evaluate --run", run, "--dataset", at("halves"), "--linear-or");
        command("evaluate --run", out("pca"), "--dataset", at("halves"));
        command("influence --run", run, "--noise 10 --images", at("pictures"), "--class-names", at("names.txt"));
        command("explain --run", run, "--image", picture, "--class-names", at("names.txt"));
        command("explain --run", run, "--image", at("pictures/beech"));
        command("edit --run", run, "--image", picture, "--remove 0 --add 1");
        command("edit --run", run, "--image", picture, "--search");
        command(
                "correct --run",
                run,
                "--concept 1 --evaluate",
                at("test"),
                "--class-names",
                at("names.txt"),
                "--out",
                out("fixed.onnx"));
        command("dream --run", run, "--concepts 0,1 --images 1 --iterations 4 --literal 1");
        command("health --run", run);
        command("report --run", run);
        command(
                "baselines --features",
                f,
                "--concepts 3 --methods pca,nmf --dataset",
                at("halves"),
                "--out",
                out("others"));
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    /** Where results go: below one folder, so that they are all that is there. */
    private String out(String name) {
        return folder.resolve("results").resolve(name).toString();
    }

    /** Words of options in one argument, paths in one each. */
    private void command(String... parts) {
        List<String> arguments = new ArrayList<>();
        for (String part : parts) {
            Collections.addAll(arguments, part.startsWith("/") ? new String[] {part} : part.split(" "));
        }
        Collections.addAll(arguments, "--threads", threads);
        ok(eddp(arguments.toArray(String[]::new)));
    }
}
