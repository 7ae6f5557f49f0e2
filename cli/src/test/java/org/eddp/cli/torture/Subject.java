package org.eddp.cli.torture;

import java.util.ArrayList;
import java.util.List;

/**
 * A command to be struck, on data so small that it takes seconds. After the fault it is given again; those that refuse a
 * folder with results in it are told then to go on, or to replace them.
 *
 * @param command its words; {@code @} stands for the folder of the {@link Workshop}, {@code OUT} for where it writes, and a
 *     word in brackets is said only when the command is given again
 * @param onRun whether it works on a finished run, which has to be at {@code OUT} before
 * @param input the folder it reads, to be taken away
 */
record Subject(String command, boolean onRun, String input) {
    /** Every command that takes long on real data. */
    static final List<Subject> ALL = List.of(
            new Subject(
                    "features --network @net.onnx --layer maps --images @pictures --preprocess plain --resize 0"
                            + " --batch 4 --shard 0.004 --out OUT",
                    false,
                    "pictures"),
            new Subject(
                    "learn --features @features --concepts 3 --epochs 12,12,12 --rounds 1 --checkpoint-seconds 0"
                            + " [--resume] --out OUT",
                    false,
                    "features"),
            new Subject(
                    "baseline --method nmf --features @features --concepts 3 [--overwrite] --out OUT",
                    false,
                    "features"),
            new Subject(
                    "baselines --features @features --concepts 3 --methods natural,pca,ibd --dataset @pictures --out"
                            + " OUT",
                    false,
                    "features"),
            new Subject(
                    "ablate --grid fso --features @features --dataset @pictures --concepts 3 --no-influence --out OUT"
                            + " --learn-options=--epochs=4,4,4",
                    false,
                    "features"),
            new Subject(
                    "look @net.onnx @pictures --concepts 3 --epochs 12,12,12 --rounds 1 --checkpoint-seconds 0 --out"
                            + " OUT",
                    false,
                    "pictures"),
            new Subject("health --run OUT", true, "features"),
            new Subject("label --run OUT --dataset @pictures", true, "features"),
            new Subject("evaluate --run OUT --dataset @pictures --linear-or", true, "features"),
            new Subject("influence --run OUT --noise 50", true, "features"),
            new Subject("explain --run OUT --image @classes", true, "classes"),
            new Subject("edit --run OUT --image @pictures/images/p1.png --search", true, "pictures"),
            new Subject(
                    "correct --run OUT --concept 1 --out OUT/corrected.onnx --evaluate @classes --controls",
                    true,
                    "classes"),
            new Subject("dream --run OUT --concepts 0,1 --images 2 --iterations 20 --literal 1", true, "pictures"),
            new Subject("report --run OUT", true, "pictures"),
            new Subject(
                    "name --run OUT --images @pictures --image-encoder @net.onnx --encoder-layer maps --preprocess plain"
                            + " --words @words.txt --word-embeddings @features/readout.safetensors --shuffles 49",
                    true,
                    "pictures"),
            new Subject(
                    "import --format safetensors --features @features [--overwrite] --out OUT"
                            + " @kept/directions.safetensors",
                    false,
                    "features"),
            new Subject("chess --epochs 2 --concepts 3 [--overwrite] --out OUT", false, null),
            new Subject("world --quick --train 40 --val 20 --epochs 1 --concepts 4 --out OUT", false, null),
            new Subject(
                    "synthetic --images-per-class 20 --checkpoint-seconds 1 --seed 3 [--resume] --out OUT",
                    false,
                    null),
            new Subject(
                    "sticker --network @net.onnx --layer maps --preprocess plain --images @album --class 1 --concepts 3"
                            + " --checkpoint-seconds 0 [--resume] --out OUT",
                    false,
                    "album"));

    /** The name of the command. */
    String name() {
        return command.substring(0, command.indexOf(' '));
    }

    /** How it is called. */
    List<String> words(Workshop workshop) {
        return words(workshop, "\\[.*\\]");
    }

    /** How it is called after a fault. */
    List<String> wordsAgain(Workshop workshop) {
        return words(workshop, "[\\[\\]]");
    }

    private List<String> words(Workshop workshop, String unsaid) {
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ", -1)) {
            String said = word.replaceAll(unsaid, "");
            if (!said.isEmpty()) {
                words.add(said.replace("OUT", workshop.out().toString()).replace("@", workshop.folder() + "/"));
            }
        }
        return words;
    }
}
