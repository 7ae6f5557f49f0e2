package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageList;
import org.eddp.images.source.TinyTar;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Features of pictures in tar files are the bytes of the features of the same pictures in folders. */
class ArchivedFeaturesTest {
    private static final int IMAGES = 23;
    private static final int SHARDS = 3;
    private static final int BROKEN = 7;
    private static final int IMAGE_BYTES = 16 * TinyNetwork.WIDTH * Float.BYTES;
    private static final Preprocessing PREPROCESSING =
            InputPreset.PLAIN.preprocessing().withSize(TinyNetwork.SIZE, TinyNetwork.SIZE);

    @TempDir
    private Path folder;

    private Path networkFile;
    private TinyNetwork network;

    @BeforeEach
    void makePictures() throws IOException {
        networkFile = Files.writeString(folder.resolve("net.bin"), "weights");
        network = new TinyNetwork();
        for (int shard = 0; shard < SHARDS; shard++) {
            writeShard(shard, -1);
            Path same = Files.createDirectories(folder.resolve("folders/shard-" + shard + ".tar/dog"));
            for (int i = shard; i < IMAGES; i += SHARDS) {
                Files.write(same.resolve(name(i)), picture(i));
            }
        }
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    private static String name(int image) {
        return String.format("p%02d.png", image);
    }

    private static byte[] picture(long seed) {
        if (seed == BROKEN) {
            return "no picture".getBytes(StandardCharsets.US_ASCII);
        }
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(20, 24, BufferedImage.TYPE_INT_RGB);
        for (int p = 0; p < 20 * 24; p++) {
            image.setRGB(p % 20, p / 20, random.nextInt(1 << 24));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Every third picture, one of them another one; in the order opposite to that of the list. */
    private void writeShard(int shard, int other) {
        TinyTar tar = new TinyTar();
        for (int i = IMAGES - 1; i >= 0; i--) {
            if (i % SHARDS == shard) {
                tar.file("dog/" + name(i), picture(i == other ? 1000 : i));
                tar.file("dog/p" + String.format("%02d", i) + ".json", "{}");
            }
        }
        tar.write(folder.resolve("tars/shard-" + shard + ".tar"));
    }

    private FeatureSet extract(String images, String out, boolean strict, boolean kept, Monitor monitor) {
        try (Workers workers = new Workers(2)) {
            FeatureExtraction.Source source = new FeatureExtraction.Source(
                    networkFile,
                    network,
                    PatchLayer.of(network.cut("maps"), null),
                    ImageList.of(folder.resolve(images)),
                    PREPROCESSING);
            return FeatureExtraction.run(
                    folder.resolve(out),
                    source,
                    FeatureExtraction.Options.DEFAULT
                            .withBatchImages(2)
                            .withShardBytes(5 * IMAGE_BYTES)
                            .withStrict(strict)
                            .withKept(kept),
                    workers,
                    monitor);
        }
    }

    private FeatureSet extract(String images, String out) {
        return extract(images, out, false, true, Monitor.NONE);
    }

    private Map<String, String> bytes(String set) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve(set))) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Digests.of(file));
            }
        }
        contents.remove("circumstances.json"); // it says where the images were
        return contents;
    }

    /** The folders are called as the archives are, so that even names and what is skipped are the same; classes are not. */
    @Test
    void numbersNamesAndDigestsAreThoseOfTheSamePicturesInFolders() throws IOException {
        FeatureSet files = extract("folders", "of-folders");
        FeatureSet tars = extract("tars", "of-tars");
        assertThat(tars.skipped())
                .singleElement()
                .satisfies(record -> assertThat(record.skipped())
                        .contains("cannot decode shard-1.tar/dog/p07.png: it is not an image"));
        assertThat(tars.images()).isEqualTo(IMAGES - 1);
        assertThat(tars.records()).extracting(FeatureSet.ImageRecord::label).containsOnly("dog");
        assertThat(tars.records())
                .extracting(FeatureSet.ImageRecord::name, FeatureSet.ImageRecord::sha256)
                .isEqualTo(files.records().stream()
                        .map(record -> tuple(record.name(), record.sha256()))
                        .toList());
        Map<String, String> expected = bytes("of-folders");
        Map<String, String> found = bytes("of-tars");
        for (Map<String, String> each : List.of(expected, found)) {
            each.keySet().removeIf(name -> name.endsWith(".json"));
        }
        assertThat(found).isEqualTo(expected).hasSize(2 * 5 + 1);
    }

    @Test
    void aBrokenPictureEndsAStrictExtraction() {
        assertThatThrownBy(() -> extract("tars", "strict", true, true, Monitor.NONE))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("shard-1.tar/dog/p07.png");
    }

    @Test
    void aPictureThatChangedInItsArchiveIsNamed() throws IOException {
        extract("tars/shard-2.tar", "set");
        Map<String, String> before = bytes("set");
        Files.setLastModifiedTime(folder.resolve("tars/shard-2.tar"), FileTime.fromMillis(1000));
        extract("tars/shard-2.tar", "set"); // a newer file with the same content: nothing to do
        assertThat(bytes("set")).isEqualTo(before);
        writeShard(2, 11);
        assertThatThrownBy(() -> extract("tars/shard-2.tar", "set"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("the image shard-2.tar/dog/p11.png has changed since");
        writeShard(2, -1);
        extract("tars/shard-2.tar", "set");
    }

    @Test
    void anArchiveThatVanishesOrIsCutShortIsNoSkippedPicture() throws IOException {
        Path tar = folder.resolve("tars/shard-2.tar");
        byte[] whole = Files.readAllBytes(tar);
        for (boolean gone : new boolean[] {true, false}) {
            Files.write(tar, whole);
            Monitor disturbing = (done, total) -> {
                try {
                    if (done >= 4 && gone) {
                        Files.deleteIfExists(tar);
                    } else if (done >= 4) {
                        Files.write(tar, new byte[100]);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
            assertThatThrownBy(() -> extract("tars", "set-" + gone, false, true, disturbing))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining(tar.toString())
                    .hasMessageContaining(gone ? "cannot be read any more" : "truncated");
        }
    }
}
