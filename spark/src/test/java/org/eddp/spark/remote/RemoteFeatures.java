package org.eddp.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Circumstances;
import org.eddp.images.input.InputPreset;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.parts.Distributor;
import org.eddp.spark.TinyRun;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;

/** Features of the tiny network, two images in a shard, from and to any place. */
final class RemoteFeatures {
    private RemoteFeatures() {}

    static FeatureSet extract(Path network, Path images, Path out, Distributor distributor) {
        Extraction.Options options = Extraction.Options.of(LayerAddress.of(TinyRun.LAYER))
                .withPreprocessing(InputChoice.of(InputPreset.PLAIN))
                .withStorage(
                        FeatureExtraction.Options.DEFAULT.withBatchImages(2).withShardBytes(2 * 16 * TinyRun.WIDTH * 4))
                .withThreads(1);
        return Extraction.run(network, images, out, options, distributor, Monitor.NONE);
    }

    /** Digests of the files of a set, all but the one with paths. */
    static Map<String, String> files(Path set) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.list(set)) {
            for (Path file : all.toList()) {
                found.put(file.getFileName().toString(), Digests.of(file));
            }
        }
        assertThat(found.remove(Circumstances.NAME)).isNotNull();
        return found;
    }

    static Path at(String root, Path local) {
        return RemoteFiles.parse(root + local.toAbsolutePath());
    }
}
