package org.eddp.spark.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What is in the jar for spark-submit. */
class AssemblyTest {
    private static Set<String> packages(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && name.contains("/") && !name.startsWith("META-INF/"))
                    .map(name -> name.substring(0, name.lastIndexOf('/')))
                    .collect(Collectors.toSet());
        }
    }

    /** Where both have a class of one name, executors take Spark's. */
    @Test
    void theAssemblySharesNoPackageWithSpark() throws IOException {
        Set<String> spark = new HashSet<>();
        for (String jar : SparkAlone.classPath().split(File.pathSeparator, -1)) {
            spark.addAll(packages(Path.of(jar)));
        }
        assertThat(spark).contains("org/apache/spark", "com/fasterxml/jackson/annotation");
        assertThat(packages(Path.of(System.getProperty("eddp.assembly")))).doesNotContainAnyElementsOf(spark);
    }

    /** docs/scale.md says about 120 MB. */
    @Test
    void theAssemblyHasTheSizeThatTheDocumentationSays() throws IOException {
        assertThat(Files.size(Path.of(System.getProperty("eddp.assembly"))) / 1_000_000)
                .isBetween(110L, 130L);
    }

    @Test
    void theAssemblyHasWhatItShould() throws IOException {
        try (JarFile assembly = new JarFile(System.getProperty("eddp.assembly"))) {
            List<String> names = assembly.stream().map(ZipEntry::getName).toList();
            assertThat(names).doesNotHaveDuplicates();
            assertThat(assembly.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo("org.eddp.cli.Main");
            assertThat(names)
                    .contains(
                            "META-INF/licenses/LICENSE",
                            "META-INF/licenses/docs/third-party.md",
                            "META-INF/services/org.eddp.parts.ClusterService",
                            "org/eddp/shaded/jackson/annotation/JsonInclude.class",
                            "org/eddp/shaded/protobuf/CodedInputStream.class",
                            "org/eddp/spark/ConceptDetector.class");
            assertThat(names).anyMatch(name -> name.endsWith("/libtorch_cpu.so"));
            assertThat(names)
                    .filteredOn(name -> name.startsWith("META-INF/licenses/jackson-"))
                    .hasSizeGreaterThan(5);
            Pattern others = Pattern.compile(
                    "(com/google|google|ch/qos|io/javalin|kotlin|org/jline|org/junit|org/eddp/spark/assembly)/.*"
                            + "|.*module-info\\.class|META-INF/[^/]*\\.(SF|RSA|DSA)|logback.xml");
            assertThat(names).noneMatch(name -> others.matcher(name).matches());
        }
    }
}
