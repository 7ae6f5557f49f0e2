package org.eddp.spark.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** A server of Amazon's protocol as a process of this machine, with an empty bucket {@code bucket} in its memory. */
final class S3Server implements AutoCloseable {
    private static final Path JAR = Path.of("target/s3proxy.jar");
    private static final String KEY = "key-of-tests";
    private static final Duration START = Duration.ofMinutes(2);

    private final Process process;
    private final String address;

    private S3Server(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static S3Server start(Path folder) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String address = "http://127.0.0.1:" + port;
        Path settings = folder.resolve("s3proxy.conf");
        Files.write(
                settings,
                List.of(
                        "s3proxy.endpoint=" + address,
                        "s3proxy.authorization=aws-v2-or-v4",
                        "s3proxy.identity=" + KEY,
                        "s3proxy.credential=" + KEY,
                        "jclouds.provider=transient",
                        "jclouds.identity=none",
                        "jclouds.credential=none"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-DLOG_LEVEL=warn",
                        "-jar",
                        JAR.toString(),
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("s3proxy.log").toFile())
                .start();
        S3Server server = new S3Server(process, address);
        try {
            server.await(port);
            server.makeBucket();
            return server;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void await(int port) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(START);
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port));
                return;
            } catch (IOException e) {
                if (!process.isAlive() || Instant.now().isAfter(end)) {
                    throw e;
                }
            }
            Thread.sleep(50);
        }
    }

    private void makeBucket() {
        try (S3Client client = S3Client.builder()
                .endpointOverride(URI.create(address))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY)))
                .build()) {
            client.createBucket(request -> request.bucket("bucket"));
        }
    }

    /** Settings of Spark for it. */
    Map<String, String> settings() {
        return Map.of(
                "spark.hadoop.fs.s3a.endpoint", address,
                "spark.hadoop.fs.s3a.endpoint.region", "us-east-1",
                "spark.hadoop.fs.s3a.path.style.access", "true",
                "spark.hadoop.fs.s3a.access.key", KEY,
                "spark.hadoop.fs.s3a.secret.key", KEY);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
