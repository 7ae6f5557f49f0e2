package org.eddp.metrics;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Workers;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts and scores of patches that parts left: what they say besides being safetensors files. */
class MetricPartsFuzz {
    static Stream<byte[]> clusterings() {
        return Stream.of(
                        clustering(5, new long[] {2, 1}, 3, 1, 1),
                        clustering(5, new long[] {2, 1}, 3, 1),
                        clustering(-5, new long[] {2, -1}, 3, 1, 1),
                        clustering(0, new long[0], 0))
                .map(SafetensorsFile::toBytes);
    }

    private static SafetensorsFile clustering(long patches, long[] sizes, long... together) {
        return new SafetensorsFile()
                .add("patches", new long[] {patches})
                .add("sizes", sizes)
                .add("together", together);
    }

    @MethodSource("clusterings")
    @FuzzTest
    void clustering(byte[] content) {
        FuzzedFile.check(FuzzedFile.folder("clustering").resolve("clustering.safetensors"), content, file -> {
            ClusteringCounts counts = ClusteringCounts.read(SafetensorsFile.read(file));
            counts.add(counts);
            counts.clustering();
        });
    }

    static Stream<byte[]> scores() {
        return Stream.of(
                        scores(new long[] {1, 2}, new long[] {0, 1}, 1, 2, 3),
                        scores(new long[] {1, 2}, new long[] {0}, 1, 2, 3),
                        scores(new long[] {1L << 40, 2}, new long[] {0, 1}, 1, 2, 3),
                        scores(new long[] {-1, 4}, new long[] {0, 1}, 1, 2, 3),
                        scores(new long[] {1}, new long[] {1}, Float.NaN))
                .map(SafetensorsFile::toBytes);
    }

    private static SafetensorsFile scores(long[] positives, long[] negatives, float... positive) {
        return new SafetensorsFile()
                .add("positives", positives)
                .add("positive", positive)
                .add("negatives", negatives)
                .add("negative", new float[] {-1});
    }

    @MethodSource("scores")
    @FuzzTest
    void scores(byte[] content) {
        FuzzedFile.check(FuzzedFile.folder("scores").resolve("scores-0.safetensors"), content, file -> {
            ScoredPatches scores = ScoredPatches.read(SafetensorsFile.read(file));
            try (Workers one = new Workers(1)) {
                scores.binary(one);
            }
        });
    }
}
