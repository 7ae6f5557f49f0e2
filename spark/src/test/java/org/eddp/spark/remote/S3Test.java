package org.eddp.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.spark.remote.RemoteFeatures.extract;
import static org.eddp.spark.remote.RemoteFeatures.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.eddp.features.FeatureSet;
import org.eddp.files.RemoteFiles;
import org.eddp.parts.ClusterService.Cluster;
import org.eddp.parts.Distributor;
import org.eddp.spark.SparkService;
import org.eddp.spark.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures in a bucket, and features to a bucket, through a server of the protocol. */
@Tag("slow")
class S3Test {
    @TempDir
    private static Path folder;

    private static S3Server server;
    private static Cluster cluster;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = S3Server.start(folder);
        server.settings().forEach(System::setProperty);
        TinyRun.make(folder);
        cluster = new SparkService().open("local[2]");
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (server != null) {
            server.settings().keySet().forEach(System::clearProperty);
            server.close();
        }
    }

    private static void upload(Path local, String address) throws IOException {
        HadoopPath target = HadoopPath.of(RemoteFiles.parse(address));
        try (InputStream in = Files.newInputStream(local);
                OutputStream out = target.getFileSystem().hadoop().create(target.hadoop())) {
            in.transferTo(out);
        }
    }

    @Test
    void featuresFromAndToABucketHaveTheBytesOfThoseInAFolder() throws IOException {
        Path network = folder.resolve("tiny.onnx");
        extract(network, folder.resolve("pictures"), folder.resolve("here"), Distributor.HERE);
        Map<String, String> expected = files(folder.resolve("here"));

        upload(network, "s3a://bucket/tiny.onnx");
        try (Stream<Path> pictures = Files.list(folder.resolve("pictures"))) {
            for (Path picture : pictures.toList()) {
                upload(picture, "s3a://bucket/photos/" + picture.getFileName());
            }
        }
        Path out = RemoteFiles.parse("s3a://bucket/features/photos");
        extract(RemoteFiles.parse("s3a://bucket/tiny.onnx"), RemoteFiles.parse("s3a://bucket/photos"), out, cluster);
        assertThat(files(out)).isEqualTo(expected);
        FeatureSet.open(out).verify();
    }
}
