package org.eddp.spark.assembly;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The libraries of a cluster that has Spark and nothing of eddp, as the build lists them. */
final class SparkAlone {
    private SparkAlone() {}

    static String classPath() throws IOException {
        String listed =
                Files.readString(Path.of("target/spark-alone.classpath")).strip();
        try (Stream<Path> further = Files.list(Path.of("target/spark-alone"))) {
            return Stream.concat(
                            Stream.of(listed),
                            further.map(jar -> jar.toAbsolutePath().toString()))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
