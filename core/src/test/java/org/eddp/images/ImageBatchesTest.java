package org.eddp.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageBatchesTest {
    private static final Preprocessing SMALL = Preprocessing.preset("keras").withSize(8, 6);
    private static final int COUNT = 11;
    private static final int BROKEN = 4;

    @TempDir
    Path folder;

    private ImageList list;

    @BeforeEach
    void images() throws IOException {
        for (int i = 0; i < COUNT; i++) {
            byte[] file = TestImages.encode(TestImages.noise(20 + i, 30 - i, i), "png");
            Files.write(folder.resolve("%02d.png".formatted(i)), i == BROKEN ? Arrays.copyOf(file, 100) : file);
        }
        list = ImageList.of(folder);
    }

    private List<ImageBatches.Prepared> all(int first, int batch, int threads) {
        List<ImageBatches.Prepared> batches = new ArrayList<>();
        new ImageBatches(list, SMALL, new ImageBatches.Options(batch, threads, false)).forEach(first, batches::add);
        return batches;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void batchesComeInListOrderWhateverTheThreads(int threads) {
        List<ImageBatches.Prepared> batches = all(0, 3, threads);
        assertThat(batches.stream().map(ImageBatches.Prepared::first)).containsExactly(0, 3, 6, 9);
        assertThat(batches.stream().map(ImageBatches.Prepared::end)).containsExactly(3, 6, 9, 11);
        assertThat(batches.get(1).indices()).containsExactly(3, 5);
        assertThat(batches.get(1).shape()).containsExactly(2, 3, 8, 6);
        assertThat(batches.get(3).rows()).isEqualTo(2);
        for (ImageBatches.Prepared batch : batches) {
            for (int row = 0; row < batch.rows(); row++) {
                int i = batch.indices()[row];
                float[] expected = SMALL.apply(TestImages.noise(20 + i, 30 - i, i));
                assertThat(Arrays.copyOfRange(batch.values(), row * 144, (row + 1) * 144))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void brokenImagesAreListed() {
        ImageBatches.Prepared batch = all(0, 3, 2).get(1);
        assertThat(batch.skipped()).hasSize(1);
        assertThat(batch.skipped().get(0).index()).isEqualTo(BROKEN);
        assertThat(batch.skipped().get(0).name()).isEqualTo("04.png");
        assertThat(batch.skipped().get(0).reason()).contains("04.png", "ends early");
        assertThat(batch.digests()).hasSize(3).doesNotContainNull();
        ImageBatches.Prepared alone = all(BROKEN, 1, 1).get(0);
        assertThat(alone.rows()).isZero();
        assertThat(alone.shape()).containsExactly(0, 3, 8, 6);
    }

    @Test
    void strictStopsAtTheFirstBrokenImage() {
        List<Integer> seen = new ArrayList<>();
        ImageBatches strict = new ImageBatches(list, SMALL, new ImageBatches.Options(2, 3, true));
        assertThatThrownBy(() -> strict.forEach(0, batch -> seen.add(batch.first())))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("04.png");
        assertThat(seen).containsExactly(0, 2);
    }

    @Test
    void aRunCanGoOnWhereItStopped() {
        List<ImageBatches.Prepared> rest = all(6, 3, 2);
        assertThat(rest.stream().map(ImageBatches.Prepared::first)).containsExactly(6, 9);
        assertThat(rest.get(0).values()).isEqualTo(all(0, 3, 2).get(2).values());
        assertThat(all(COUNT, 3, 2)).isEmpty();
        assertThatThrownBy(() -> all(COUNT + 1, 3, 2)).hasMessageContaining("first = 12");
    }

    @Test
    void digestsTellWhatChanged() throws IOException {
        List<String> digests = new ArrayList<>();
        all(0, 4, 2).forEach(batch -> digests.addAll(batch.digests()));
        assertThat(digests.get(2))
                .isEqualTo(ImageDigests.of(folder.resolve("02.png")))
                .hasSize(64);
        assertThat(digests).doesNotHaveDuplicates().hasSize(COUNT);
        String whole = ImageDigests.ofList(list, digests);
        List<String> other = new ArrayList<>(digests);
        other.set(3, ImageDigests.of(new byte[] {1}));
        assertThat(ImageDigests.ofList(list, other)).isNotEqualTo(whole);

        Files.delete(folder.resolve("02.png"));
        ImageBatches.Prepared first = all(0, 4, 2).get(0);
        assertThat(first.digests().get(2)).isNull();
        assertThat(first.skipped().get(0).reason()).contains("02.png: no such file");
    }

    @Test
    void aBatchIsATensor() {
        try (Scope scope = Scope.open()) {
            assertThat(all(0, 2, 1).get(0).tensor().shape()).containsExactly(2, 3, 8, 6);
        }
    }

    @Test
    void closingEndsTheStream() {
        BatchStream stream = new ImageBatches(list, SMALL, new ImageBatches.Options(2, 2, false)).from(0);
        stream.next();
        stream.close();
        assertThat(stream.hasNext()).isFalse();
        assertThatThrownBy(stream::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void anInterruptEndsTheWait() {
        try (BatchStream stream = new ImageBatches(list, SMALL, new ImageBatches.Options(2, 2, false)).from(0)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(stream::next).isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void wrongOptionsAreNamed() {
        assertThatThrownBy(() -> new ImageBatches.Options(0, 1, false)).hasMessageContaining("batch = 0");
        assertThatThrownBy(() -> new ImageBatches.Options(1, 0, false)).hasMessageContaining("threads = 0");
        assertThat(ImageBatches.Options.of(4).withThreads(3).withStrict(true))
                .isEqualTo(new ImageBatches.Options(4, 3, true));
    }
}
