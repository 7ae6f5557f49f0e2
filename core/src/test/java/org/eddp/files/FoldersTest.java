package org.eddp.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
    @TempDir
    Path folder;

    @Test
    void createsAFolderAndItsParents() {
        Path out = folder.resolve("a/b/c");
        assertThat(Folders.prepare(out)).isEqualTo(out).isDirectory();
    }

    @Test
    void acceptsAFolderThatExistsAndKeepsItsFiles() throws IOException {
        Files.writeString(folder.resolve("earlier.json"), "1");
        Folders.prepare(folder);
        assertThat(folder.resolve("earlier.json")).hasContent("1");
    }

    @Test
    void acceptsALinkToAFolder() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        assertThat(Folders.prepare(link)).isDirectory();
    }

    @Test
    void refusesAFile() throws IOException {
        Path file = Files.createFile(folder.resolve("results.txt"));
        assertThatThrownBy(() -> Folders.prepare(file))
                .isInstanceOf(FileFailure.class)
                .hasMessage("the output " + file + " is a file; give a folder");
    }

    @Test
    void namesTheFileAmongTheParents() throws IOException {
        Path file = Files.createFile(folder.resolve("results.txt"));
        Path out = file.resolve("a/b");
        assertThatThrownBy(() -> Folders.prepare("--cache", out))
                .isInstanceOf(FileFailure.class)
                .hasMessage("--cache " + out + " cannot be created: " + file + " is a file; give another folder");
    }

    @Test
    void refusesALinkThatLeadsNowhere() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("gone"));
        assertThatThrownBy(() -> Folders.prepare(link))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("the output " + link + " cannot be created: ");
    }

    @Test
    void refusesAFolderThatIsNotWritable() throws IOException {
        Path locked = Protected.folder(folder);
        assertThatThrownBy(() -> Folders.prepare(locked))
                .isInstanceOf(FileFailure.class)
                .hasMessage("the output " + locked + " is not writable; change its permissions or give another folder");
    }

    @Test
    void refusesAReadOnlyFileSystem() {
        Path kernel = Path.of("/proc/sys");
        assumeTrue(Files.isDirectory(kernel));
        assertThatThrownBy(() -> Folders.prepare(kernel.resolve("eddp-test")))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("the output /proc/sys/eddp-test cannot be created: ");
    }
}
