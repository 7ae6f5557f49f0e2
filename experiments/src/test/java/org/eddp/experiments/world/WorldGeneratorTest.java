package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldGeneratorTest {
    private static final WorldOptions.Pictures TINY = new WorldOptions.Pictures(16, 6, 64, 32, 5);

    @TempDir
    Path folder;

    private AnnotatedDataset write(String name, WorldOptions.Pictures options, int threads) {
        try (Workers workers = new Workers(threads)) {
            return WorldGenerator.write(folder.resolve(name), options, workers, Monitor.NONE);
        }
    }

    private Map<String, List<Byte>> bytes(String name) throws IOException {
        Map<String, List<Byte>> content = new TreeMap<>();
        Path root = folder.resolve(name);
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                byte[] all = Files.readAllBytes(file);
                Byte[] boxed = new Byte[all.length];
                for (int i = 0; i < all.length; i++) {
                    boxed[i] = all[i];
                }
                content.put(root.relativize(file).toString(), List.of(boxed));
            }
        }
        return content;
    }

    @Test
    void theSameSeedGivesTheSameBytesOnAnyNumberOfThreads() throws IOException {
        write("one", TINY, 1);
        write("two", TINY, 2);
        write("other", TINY.withSeed(6), 2);
        assertThat(bytes("two")).isEqualTo(bytes("one"));
        assertThat(bytes("other").get("images/train/000000.png"))
                .isNotEqualTo(bytes("one").get("images/train/000000.png"));
    }

    @Test
    void whatIsWrittenIsADatasetWithLabelsInAllCategories() {
        AnnotatedDataset dataset = write("world", TINY, 2);
        assertThat(dataset.images("train")).hasSize(16);
        assertThat(dataset.images("val")).hasSize(6);
        Set<String> seen = new HashSet<>();
        for (AnnotatedDataset.Image image : dataset.images()) {
            AnnotatedDataset.Annotation annotation = dataset.annotation(image);
            assertThat(annotation.whole("scene")).hasSize(1);
            for (String category : List.of("color", "object", "part", "material", "texture")) {
                for (int number : annotation.maps(category).get(0)) {
                    if (number != 0) {
                        AnnotatedDataset.Label label = dataset.label(number).orElseThrow();
                        assertThat(label.categories()).containsKey(category);
                        seen.add(label.name());
                    }
                }
            }
        }
        assertThat(seen).contains("house", "car", "roof", "wheel", "brick", "foliage", "striped", "green", "grey");
    }

    @Test
    void theClassOfAPictureIsThePairOfObjectsInIt() {
        AnnotatedDataset dataset = write("world", TINY, 2);
        ImageClasses classes = ImageClasses.read(folder.resolve("world"));
        assertThat(classes.names()).hasSize(12).isSorted().contains("house and car", "table and lamp");
        for (AnnotatedDataset.Image image : dataset.images()) {
            Set<String> objects = new HashSet<>();
            for (int number : dataset.annotation(image).maps("object").get(0)) {
                dataset.label(number).ifPresent(label -> objects.add(label.name()));
            }
            String name = classes.names().get(classes.of(image.name()));
            assertThat(objects).as(image.name()).contains(name.split(" and "));
        }
        assertThatThrownBy(() -> classes.of("nowhere.png")).hasMessageContaining("nowhere.png");
    }

    @Test
    void optionsOutsideTheirLimitsAreRefused() {
        assertThatThrownBy(() -> new WorldOptions.Pictures(0, 1, 64, 64, 1)).hasMessageContaining("train = 0");
        assertThatThrownBy(() -> new WorldOptions.Pictures(1, 1, 16, 16, 1)).hasMessageContaining("32 .. 1024");
        assertThatThrownBy(() -> new WorldOptions.Pictures(1, 1, 64, 65, 1))
                .hasMessageContaining("annotation size = 65");
    }
}
