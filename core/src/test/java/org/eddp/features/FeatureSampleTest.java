package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.Digests;
import org.eddp.images.input.InputPreset;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sample has the features of some images, chosen evenly over the classes. */
class FeatureSampleTest {
    private static final int BYTES_PER_IMAGE = 16 * 12 * Float.BYTES;
    private static final FeatureSample.Options SIX = FeatureSample.Options.of(6);

    @TempDir
    private static Path folder;

    private static FeatureSet all;

    @BeforeAll
    static void extract() throws IOException {
        TinyRun.files(folder, "tiny", TinyNetworks.network(false));
        Files.write(folder.resolve("pictures/ash/broken.png"), new byte[] {1, 2, 3});
        all = extract("all", FeatureExtraction.NumberType.FLOAT32);
    }

    private static FeatureSet extract(String name, FeatureExtraction.NumberType type) {
        Extraction.Options options = Extraction.Options.of(LayerAddress.of(TinyRun.LAYER))
                .withPreprocessing(InputChoice.of(InputPreset.PLAIN))
                .withStorage(FeatureExtraction.Options.DEFAULT.withType(type).withShardBytes(5 * BYTES_PER_IMAGE));
        return Extraction.run(
                folder.resolve("tiny.onnx"), folder.resolve("pictures"), folder.resolve(name), options, Monitor.NONE);
    }

    private static FeatureSet draw(FeatureSet from, String name, FeatureSample.Options options, Distributor who) {
        return FeatureSample.draw(from, folder.resolve(name), options, who, Monitor.NONE);
    }

    private static Map<String, String> bytes(FeatureSet set) throws IOException {
        try (Stream<Path> files = Files.list(set.folder())) {
            return files.filter(Files::isRegularFile)
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString(), Digests::of, (a, b) -> a, TreeMap::new));
        }
    }

    /** Other processes, which get the order and give bytes; the last shard first. */
    private static final Distributor ELSEWHERE = new Distributor() {
        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            WorkOrder<R> order = work.order();
            byte[][] results = new byte[end][];
            try (WorkerContext place = new WorkerContext(new Workers(1), Monitor.NONE)) {
                for (int unit = end - 1; unit >= first; unit--) {
                    int number = unit;
                    order.open(place).run(unit, unit + 1, result -> results[number] = order.toBytes(result));
                }
            }
            Arrays.stream(results, first, end).map(order::fromBytes).forEach(inOrder);
        }
    };

    @ParameterizedTest
    @EnumSource
    void aSampleHasTheNumbersOfItsImages(FeatureExtraction.NumberType type) {
        FeatureSet from = extract("from-" + type, type);
        FeatureSet sample = draw(from, "sample-" + type, SIX, Distributor.HERE);
        List<FeatureSet.ImageRecord> records = from.records();
        assertThat(sample.records()).hasSize(6).isSubsetOf(records);
        assertThat(sample.info().readout()).isEqualTo(from.info().readout()).isNotNull();
        assertThat(sample.origin().images()).isEqualTo(from.origin().images());
        try (Scope scope = Scope.open()) {
            for (int image = 0; image < 6; image++) {
                int number = records.indexOf(sample.records().get(image));
                assertThat(sample.range(image, 1).rows(0, 1).toDoubles())
                        .isEqualTo(from.range(number, 1).rows(0, 1).toDoubles());
                assertThat(sample.logits(image, 1).toDoubles())
                        .isEqualTo(from.logits(number, 1).toDoubles());
            }
        }
    }

    @Test
    void otherProcessesGiveTheSameBytes() throws IOException {
        Map<String, String> here = bytes(draw(all, "here", SIX, Distributor.HERE));
        assertThat(bytes(draw(all, "elsewhere", SIX, ELSEWHERE))).isEqualTo(here);
        assertThat(bytes(draw(all, "again", SIX.withSeed(2), Distributor.HERE))).isNotEqualTo(here);
    }

    @Test
    void classesKeepTheirShares() {
        String[] classes = IntStream.range(0, 1000)
                .mapToObj(i -> i % 10 == 0 ? "rare" : i % 2 == 0 ? "even" : "odd")
                .toArray(String[]::new);
        int[] chosen = FeatureSample.choose(classes, 100, 7);
        assertThat(chosen).isSorted().doesNotHaveDuplicates().hasSize(100);
        Map<String, Long> counts = Arrays.stream(chosen)
                .mapToObj(i -> classes[i])
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(counts).containsEntry("rare", 10L).containsEntry("even", 40L).containsEntry("odd", 50L);
        assertThat(FeatureSample.choose(classes, 1000, 7))
                .isEqualTo(IntStream.range(0, 1000).toArray());
    }

    @Test
    void otherFeaturesAreNotReplacedUnlessAsked() throws IOException {
        Map<String, String> first = bytes(draw(all, "kept", SIX, Distributor.HERE));
        assertThatThrownBy(() -> draw(all, "kept", SIX.withSeed(2), Distributor.HERE))
                .isInstanceOf(FeatureSet.Outdated.class)
                .hasMessageContaining("there are features in");
        assertThat(bytes(FeatureSet.open(folder.resolve("kept")))).isEqualTo(first);
        assertThat(draw(all, "kept", FeatureSample.Options.of(24).withOverwrite(true), Distributor.HERE)
                        .records())
                .isEqualTo(all.records());
        assertThatThrownBy(() -> draw(all, "more", FeatureSample.Options.of(25), Distributor.HERE))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("25 images cannot be drawn from the 24 in");
        assertThat(folder.resolve("more")).doesNotExist();
    }
}
