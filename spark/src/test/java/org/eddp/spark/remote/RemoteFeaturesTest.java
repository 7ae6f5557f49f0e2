package org.eddp.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.spark.remote.RemoteFeatures.at;
import static org.eddp.spark.remote.RemoteFeatures.extract;
import static org.eddp.spark.remote.RemoteFeatures.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eddp.Eddp;
import org.eddp.features.FeatureSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.parts.ClusterService.Cluster;
import org.eddp.parts.Distributor;
import org.eddp.run.Run;
import org.eddp.spark.SparkService;
import org.eddp.spark.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Feature sets in a store that is reached by address have the bytes of those in a folder, whatever fails on the way. */
@Tag("slow")
class RemoteFeaturesTest {
    private static final String SETTING = "spark.hadoop.fs.flaky.impl";

    @TempDir
    private static Path folder;

    private static Cluster cluster;
    private static Path network;
    private static Map<String, String> expected;

    @BeforeAll
    static void make() throws IOException {
        System.setProperty(SETTING, FlakyFileSystem.class.getName());
        TinyRun.make(folder);
        network = folder.resolve("tiny.onnx");
        extract(network, folder.resolve("pictures"), folder.resolve("here"), Distributor.HERE);
        expected = files(folder.resolve("here"));
        cluster = new SparkService().open("local[2]");
    }

    @AfterAll
    static void stop() {
        System.clearProperty(SETTING);
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void repair() {
        FlakyFileSystem.READS.set(-1);
        FlakyFileSystem.WRITES.set(-1);
    }

    private static Path flaky(String name) {
        return at(FlakyFileSystem.ROOT, folder.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {FlakyFileSystem.ROOT, "file://"})
    void haveTheSameBytesByAddress(String root) throws IOException {
        Path out = folder.resolve("all-" + root.length());
        extract(at(root, network), at(root, folder.resolve("pictures")), at(root, out), cluster);
        assertThat(files(at(root, out))).isEqualTo(expected);
        FeatureSet set = FeatureSet.open(at(root, out));
        set.verify();
        assertThat(set.origin().images()).startsWith(root).endsWith("/pictures");
        Path here = folder.resolve("here");
        try (Run local = new Eddp().learn(FeatureSet.open(here), 3, folder.resolve("local-" + root.length()));
                Run remote = new Eddp().learn(set, 3, folder.resolve("remote-" + root.length()))) {
            assertThat(remote.digest()).isEqualTo(local.digest());
        }
    }

    @Test
    void areTheSameWhenEverySingleUploadFailsOnce() throws IOException {
        Path out = flaky("failed-uploads");
        int failures = 0;
        for (int good = 0; !isComplete(out); good++) {
            FlakyFileSystem.WRITES.set(good % 7);
            try {
                extract(network, folder.resolve("pictures"), out, cluster);
            } catch (FileFailure e) {
                failures++;
                assertThat(e).hasMessageContaining("the connection was lost").hasMessageContaining("cannot write");
            }
            assertThat(failures).isLessThan(100);
        }
        assertThat(failures).isGreaterThan(3);
        FlakyFileSystem.WRITES.set(-1);
        extract(network, folder.resolve("pictures"), out, cluster);
        assertThat(files(out)).isEqualTo(expected);
    }

    private static boolean isComplete(Path out) {
        FlakyFileSystem.WRITES.set(-1);
        try {
            FeatureSet.open(out).close();
            return true;
        } catch (FileFailure e) {
            return false;
        }
    }

    /** A picture that cannot be read for the moment is not a broken picture. */
    @Test
    void noPictureIsSkippedBecauseTheStoreDoesNotAnswer() throws IOException {
        Path out = folder.resolve("failed-reads");
        FlakyFileSystem.READS.set(5);
        assertThatThrownBy(() -> extract(network, flaky("pictures"), out, Distributor.HERE))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("503 Slow Down");
        FlakyFileSystem.READS.set(-1);
        extract(network, flaky("pictures"), out, Distributor.HERE);
        assertThat(files(out)).isEqualTo(expected);
    }

    @Test
    void aFileThatIsWrittenAppearsWhenItIsComplete() throws IOException {
        Path file = flaky("one/file.txt");
        AtomicFile.writeString(file, "old");
        FlakyFileSystem.WRITES.set(0);
        assertThatThrownBy(() -> AtomicFile.writeString(file, "new"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("nothing already written was changed");
        assertThat(folder.resolve("one/file.txt")).hasContent("old");
        AtomicFile.writeString(file, "new");
        assertThat(folder.resolve("one")).isDirectoryContaining(f -> f.endsWith("file.txt"));
        assertThat(Files.readString(folder.resolve("one/file.txt"))).isEqualTo("new");
    }

    @Test
    void aSetThatWasDamagedInTheStoreIsRefused() throws IOException {
        extract(network, folder.resolve("pictures"), flaky("damaged"), Distributor.HERE);
        Path shard = folder.resolve("damaged/features-00000.npy");
        byte[] content = Files.readAllBytes(shard);
        content[content.length - 1] ^= 1;
        Files.write(shard, content);
        FeatureSet set = FeatureSet.open(flaky("damaged"));
        assertThatThrownBy(set::verify)
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("does not match its checksum");
        Files.delete(shard);
        assertThatThrownBy(() -> FeatureSet.open(flaky("damaged")))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("features-00000.npy");
    }

    @Test
    void anAddressWithoutItsLibraryIsOneMessage() {
        Path out = RemoteFiles.parse("nosuch://bucket/features");
        assertThatThrownBy(() -> extract(network, folder.resolve("pictures"), out, Distributor.HERE))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot read or write nosuch://bucket: the library for such addresses");
    }
}
