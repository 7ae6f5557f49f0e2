package org.eddp.labels;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.parts.Part;
import org.eddp.study.measure.PartFile;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts that a part left: the file, and what it says besides being a safetensors file. */
class CountsFuzz {
    private static final Part PART = new Part(2, 7);
    private static final Map<String, String> QUESTION = Map.of("split", "train");

    private static SafetensorsFile content(long images, long[] active, long[] category, long[] common, String names) {
        return new SafetensorsFile()
                .add("totals", new long[] {images, 50})
                .add("active", active)
                .add("activeInCategory", new long[] {1, 2})
                .add("category", category)
                .add("number", new long[category.length])
                .add("pixels", new long[category.length])
                .add("common", common)
                .note("categories", names)
                .note("part", PART.toString())
                .note("asked.split", "train");
    }

    static Stream<byte[]> parts() {
        long[] two = {3, 4};
        long[] one = {0};
        return Stream.of(
                        content(2, two, one, two, "[\"color\"]"),
                        content(2, two, one, two, "[\"color\", null]"),
                        content(2, two, one, two, "[\"color\", \"color\"]"),
                        content(2, two, one, two, "{}"),
                        content(-2, two, one, two, "[\"color\"]"),
                        content(1L << 40, two, one, two, "[\"color\"]"),
                        content(2, two, new long[] {9}, two, "[\"color\"]"),
                        content(2, two, new long[2], new long[4], "[\"color\"]"),
                        content(2, two, new long[2], two, "[\"color\"]"),
                        content(2, new long[0], one, two, "[\"color\"]"),
                        content(2, two, one, two, "[\"color\"]").note("part", "1/7"),
                        content(2, two, one, two, "[\"color\"]").note("asked.split", "val"))
                .map(SafetensorsFile::toBytes);
    }

    @MethodSource("parts")
    @FuzzTest
    void part(byte[] content) {
        Path folder = FuzzedFile.folder("counts");
        FuzzedFile.check(folder.resolve("labelling.safetensors"), content, file -> {
            PartFile part = new PartFile(folder, "labelling");
            part.answers(PART, QUESTION);
            Dissection.Counts counts = Dissection.Counts.read(part.read(PART, QUESTION));
            Dissection.Counts.none(counts.detectors()).add(counts);
        });
    }
}
