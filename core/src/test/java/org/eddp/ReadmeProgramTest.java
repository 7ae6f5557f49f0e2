package org.eddp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.images.decode.Picture;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedDatasetWriter;
import org.eddp.network.load.Networks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java program of the README is a program: it compiles, runs, and needs few types of ours. */
class ReadmeProgramTest {
    private static final int MOST_TYPES = 6;

    @TempDir
    private Path folder;

    private static String program() throws IOException {
        Matcher block = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "README.md")));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    @Test
    void importsFewTypesOfOurs() throws IOException {
        assertThat(program().lines().filter(line -> line.startsWith("import org.eddp.")))
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(MOST_TYPES);
    }

    @Test
    void isTheFirstThingInTheJavadoc() throws IOException {
        String notes = Files.readString(Path.of("src", "main", "java", "org", "eddp", "package-info.java"));
        assertThat(notes.replaceAll("(?m)^ \\* ?", "")).contains("<pre>{@code\n" + program());
    }

    @Test
    @Tag("slow")
    void runs() throws IOException, InterruptedException {
        MobileNetFiles small = SmallMobileNet.write(folder);
        Files.move(small.onnx(), folder.resolve("model.onnx"));
        writeDataset();
        Files.copy(folder.resolve("pets/images/0.png"), folder.resolve("cat.png"));
        Path source = folder.resolve("Concepts.java");
        Files.writeString(source, program());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        absoluteClassPath(),
                        source.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed.lines()).anyMatch(line -> line.matches("\\d+.* [+-]\\d+\\.\\d\\d"));
        assertThat(folder.resolve("runs/pets/labels.json")).exists();
        Networks.load(folder.resolve("corrected.onnx")).close();
    }

    private static String absoluteClassPath() {
        StringBuilder absolute = new StringBuilder();
        for (String entry :
                System.getProperty("java.class.path").split(Pattern.quote(java.io.File.pathSeparator), -1)) {
            absolute.append(Path.of(entry).toAbsolutePath()).append(java.io.File.pathSeparatorChar);
        }
        return absolute.toString();
    }

    /** The drawn pictures, of which the left half is called a cat. */
    private void writeDataset() throws IOException {
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(
                folder.resolve("pets"),
                List.of("object"),
                List.of(AnnotatedDataset.Label.of(1, "cat", "object"), AnnotatedDataset.Label.of(2, "dog", "object")));
        List<Path> pictures;
        try (var files = Files.walk(folder.resolve("pictures"))) {
            pictures = files.filter(Files::isRegularFile).sorted().toList();
        }
        for (int n = 0; n < pictures.size(); n++) {
            Picture picture = new org.eddp.images.decode.ImageReader().read(pictures.get(n));
            writer.add(new AnnotatedDatasetWriter.LabelledPicture(
                    n + ".png",
                    n % 3 == 2 ? "val" : "train",
                    picture,
                    2,
                    2,
                    Map.of("object", List.of(new int[] {1, 2, 1, 2})),
                    Map.of()));
        }
        writer.finish();
    }
}
