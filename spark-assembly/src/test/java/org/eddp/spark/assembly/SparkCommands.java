package org.eddp.spark.assembly;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.launcher.JavaModuleOptions;

/** A shell in which there is {@code spark-submit}, as where Spark is installed. */
final class SparkCommands {
    private static final long PATIENCE_SECONDS = 240;

    private final Path folder;
    private final Path sparkHome;

    /**
     * A shell.
     *
     * @param folder where commands run
     * @param sparkHome with a folder {@code jars}
     */
    SparkCommands(Path folder, Path sparkHome) throws IOException {
        this.folder = folder;
        this.sparkHome = sparkHome;
        // Engines are unpacked here, as on machines that never had one.
        String options = "-XX:TieredStopAtLevel=1 -Dorg.bytedeco.javacpp.cachedir=" + folder.resolve("engine");
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(
                conf.resolve("spark-defaults.conf"),
                "spark.executor.extraJavaOptions " + options + "\nspark.sql.shuffle.partitions 2\n");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path script = bin.resolve("spark-submit");
        Files.writeString(
                script,
                "#!/bin/bash\nexec java -Xmx512m " + JavaModuleOptions.defaultModuleOptions() + " " + options
                        + " -cp \"$SPARK_HOME/jars/*\" org.apache.spark.deploy.SparkSubmit \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** How lines of a shell ended, and what they printed. */
    record Outcome(int code, String out, String err) {}

    Outcome run(String lines) throws IOException, InterruptedException {
        Path out = folder.resolve("printed.out");
        Path err = folder.resolve("printed.err");
        ProcessBuilder builder = new ProcessBuilder("bash", "-euc", lines)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("SPARK_HOME", sparkHome.toString());
        environment.put("SPARK_CONF_DIR", folder.resolve("conf").toString());
        environment.put("SPARK_SCALA_VERSION", "2.13");
        environment.put("SPARK_LOCAL_IP", "127.0.0.1");
        environment.put(
                "PATH",
                folder.resolve("bin")
                        + File.pathSeparator
                        + Path.of(System.getProperty("java.home"), "bin")
                        + File.pathSeparator
                        + environment.get("PATH"));
        Process shell = builder.start();
        if (!shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly().waitFor();
        }
        return new Outcome(
                shell.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
