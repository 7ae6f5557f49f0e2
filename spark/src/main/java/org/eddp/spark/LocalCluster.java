package org.eddp.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster on one machine: a master and workers of Spark, each a separate process, reachable from this machine alone.
 *
 * <p>It uses the libraries of Maven and needs no installed Spark: a worker only needs a folder with a subfolder
 * {@code jars}, from which it starts executors, and the version of Scala.
 */
public final class LocalCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);
    private static final String HOST = "127.0.0.1";
    private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://\\S+)");
    private static final Pattern REGISTERED = Pattern.compile("Successfully registered with master");
    private static final long PATIENCE_SECONDS = 120;

    private final Path home;
    private final List<Process> processes = new ArrayList<>();
    private String address;

    private LocalCluster(Path home) {
        this.home = home;
    }

    /**
     * Options of a cluster.
     *
     * @param workers number of worker processes
     * @param cores tasks that a worker does at a time
     * @param memory for the executors of a worker, as Spark writes it, such as 1g
     * @param classPath of master, workers and executors
     */
    public record Options(int workers, int cores, String memory, String classPath) {
        public Options {
            if (workers < 1 || cores < 1) {
                throw new InvalidInput("workers = " + workers + " and cores = " + cores + " must be at least 1");
            }
        }

        /** Workers with a core and a gigabyte each, and the class path of this process. */
        public static Options of(int workers) {
            return new Options(workers, 1, "1g", System.getProperty("java.class.path"));
        }

        /** The same with {@code cores} changed. */
        public Options withCores(int changed) {
            return new Options(workers, changed, memory, classPath);
        }

        /** The same with {@code memory} changed. */
        public Options withMemory(String changed) {
            return new Options(workers, cores, changed, classPath);
        }

        /** The same with {@code classPath} changed. */
        public Options withClassPath(String changed) {
            return new Options(workers, cores, memory, changed);
        }
    }

    /**
     * Starts a cluster and waits until all workers are there.
     *
     * @param home folder for logs and work, which must be empty or not there; removed when the cluster is closed
     * @throws IllegalStateException if it does not start, with the end of the log of what failed
     */
    public static LocalCluster start(Path home, Options options) {
        LocalCluster cluster = new LocalCluster(home);
        try {
            cluster.begin(options);
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw new UncheckedIOException("the cluster cannot be started in " + home + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** A new empty folder for a cluster. */
    static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("eddp-spark-");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder can be made for a cluster: " + e.getMessage(), e);
        }
    }

    /** The master URL: {@code spark://127.0.0.1:PORT}. */
    public String address() {
        return address;
    }

    private void begin(Options options) throws IOException {
        linkLibraries(options.classPath());
        start(
                "master",
                options.classPath(),
                "org.apache.spark.deploy.master.Master",
                "--host",
                HOST,
                "--port",
                "0",
                "--webui-port",
                "0");
        address = await("master", MASTER).group(1);
        for (int k = 1; k <= options.workers(); k++) {
            start(
                    "worker-" + k,
                    options.classPath(),
                    "org.apache.spark.deploy.worker.Worker",
                    "--host",
                    HOST,
                    "--port",
                    "0",
                    "--webui-port",
                    "0",
                    "--cores",
                    Integer.toString(options.cores()),
                    "--memory",
                    options.memory(),
                    "--work-dir",
                    home.resolve("work-" + k).toString(),
                    address);
        }
        for (int k = 1; k <= options.workers(); k++) {
            await("worker-" + k, REGISTERED);
        }
    }

    /** Two libraries may have one name, so each link has a number. */
    private void linkLibraries(String classPath) throws IOException {
        Path jars = Files.createDirectories(home.resolve("jars"));
        Files.createDirectories(home.resolve("logs"));
        int number = 0;
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path file = Path.of(entry).toAbsolutePath();
            if (entry.endsWith(".jar") && Files.exists(file)) {
                Files.createSymbolicLink(jars.resolve(String.format("%03d-%s", ++number, file.getFileName())), file);
            }
        }
    }

    /** What is not a jar cannot lie among them. */
    private static String folders(String classPath) {
        return List.of(classPath.split(File.pathSeparator, -1)).stream()
                .filter(entry -> Files.isDirectory(Path.of(entry)))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void start(String name, String classPath, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", // these hand out work and do none
                "-Dlog4j2.configurationFile=" + getClass().getResource("cluster-log4j2.properties"),
                "-Dlogback.configurationFile=" + getClass().getResource("cluster-logback.xml"),
                "-cp",
                classPath,
                main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile());
        Map<String, String> environment = builder.environment();
        environment.put("SPARK_HOME", home.toAbsolutePath().toString());
        environment.put("SPARK_SCALA_VERSION", "2.13");
        environment.put("SPARK_LOCAL_IP", HOST);
        environment.put("SPARK_DIST_CLASSPATH", folders(classPath));
        environment.putIfAbsent("OMP_WAIT_POLICY", "passive");
        environment.putIfAbsent("OPENBLAS_NUM_THREADS", "1");
        processes.add(builder.start());
    }

    private Path log(String name) {
        return home.resolve("logs").resolve(name + ".log");
    }

    private Matcher await(String name, Pattern wanted) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            String text = Files.readString(log(name), StandardCharsets.UTF_8);
            Matcher found = wanted.matcher(text);
            if (found.find()) {
                return found;
            }
            if (System.nanoTime() > end || processes.stream().anyMatch(process -> !process.isAlive())) {
                throw new IllegalStateException("the " + name + " of the cluster did not start; its log ends with: "
                        + text.substring(Math.max(0, text.length() - 2000)));
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the cluster was starting", e);
        }
    }

    /** Ends all processes, executors included, and removes the folder. */
    @Override
    public synchronized void close() {
        List<ProcessHandle> all = processes.stream()
                .flatMap(process -> Stream.concat(process.descendants(), Stream.of(process.toHandle())))
                .toList();
        all.forEach(ProcessHandle::destroy);
        all.forEach(LocalCluster::end);
        remove();
    }

    private static void end(ProcessHandle process) {
        try {
            process.onExit().get(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
        }
    }

    private void remove() {
        if (!Files.exists(home)) {
            return; // closed before
        }
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} could not be removed: {}", home, e.getMessage());
        }
    }
}
