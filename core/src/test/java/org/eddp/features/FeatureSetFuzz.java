package org.eddp.features;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.ExampleJson;
import org.eddp.FuzzedFile;
import org.eddp.features.FeatureExtraction.NumberType;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.features.FeatureSet.ImageRecord;
import org.eddp.features.FeatureSet.Info;
import org.eddp.features.FeatureSet.Provenance;
import org.eddp.files.Digests;
import org.eddp.files.Folders;
import org.eddp.files.json.Json;
import org.eddp.images.input.InputPreset;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of a feature set, one of them changed at a time; checksums are those of the changed file, or it would be the only finding. */
class FeatureSetFuzz {
    private static final int IMAGES = 2;
    private static final Grid GRID = new Grid(1, 2);
    private static final int WIDTH = 3;
    private static final int CLASSES = 4;
    private static final String RECORDS = "images-00000.json";
    private static final String FEATURES = "features-00000.npy";

    private static byte[] npy(long... shape) {
        byte[] header = NpyHeader.of(NumberType.FLOAT32, shape);
        long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        return Arrays.copyOf(header, header.length + (int) count * Float.BYTES);
    }

    private static byte[] features() {
        return npy(IMAGES, GRID.height(), GRID.width(), WIDTH);
    }

    private static byte[] records() {
        return Json.toText(List.of(
                        new ImageRecord("a.png", "cat", "00", 1, null), new ImageRecord("b.png", null, "00", 0, null)))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** A set of one shard in a folder of its own. */
    private static Path folder(String kind) {
        Path folder = FuzzedFile.folder("features-" + kind);
        FuzzedFile.write(folder.resolve(FEATURES), features());
        FuzzedFile.write(folder.resolve("logits-00000.npy"), npy(IMAGES, CLASSES));
        FuzzedFile.write(folder.resolve(RECORDS), records());
        return folder;
    }

    private static byte[] info(Path folder) {
        Provenance provenance = new Provenance(
                "net.onnx",
                "00",
                "layer",
                Activation.RELU,
                InputPreset.PLAIN.preprocessing(),
                IMAGES,
                "00",
                OutputKind.CLASSES);
        Info.Shard shard = new Info.Shard(
                0,
                IMAGES,
                Digests.of(folder.resolve(FEATURES)),
                Digests.of(folder.resolve("logits-00000.npy")),
                Digests.of(folder.resolve(RECORDS)));
        return Json.toText(new Info(
                        "0", provenance, GRID, WIDTH, CLASSES, NumberType.FLOAT32, 1, null, 2, List.of(shard), true))
                .getBytes(StandardCharsets.UTF_8);
    }

    static Stream<byte[]> infos() {
        Path folder = folder("info");
        String plain = new String(info(folder), StandardCharsets.UTF_8);
        return Stream.of(
                        plain,
                        plain.replace("\"classes\": 4", "\"classes\": 2147483647"),
                        plain.replace("\"width\": 3", "\"width\": -3"),
                        plain.replace("\"images\": 2", "\"images\": 2147483647"),
                        plain.replace("\"number\": 0", "\"number\": -1"),
                        plain.replace("\"complete\": true", "\"complete\": false"),
                        plain.replace("\"height\": 1", "\"height\": 65536"))
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    static Stream<byte[]> numbers() {
        return Stream.of(features(), npy(IMAGES, 1, 2, 4), npy(1, 1), new byte[0]);
    }

    static Stream<byte[]> kinds() {
        return Stream.of(records(), ExampleJson.of(Origin.class), ExampleJson.of(ExtraTokens.class));
    }

    @MethodSource("infos")
    @FuzzTest
    void info(byte[] content) {
        Path folder = folder("info");
        FuzzedFile.check(folder.resolve(FeatureSet.INFO), content, file -> use(folder));
    }

    @MethodSource("numbers")
    @FuzzTest
    void numbers(byte[] content) {
        check(folder("numbers"), FEATURES, content);
    }

    @MethodSource("kinds")
    @FuzzTest
    void records(byte[] content) {
        check(folder("records"), RECORDS, content);
        check(folder("tokens"), "tokens-00000.json", content);
    }

    /** What a part says of itself; what is asked for is what the first seed says. */
    @MethodSource("infos")
    @FuzzTest
    void part(byte[] content) {
        Path part = folder("merged.parts/1-of-1");
        Info asked = Json.fromText("the seed", new String(info(part), StandardCharsets.UTF_8), Info.class)
                .with(List.of(), false);
        Path merged = part.getParent().resolveSibling("features-merged");
        FuzzedFile.check(part.resolve(FeatureSet.INFO), content, file -> {
            FeatureExtraction.clear(Folders.prepare(merged));
            new FeatureMerge(merged, asked, FeatureExtraction.Options.DEFAULT).run();
        });
    }

    private static void check(Path folder, String name, byte[] content) {
        FuzzedFile.write(folder.resolve(name), content);
        FuzzedFile.write(folder.resolve(FeatureSet.INFO), info(folder));
        FuzzedFile.check(folder.resolve(name), content, file -> use(folder));
    }

    private static void use(Path folder) {
        FeatureSet set = FeatureSet.open(folder);
        set.verify();
        set.records();
        set.origin();
        set.readout();
        try (Scope scope = Scope.open()) {
            set.range(0, set.images()).rows(0, set.images());
            set.logits(0, set.images());
        }
    }
}
