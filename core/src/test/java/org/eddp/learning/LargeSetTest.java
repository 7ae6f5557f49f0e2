package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.files.Digests;
import org.eddp.files.json.Json;
import org.eddp.images.input.InputPreset;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Workers;
import org.eddp.testkit.FreshProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The memory of learning does not depend on the size of the feature set. The sets are as large as one likes and take little
 * disk: every shard is a link to the same file.
 */
@Tag("slow")
class LargeSetTest {
    private static final Grid GRID = new Grid(7, 7);
    private static final int WIDTH = 64;
    private static final int CLASSES = 2;
    private static final int SHARD_IMAGES = 2048; // 25.7 MB
    private static final int BATCH_IMAGES = 2048;
    private static final long TOLERANCE_BYTES = 100L << 20;

    /** Learns two steps from the feature set named by the property {@code set} and prints the peak of resident memory. */
    public static final class Program {
        public static void main(String[] args) throws IOException {
            FeatureSet set = FeatureSet.open(Path.of(System.getProperty("set")));
            LearnOptions preset = GeneralPreset.of(16)
                    .withUncertainty(false)
                    .withActivation(Activation.RELU)
                    .of(set);
            LearnOptions.Schedule schedule = new LearnOptions.Schedule(1, 0.01, BATCH_IMAGES, 0, 10, 5);
            LearnOptions options = LearnOptions.of(
                    16,
                    preset.losses(),
                    LearnOptions.Start.of(schedule, preset.start().objective()),
                    null,
                    LearnOptions.Joint.of(schedule, preset.joint().objective()),
                    Activation.RELU);
            try (Workers workers = new Workers(2)) {
                new Learner(set, options).workers(workers).learn();
            }
            String status = Files.readString(Path.of("/proc/self/status"));
            Matcher peak = Pattern.compile("VmHWM:\\s+(\\d+) kB").matcher(status);
            System.out.println("peak " + (peak.find() ? Long.parseLong(peak.group(1)) * 1024 : -1));
        }
    }

    @TempDir
    private Path folder;

    @Test
    void learningFromMoreImagesTakesNoMoreMemory() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/status")), "peak memory is read from /proc, which Linux has");
        long small = peak(linkedSet("small", 4));
        long large = peak(linkedSet("large", 32));
        assertThat(large - small).as("bytes more for eight times the images").isLessThan(TOLERANCE_BYTES);
    }

    private static long peak(Path set) throws Exception {
        FreshProcess.Outcome outcome = FreshProcess.run(
                Program.class, "-Dset=" + set, "-Xms128m", "-Xmx128m", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch");
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        Matcher peak = Pattern.compile("peak (\\d+)").matcher(outcome.output());
        assertThat(peak.find()).as(outcome.output()).isTrue();
        return Long.parseLong(peak.group(1));
    }

    /** A complete feature set all of whose shards have the same numbers. */
    private Path linkedSet(String name, int shards) throws IOException {
        Path set = Files.createDirectories(folder.resolve(name));
        Path numbers = folder.resolve("numbers.npy");
        if (!Files.exists(numbers)) {
            Files.write(numbers, shardFile());
        }
        String digest = Digests.of(numbers);
        List<FeatureSet.Info.Shard> entries = new ArrayList<>();
        for (int s = 0; s < shards; s++) {
            entries.add(new FeatureSet.Info.Shard(s, SHARD_IMAGES, digest, "", ""));
            Files.createLink(set.resolve(String.format("features-%05d.npy", s)), numbers);
            byte[] header = FeatureFiles.header(SHARD_IMAGES + ", " + CLASSES);
            Files.write(
                    set.resolve(String.format("logits-%05d.npy", s)),
                    Arrays.copyOf(header, header.length + SHARD_IMAGES * CLASSES * Float.BYTES));
        }
        FeatureSet.Provenance provenance = new FeatureSet.Provenance(
                "none",
                "",
                "layer",
                Activation.RELU,
                InputPreset.PLAIN.preprocessing(),
                shards * SHARD_IMAGES,
                "",
                OutputKind.CLASSES);
        Json.write(
                set.resolve("features.json"),
                new FeatureSet.Info(
                        "",
                        provenance,
                        GRID,
                        WIDTH,
                        CLASSES,
                        FeatureExtraction.NumberType.FLOAT32,
                        8,
                        null,
                        SHARD_IMAGES,
                        entries,
                        true));
        return set;
    }

    private static byte[] shardFile() {
        byte[] header = FeatureFiles.header(SHARD_IMAGES + ", " + GRID.height() + ", " + GRID.width() + ", " + WIDTH);
        int numbers = SHARD_IMAGES * GRID.cells() * WIDTH;
        ByteBuffer file =
                ByteBuffer.allocate(header.length + numbers * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.put(header);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < numbers; i++) {
            file.putFloat((float) Math.max(0, random.nextDouble() - 0.5));
        }
        return file.array();
    }

    /** The header that NumPy gives such an array. */
    private static final class FeatureFiles {
        static byte[] header(String shape) {
            String text = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + ",), }";
            int length = 10 + text.length() + 1;
            int padded = (length + 63) / 64 * 64;
            byte[] bytes = new byte[padded];
            Arrays.fill(bytes, (byte) ' ');
            byte[] start = {
                (byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) (padded - 10), (byte) ((padded - 10) >> 8)
            };
            System.arraycopy(start, 0, bytes, 0, start.length);
            byte[] ascii = text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            System.arraycopy(ascii, 0, bytes, start.length, ascii.length);
            bytes[padded - 1] = '\n';
            return bytes;
        }
    }
}
