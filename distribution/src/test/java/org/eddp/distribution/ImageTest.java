package org.eddp.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The image for containers runs the command of the README for a network of one's own with nothing around it; the zip, with the same jars, runs them all. Part of the profile "container". */
@Tag("slow")
@EnabledIfSystemProperty(
        named = "eddp.image",
        matches = ".+",
        disabledReason = "the image is made by the profile \"container\" alone")
class ImageTest extends ReadmeTrial {
    @TempDir
    private static Path folder;

    private static Container container;
    private static boolean runs;

    @BeforeAll
    static void unpack() throws Exception {
        container = Container.of(Path.of(System.getProperty("eddp.image")), folder);
        runs = container.canRun();
    }

    /** Every test but those that only look at the files. */
    @Override
    Machine machine() {
        assumeTrue(
                runs, "this system does not let anyone give a process another root (unshare, mount, chroot): not run");
        return container;
    }

    @Test
    void holdsWhatItNeedsAndNoMore() throws Exception {
        assertThat(container.tags()).containsExactly("eddp:" + System.getProperty("eddp.version"));
        assertThat(container.file(container.entry().get(0))).isExecutable();
        assertThat(container.file("/opt/java/bin/java")).isExecutable();
        assertThat(container.file("/opt/java/bin/javac")).doesNotExist();
        for (String open : new String[] {"/work", "/cache", "/tmp"}) {
            assertThat(Files.getPosixFilePermissions(container.file(open)))
                    .as("for the user that runs it")
                    .isEqualTo(PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        try (Stream<Path> jars = Files.list(container.file("/opt/eddp/libs"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("pytorch-") && name.contains("-x86_64"))
                    .anyMatch(name -> name.startsWith("eddp-cli-"))
                    .noneMatch(name -> name.contains("junit") || name.contains("onnxruntime"));
        }
        assertThat(container.file("/usr/share/doc")).as("licences").isNotEmptyDirectory();
    }

    @Test
    void knowsItsVersionAndItsMachine() throws Exception {
        assertThat(ok("--version")).contains("eddp " + System.getProperty("eddp.version"));
        assertThat(ok("doctor")).isNotBlank();
    }

    @Test
    @Override
    void looksAndOpensTheStudio() throws Exception {
        super.looksAndOpensTheStudio();
        assertThat(machine().folder().resolve("runs/model-photos-6/concepts.png"))
                .as("drawn with a font of the image")
                .isNotEmptyFile();
    }

    /** Java reads names by the locale, which comes from outside of Java. */
    @Test
    void readsNamesInAnyLanguage() throws Exception {
        Newcomer.bringsTo(machine().folder().resolve("Bilder für Zoë"));
        assertThat(ok("network", "Bilder für Zoë/model.onnx")).contains("maps");
    }
}
