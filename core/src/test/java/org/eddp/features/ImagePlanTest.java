package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import org.eddp.files.Digests;
import org.eddp.images.input.InputPreset;
import org.eddp.images.source.ImageList;
import org.eddp.images.source.ImageList.Entry;
import org.eddp.tensor.Activation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The memory that a list of images takes: of the process that lists them, and of one that computes shards.
 * {@code -Deddp.images=10000000} measures another number.
 */
class ImagePlanTest {
    private static final int IMAGES = Integer.getInteger("eddp.images", 300_000);
    private static final int SHARD = 668;

    @TempDir
    private Path folder;

    private FeatureSet.Info info(ImageList list) {
        FeatureSet.Provenance provenance = new FeatureSet.Provenance(
                "n.onnx",
                "",
                "layer",
                Activation.RELU,
                InputPreset.PLAIN.preprocessing(),
                list.size(),
                Digests.of("a list"),
                null);
        return new FeatureSet.Info(
                "1",
                provenance,
                new Grid(7, 7),
                8,
                2,
                FeatureExtraction.NumberType.FLOAT32,
                16,
                null,
                SHARD,
                List.of(),
                false);
    }

    /** Names as of a large collection: a thousand folders, which are classes, with numbers in them. */
    private static List<Entry> made(Path root, int count) {
        return new AbstractList<>() {
            @Override
            public Entry get(int i) {
                String folder = String.format("n%08d", i % 1000);
                String name = String.format("%s/%s_%08d.jpg", folder, folder, i);
                return new Entry(name, root.resolve(name), folder);
            }

            @Override
            public int size() {
                return count;
            }
        };
    }

    private static long heap() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void theListTakesFewBytesForAnImageAndAProcessThatComputesShardsNone() throws IOException {
        long empty = heap();
        ImageList list = ImageList.ofEntries(folder, made(folder, IMAGES));
        long listed = heap();
        ImagePlan plan = ImagePlan.write(folder, list.root(), list.entries(), info(list));
        long planned = heap();
        double perImage = (listed - empty) / (double) IMAGES;
        double perImagePlanned = (planned - listed) / (double) IMAGES;
        long bytes = Files.size(Path.of(plan.file()));

        List<Entry> entries = plan.entries();
        entries.get(0);
        long begun = heap();
        int wrong = 0;
        for (int shard = 0; shard * SHARD < IMAGES; shard++) {
            int last = Math.min(IMAGES, (shard + 1) * SHARD) - 1;
            wrong += entries.get(last).equals(list.entries().get(last)) ? 0 : 1;
        }
        long read = heap();
        System.out.printf(
                "%,d images: list %.0f bytes each (%,d MB), plan in memory %.1f, plan on disk %.0f;"
                        + " a process that reads all shards: %.1f MB more%n",
                IMAGES,
                perImage,
                (listed - empty) >> 20,
                perImagePlanned,
                bytes / (double) IMAGES,
                (read - begun) / (double) (1 << 20));
        assertThat(wrong).isZero();
        assertThat(perImage).isLessThan(80);
        assertThat(perImagePlanned).isLessThan(2);
        assertThat(read - begun).as("heap of a process that computes shards").isLessThan(4 << 20);
        assertThat(entries).hasSize(list.size());
    }

    @Test
    void aPlanGivesEveryImageAsTheListDoes() {
        List<Entry> odd = List.of(
                new Entry("b.png", folder.resolve("b.png"), null),
                new Entry("a, \t\n\u00e9/\ud83d\ude00.png", folder.resolve("a, \t\n\u00e9/\ud83d\ude00.png"), "a, \t"),
                new Entry("c.png", folder.resolveSibling("elsewhere").resolve("c.png"), "c"));
        ImageList list = ImageList.ofEntries(folder, odd);
        FeatureSet.Info info = info(list);
        ImagePlan plan = ImagePlan.write(folder, list.root(), list.entries(), info);
        assertThat(plan.entries()).containsExactlyElementsOf(list.entries()).containsExactlyInAnyOrderElementsOf(odd);
        ImagePlan.remove(folder, info);
        assertThat(ImagePlan.in(folder, info)).doesNotExist();
    }
}
