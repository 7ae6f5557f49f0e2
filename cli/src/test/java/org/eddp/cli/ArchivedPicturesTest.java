package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.eddp.features.FeatureSet;
import org.eddp.files.json.Json;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands take pictures out of a tar file as they take them out of a folder. */
class ArchivedPicturesTest {
    private static final int BLOCK = 512;

    @TempDir
    private static Path folder;

    private static Path run;
    private static Path tar;

    @BeforeAll
    static void make() throws IOException {
        run = RunCommands.make(folder, "tiny", false);
        tar = pack(folder.resolve("pictures"), folder.resolve("shards/one.tar"));
    }

    /** As {@code tar -cf tar -C pictures .} does, as far as pictures go. */
    private static Path pack(Path pictures, Path tar) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Stream<Path> files = Files.walk(pictures)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] content = Files.readAllBytes(file);
                out.writeBytes(header("./" + pictures.relativize(file), content.length));
                out.writeBytes(content);
                out.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
            }
        }
        out.writeBytes(new byte[2 * BLOCK]);
        Files.createDirectories(tar.getParent());
        return Files.write(tar, out.toByteArray());
    }

    private static byte[] header(String name, int length) {
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 124, String.format(Locale.ROOT, "%011o", length));
        put(header, 148, "        ");
        header[156] = '0';
        int sum = 0;
        for (byte value : header) {
            sum += value & 0xff;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    @Test
    void aPictureInATarFileIsExplainedAsTheFileIs() {
        for (String image : List.of("pictures/beech/1.png", "shards/one.tar/beech/1.png")) {
            ok(eddp(
                    "explain",
                    "--run",
                    run.toString(),
                    "--image",
                    folder.resolve(image).toString(),
                    "--json",
                    folder.resolve(image.startsWith("shards") ? "tar.json" : "file.json")
                            .toString()));
        }
        assertThat(Json.readTree(folder.resolve("tar.json")).at("/explanation"))
                .isEqualTo(Json.readTree(folder.resolve("file.json")).at("/explanation"));
        assertThat(Json.readTree(folder.resolve("tar.json")).at("/image").asString())
                .isEqualTo("one.tar/beech/1.png");
    }

    @Test
    void allOfATarFileAreExplainedAndOneMustBeNamedToBeEdited() {
        RunCommands.Outcome all = eddp("explain", "--run", run.toString(), "--image", tar.toString());
        ok(all);
        assertThat(all.out()).contains("images explained: 24");
        RunCommands.Outcome edit = eddp("edit", "--run", run.toString(), "--image", tar.toString(), "--remove", "1");
        assertThat(edit.code()).isEqualTo(1);
        assertThat(edit.err()).contains("one.tar is an archive; give one picture in it");
        ok(eddp(
                "edit",
                "--run",
                run.toString(),
                "--image",
                tar.resolve("ash/0.png").toString(),
                "--remove",
                "1"));
    }

    @Test
    void featuresAreComputedAgainFromATarFile() {
        Path light = folder.resolve("light");
        ok(RunCommands.features(folder.resolve("tiny.onnx"), folder.resolve("shards"), light, "--recompute"));
        try (FeatureSet kept = FeatureSet.open(folder.resolve("tiny-features"));
                FeatureSet again = FeatureSet.open(light);
                Scope scope = Scope.open()) {
            assertThat(again.range(0, 24).rows(0, 24).toFloats())
                    .isEqualTo(kept.range(0, 24).rows(0, 24).toFloats());
            assertThat(again.records())
                    .extracting(FeatureSet.ImageRecord::label)
                    .contains("ash", "beech", "cedar");
        }
    }
}
