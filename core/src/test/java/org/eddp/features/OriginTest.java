package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the parts of a result are found, also after it was moved. */
class OriginTest {
    @TempDir
    private Path folder;

    private Path made(String name) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        Files.writeString(place.resolve("net.onnx"), "a network");
        Path run = Files.createDirectories(place.resolve("runs/one"));
        Origin.write(run, place.resolve("net.onnx"), null, null);
        return run;
    }

    @Test
    void partsAreFoundWhereTheyWereAndWhenEverythingWasMoved() throws IOException {
        Path run = made("here");
        assertThat(Origin.read(run).network())
                .isEqualTo(folder.resolve("here/net.onnx").toString());
        assertThat(Origin.read(run).images()).isNull();
        Path alone = Files.move(run, folder.resolve("alone"));
        assertThat(Origin.read(alone).network())
                .isEqualTo(folder.resolve("here/net.onnx").toString());
        Files.move(alone, Files.createDirectories(folder.resolve("here/runs")).resolve("one"));
        Files.move(folder.resolve("here"), folder.resolve("there"));
        assertThat(Origin.read(folder.resolve("there/runs/one")).network())
                .isEqualTo(folder.resolve("there/net.onnx").toString());
    }

    @Test
    void secondsAndCommandsAreKeptBesideEachOther() {
        Circumstances.change(folder, known -> known.withSeconds(Map.of("learning", 1.5)));
        Circumstances.change(
                folder, known -> known.withCommand(new Request("a", "typed"), 3).withCommand(Request.PROGRAM, 1));
        Circumstances known = Circumstances.read(folder);
        assertThat(known.seconds()).containsOnly(Map.entry("learning", 1.5));
        assertThat(known.commands()).containsOnlyKeys("a");
        assertThat(known.commands().get("a").threads()).isEqualTo(3);
    }

    @Test
    void aPlaceThatIsNoPathIsNamed() throws IOException {
        Files.writeString(
                folder.resolve(Circumstances.NAME),
                "{\"places\": {\"network\": {\"absolute\": \"a\\u0000b\", \"relative\": \"c\"}}, \"commands\": {},"
                        + " \"seconds\": {}}");
        assertThatThrownBy(() -> Origin.read(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(Circumstances.NAME)
                .hasMessageContaining("is not a valid path");
    }
}
