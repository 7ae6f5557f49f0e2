package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.LinearReadout;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureExtractionTest {
    private static final int IMAGES = 23;
    private static final int IMAGE_BYTES = 16 * TinyNetwork.WIDTH * Float.BYTES;
    private static final Preprocessing PREPROCESSING =
            InputPreset.PLAIN.preprocessing().withSize(TinyNetwork.SIZE, TinyNetwork.SIZE);
    /** Five images per shard, two per batch. */
    private static final FeatureExtraction.Options OPTIONS =
            FeatureExtraction.Options.DEFAULT.withBatchImages(2).withShardBytes(5 * IMAGE_BYTES);

    @TempDir
    private Path folder;

    private Path pictures;
    private Path networkFile;
    private TinyNetwork network;

    @BeforeEach
    void makePictures() throws IOException {
        pictures = Files.createDirectories(folder.resolve("pictures"));
        networkFile = Files.writeString(folder.resolve("net.bin"), "weights");
        network = new TinyNetwork();
        for (int i = 0; i < IMAGES; i++) {
            writePicture(i, i);
        }
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    private Path picture(int index) {
        return pictures.resolve(String.format("p%02d.png", index));
    }

    private void writePicture(int index, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(20, 24, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < 24; y++) {
            for (int x = 0; x < 20; x++) {
                image.setRGB(x, y, random.nextInt(1 << 24));
            }
        }
        ImageIO.write(image, "png", picture(index).toFile());
    }

    private FeatureSet extract(Path out, FeatureExtraction.Options options, int threads, Monitor monitor) {
        return extract(out, options, PREPROCESSING, threads, monitor);
    }

    private FeatureSet extract(
            Path out, FeatureExtraction.Options options, Preprocessing preprocessing, int threads, Monitor monitor) {
        try (Workers workers = new Workers(threads)) {
            FeatureExtraction.Source source = new FeatureExtraction.Source(
                    networkFile,
                    network,
                    PatchLayer.of(network.cut("maps"), null),
                    ImageList.of(pictures),
                    preprocessing);
            return FeatureExtraction.run(out, source, options, workers, monitor);
        }
    }

    /** Asks to stop once so many images are done; never if negative. */
    private record StopAfter(int images, long[] seen) implements Monitor {
        StopAfter(int images) {
            this(images, new long[1]);
        }

        @Override
        public void onProgress(long done, long total) {
            seen[0] = done;
        }

        @Override
        public boolean stopRequested() {
            return images >= 0 && seen[0] >= images;
        }
    }

    private static final StopAfter NEVER = new StopAfter(-1);

    private static TreeMap<String, String> bytes(Path set) throws IOException {
        TreeMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(set)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), org.eddp.files.Digests.of(file));
            }
        }
        return contents;
    }

    @Test
    void rowsAndLogitsAreThoseOfTheNetwork() {
        FeatureSet set = extract(folder.resolve("set"), OPTIONS, 2, NEVER);
        assertThat(set.images()).isEqualTo(IMAGES);
        assertThat(set.info().shards()).hasSize(5);
        set.verify();
        ImageReader reader = new ImageReader();
        try (Scope scope = Scope.open()) {
            for (int i : new int[] {0, 4, 5, 22}) {
                Tensor image = Tensor.of(PREPROCESSING.apply(reader.read(picture(i))), 1, 3, 16, 16);
                Tensor maps = network.cut("maps").lower(image);
                double[] expected = maps.permute(0, 2, 3, 1).contiguous().toDoubles();
                assertThat(set.range(i, 1).rows(0, 1).toDoubles()).containsExactly(expected, within(1e-5));
                assertThat(set.logits(i, 1).toDoubles())
                        .containsExactly(network.logits(image).toDoubles(), within(1e-5));
            }
        }
        assertThat(set.records().get(7).name()).isEqualTo("p07.png");
    }

    @Test
    void batchesReachAcrossShardsInAnyOrder() {
        FeatureSet set = extract(folder.resolve("set"), OPTIONS, 1, NEVER);
        try (Scope scope = Scope.open()) {
            int[] chosen = {22, 3, 4, 5, 6, 0};
            Tensor rows = set.select(chosen).rows(1, 4);
            for (int i = 0; i < 4; i++) {
                double[] alone = set.range(chosen[i + 1], 1).rows(0, 1).toDoubles();
                assertThat(rows.narrow(0, i * 16L, 16).toDoubles()).containsExactly(alone);
            }
            FeatureSource memory = set.inMemory(1 << 20);
            assertThat(memory).isInstanceOf(DenseFeatures.class);
            assertThat(memory.activation()).isEqualTo(set.activation());
            assertThat(memory.select(chosen).rows(0, 6).toDoubles())
                    .containsExactly(set.select(chosen).rows(0, 6).toDoubles());
            assertThat(set.subset(chosen).range(2, 1).rows(0, 1).toDoubles())
                    .containsExactly(set.range(4, 1).rows(0, 1).toDoubles());
            assertThat(set.inMemory(10)).isSameAs(set);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 7, 12, 21})
    void interruptedAndRepeatedGivesTheSameBytes(int moment) throws IOException {
        Path whole = folder.resolve("whole");
        extract(whole, OPTIONS, 1, NEVER);
        Path set = folder.resolve("set");
        assertThatThrownBy(() -> extract(set, OPTIONS, 1, new StopAfter(moment)))
                .isInstanceOf(Stopped.class);
        if (Files.exists(set.resolve("features.json"))) {
            assertThatThrownBy(() -> FeatureSet.open(set))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining("unfinished");
        }
        extract(set, OPTIONS, 2, NEVER);
        assertThat(bytes(set)).isEqualTo(bytes(whole));
        extract(set, OPTIONS, 2, NEVER); // nothing left to do
        assertThat(bytes(set)).isEqualTo(bytes(whole));
    }

    @Test
    void whateverChangedSinceIsNamed() throws IOException {
        Path set = folder.resolve("set");
        extract(set, OPTIONS, 1, NEVER);
        assertThatThrownBy(() -> extract(set, OPTIONS, PREPROCESSING.withResize(0), 1, NEVER))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("preprocessing");
        writePicture(9, 999);
        assertThatThrownBy(() -> extract(set, OPTIONS, 1, NEVER))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("p09.png has changed");
        writePicture(9, 9);
        extract(set, OPTIONS, 1, NEVER);
        Files.delete(picture(3));
        assertThatThrownBy(() -> extract(set, OPTIONS, 1, NEVER)).hasMessageContaining("p03.png");
        writePicture(3, 3);
        Files.writeString(networkFile, "other weights");
        assertThatThrownBy(() -> extract(set, OPTIONS, 1, NEVER))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("network file net.bin has changed");
    }

    @Test
    void overwritingKeepsWhatIsStillRightAndForgetsTheRest() throws IOException {
        Path set = folder.resolve("set");
        extract(set, OPTIONS, 1, NEVER);
        FeatureExtraction.Options overwrite = FeatureExtraction.Options.DEFAULT
                .withBatchImages(2)
                .withShardBytes(5 * IMAGE_BYTES)
                .withOverwrite(true);
        Object before = Files.getLastModifiedTime(set.resolve("features-00000.npy"));
        extract(set, overwrite, 1, NEVER);
        assertThat((Object) Files.getLastModifiedTime(set.resolve("features-00000.npy")))
                .isEqualTo(before);
        writePicture(9, 999);
        Path other = Files.writeString(set.resolve("notes.txt"), "mine");
        FeatureSet changed = extract(set, overwrite, 1, NEVER);
        changed.verify();
        assertThat(other).exists();
        Files.writeString(set.resolve("features.json"), "{damaged");
        extract(set, overwrite, 1, NEVER).verify();
    }

    @Test
    void leftoversOfAKilledExtractionDoNoHarm() throws IOException {
        Path whole = folder.resolve("whole");
        extract(whole, OPTIONS, 1, NEVER);
        Path set = Files.createDirectories(folder.resolve("set"));
        // killed while the first shard was written, and after its files were but before features.json named them
        Files.write(set.resolve("features-00000.npy.part"), new byte[100]);
        Files.write(set.resolve("features-00001.npy"), new byte[100]);
        Files.write(set.resolve("logits-00001.npy.part"), new byte[10]);
        extract(set, OPTIONS, 2, NEVER);
        assertThat(bytes(set)).isEqualTo(bytes(whole));
        // killed between the last shard and the end
        FeatureSet.Info info = org.eddp.files.json.Json.read(set.resolve("features.json"), FeatureSet.Info.class);
        org.eddp.files.json.Json.write(set.resolve("features.json"), info.with(info.shards(), false));
        extract(set, OPTIONS, 2, NEVER);
        assertThat(bytes(set)).isEqualTo(bytes(whole));
    }

    @Test
    void damagedShardsAreFound() throws IOException {
        Path out = folder.resolve("set");
        FeatureSet set = extract(out, OPTIONS, 1, NEVER);
        Path shard = out.resolve("features-00002.npy");
        byte[] content = Files.readAllBytes(shard);
        content[content.length - 1] ^= 1;
        Files.write(shard, content);
        assertThatThrownBy(set::verify).isInstanceOf(FileFailure.class).hasMessageContaining("features-00002.npy");
        Files.write(shard, java.util.Arrays.copyOf(content, content.length - 4));
        assertThatThrownBy(() -> FeatureSet.open(out)).hasMessageContaining("bytes instead of");
    }

    /** Every reader of a shard first compares it with its checksum, because a flipped bit would change results. */
    @ParameterizedTest
    @ValueSource(strings = {"features-00002.npy", "logits-00002.npy", "images-00002.json"})
    void damageIsFoundByEveryReader(String name) throws IOException {
        Path out = folder.resolve("set");
        extract(out, OPTIONS, 1, NEVER);
        byte[] content = Files.readAllBytes(out.resolve(name));
        content[content.length - 4] ^= 1;
        Files.write(out.resolve(name), content);
        FeatureSet set = FeatureSet.open(out);
        ThrowingCallable reading = switch (name) {
            case "features-00002.npy" -> () -> set.range(10, 1).rows(0, 1);
            case "logits-00002.npy" -> () -> set.logits(14, 1);
            default -> set::records;
        };
        try (Scope scope = Scope.open()) {
            set.range(0, 5).rows(0, 5); // other shards are whole
            set.logits(15, 1);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reading)
                        .isInstanceOf(FeatureSet.Outdated.class)
                        .hasMessageContainingAll(name, "does not match its checksum", "extract the features again");
            }
            if (name.startsWith("features")) {
                assertThatThrownBy(() -> set.inMemory(1 << 20)).hasMessageContaining(name);
            }
        }
    }

    /** Comparing is done once: what is read again costs nothing more. */
    @Test
    void aShardIsComparedOnce() throws IOException {
        Path out = folder.resolve("set");
        FeatureSet set = extract(out, OPTIONS, 1, NEVER);
        try (Scope scope = Scope.open()) {
            double[] before = set.range(10, 1).rows(0, 1).toDoubles();
            Path shard = out.resolve("features-00002.npy");
            byte[] content = Files.readAllBytes(shard);
            content[content.length - 1] ^= 1;
            Files.write(shard, content);
            assertThat(set.range(10, 1).rows(0, 1).toDoubles()).containsExactly(before);
        }
    }

    @Test
    void brokenImagesAreListedAndSkipped() throws IOException {
        for (int i = 5; i < 10; i++) {
            Files.writeString(picture(i), "no picture"); // all of the second shard
        }
        Files.writeString(picture(11), "no picture");
        FeatureSet set = extract(folder.resolve("set"), OPTIONS, 2, NEVER);
        assertThat(set.images()).isEqualTo(IMAGES - 6);
        assertThat(set.skipped()).extracting(FeatureSet.ImageRecord::name).contains("p05.png", "p11.png");
        assertThat(set.records().get(5).name()).isEqualTo("p10.png");
        FeatureSet clean = set;
        try (Scope scope = Scope.open()) {
            assertThat(clean.range(3, 4).rows(0, 4).size(0)).isEqualTo(4 * 16);
        }
        FeatureExtraction.Options strict = FeatureExtraction.Options.DEFAULT
                .withBatchImages(2)
                .withShardBytes(5 * IMAGE_BYTES)
                .withStrict(true);
        assertThatThrownBy(() -> extract(folder.resolve("strict"), strict, 1, NEVER))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("p05.png");
    }

    @Test
    void halfPrecisionKeepsThreeDigits() {
        FeatureSet exact = extract(folder.resolve("set"), OPTIONS, 1, NEVER);
        FeatureExtraction.Options half = FeatureExtraction.Options.DEFAULT
                .withType(FeatureExtraction.NumberType.FLOAT16)
                .withBatchImages(2)
                .withShardBytes(5 * IMAGE_BYTES);
        FeatureSet rounded = extract(folder.resolve("half"), half, 1, NEVER);
        try (Scope scope = Scope.open()) {
            Matrix difference = rounded.range(0, IMAGES)
                    .rows(0, IMAGES)
                    .minus(exact.range(0, IMAGES).rows(0, IMAGES))
                    .toMatrix();
            Matrix values = exact.range(0, IMAGES).rows(0, IMAGES).toMatrix();
            assertThat(difference.frobenius() / values.frobenius()).isBetween(1e-5, 1e-3);
            long halfTheBytes = rounded.patches() * rounded.width() * Short.BYTES;
            assertThat(exact.inMemory(halfTheBytes)).isSameAs(exact);
            assertThat(rounded.inMemory(halfTheBytes - 1)).isSameAs(rounded);
            FeatureSource held = rounded.inMemory(halfTheBytes);
            assertThat(held).isNotSameAs(rounded);
            assertThat(held.type()).isEqualTo(DType.FLOAT32);
            int[] some = {3, 0, 1};
            assertSameRows(held.range(1, 3).rows(1, 2), rounded.range(1, 3).rows(1, 2));
            assertSameRows(held.select(some).rows(0, 3), rounded.select(some).rows(0, 3));
        }
    }

    private static void assertSameRows(Tensor found, Tensor expected) {
        assertThat(found.type()).isEqualTo(DType.FLOAT32);
        assertThat(found.toDoubles()).containsExactly(expected.toDoubles());
    }

    @Test
    void theReadoutIsStoredWithTheSet() {
        FeatureSet set = extract(folder.resolve("set"), OPTIONS, 1, NEVER);
        assertThat(set.readout()).isPresent();
        try (Scope scope = Scope.open()) {
            double[] pooled = set.range(2, 1).rows(0, 1).mean(0).toDoubles();
            double[] logits = Matrix.row(pooled)
                    .times(set.readout().orElseThrow().classVectors())
                    .values();
            assertThat(set.logits(2, 1).toDoubles()).containsExactly(logits, within(1e-4));
        }
    }

    @Test
    void oneBadFileNeverStopsAFolder() throws IOException {
        try (RandomAccessFile huge =
                new RandomAccessFile(pictures.resolve("p03-huge.jpg").toFile(), "rw")) {
            huge.setLength(2L << 30); // sparse: takes no room on the disk
        }
        Files.createSymbolicLink(pictures.resolve("p07-link.png"), folder.resolve("nowhere.png"));
        // Removed when half of the images are done, after the list was made.
        Monitor removing = (done, total) -> {
            if (done >= 10) {
                delete(picture(20));
            }
        };
        FeatureSet set = extract(folder.resolve("set"), OPTIONS, 1, removing);
        assertThat(set.images()).isEqualTo(IMAGES - 1);
        assertThat(set.skipped())
                .extracting(FeatureSet.ImageRecord::skipped)
                .containsExactly(
                        "cannot read p03-huge.jpg: 2147483648 bytes are more than the 268435456 allowed for a picture;"
                                + " replace the file or take it off the list",
                        "cannot read p07-link.png: it is a link to a file that does not exist;"
                                + " replace the file or take it off the list",
                        "cannot read p20.png: no such file or folder; replace the file or take it off the list");
        assertThat(set.skipped()).allMatch(record -> record.sha256() == null);
    }

    @Test
    void whatCouldNotBeReadAndNowCanIsNoticed() throws IOException {
        Path link = Files.createSymbolicLink(pictures.resolve("p07-link.png"), folder.resolve("nowhere.png"));
        extract(folder.resolve("set"), OPTIONS, 1, NEVER);
        TreeMap<String, String> before = bytes(folder.resolve("set"));
        extract(folder.resolve("set"), OPTIONS, 1, NEVER); // nothing left to do
        assertThat(bytes(folder.resolve("set"))).isEqualTo(before);
        Files.copy(picture(1), folder.resolve("nowhere.png"));
        assertThatThrownBy(() -> extract(folder.resolve("set"), OPTIONS, 1, NEVER))
                .hasMessageContaining("the image " + link.getFileName() + " has changed since");
    }

    @Test
    void imagesThatVanishAllAtOnceAreADiskThatWasTakenAway() {
        Monitor unplugging = (done, total) -> {
            if (done >= 10 && Files.exists(pictures)) {
                try {
                    Files.move(pictures, folder.resolve("unplugged"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        assertThatThrownBy(() -> extract(folder.resolve("set"), OPTIONS, 1, unplugging))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("cannot be read any more; what is finished is kept");
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDamagedReadoutIsNotBelieved() throws IOException {
        Path place = folder.resolve("set");
        extract(place, OPTIONS, 1, NEVER).close();
        Path file = place.resolve("readout.safetensors");
        byte[] content = Files.readAllBytes(file);
        content[content.length - 3] ^= 1;
        Files.write(file, content);
        try (FeatureSet set = FeatureSet.open(place)) {
            assertThatThrownBy(set::readout)
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContainingAll(file.toString(), "checksum");
        }
        assertThatThrownBy(() -> extract(place, OPTIONS, 1, NEVER))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll(file.toString(), "checksum");
    }

    /** A file can match its digest and still be invalid, if it was written so. */
    @Test
    void aReadoutOfOtherSizesOrNumbersIsNotBelieved() throws IOException {
        Path place = folder.resolve("set");
        extract(place, OPTIONS, 1, NEVER).close();
        FeatureSet.Info info = Json.read(place.resolve(FeatureSet.INFO), FeatureSet.Info.class);
        Matrix nan = new Matrix(info.width(), info.classes());
        nan.set(0, 0, Double.NaN);
        for (Matrix vectors : List.of(
                new Matrix(info.width() + 1, info.classes()), new Matrix(info.width(), info.classes() + 1), nan)) {
            String digest =
                    ReadoutFile.write(place, Optional.of(new LinearReadout(vectors, new double[vectors.columns()])));
            Json.writeSealed(place.resolve(FeatureSet.INFO), info.withReadout(digest));
            try (FeatureSet set = FeatureSet.open(place)) {
                assertThatThrownBy(set::readout).isInstanceOf(FileFailure.class).hasMessageContaining(ReadoutFile.NAME);
            }
        }
    }

    /** A distributor counts shards, people count pictures. */
    @Test
    void picturesOfOtherProcessesAreCounted() throws IOException {
        Files.write(picture(7), new byte[] {1, 2, 3});
        List<String> seen = new ArrayList<>();
        Monitor listening = (done, total) -> seen.add(done + "/" + total);
        long[] counted = new long[2];
        Distributor elsewhere = new Distributor() {
            @Override
            public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
                seen.clear();
                for (int unit = first; unit < end; unit++) {
                    work.monitor().onProgress(unit + 1, work.units());
                }
                assertThat(seen).containsExactly("5/23", "10/23", "15/23", "20/23", "23/23");
                work.run(first, end, result -> {
                    counted[0] += work.pictures(result).listed();
                    counted[1] += work.pictures(result).broken();
                    inOrder.accept(result);
                });
            }
        };
        try (Workers workers = new Workers(1)) {
            FeatureExtraction.Source source = new FeatureExtraction.Source(
                    networkFile,
                    network,
                    PatchLayer.of(network.cut("maps"), null),
                    ImageList.of(pictures),
                    PREPROCESSING);
            FeatureExtraction.run(folder.resolve("elsewhere"), source, OPTIONS, elsewhere, workers, listening);
        }
        assertThat(counted).containsExactly(IMAGES, 1);
    }
}
