package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Native libraries are not loaded from a folder that somebody else may write into. */
class NativeCacheTest {
    @TempDir
    private Path folder;

    private NativeCache cache;
    private Path shared;

    @BeforeEach
    void noHome() throws IOException {
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
        Path file = Files.createFile(folder.resolve("file"));
        cache = new NativeCache(file.resolve("home"), folder, "somebody");
        shared = folder.resolve(".javacpp-somebody");
    }

    private static void mode(Path place, String mode) throws IOException {
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path place) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(place));
    }

    private void expectAnother() throws IOException {
        Path place = cache.place().orElseThrow();
        assertThat(place.getParent()).isEqualTo(folder);
        assertThat(place.getFileName().toString()).startsWith("eddp-native-");
        assertThat(mode(place)).isEqualTo("rwx------");
    }

    @Test
    void theHomeComesFirst() throws IOException {
        assertThat(new NativeCache(folder.resolve("home"), folder, "somebody").place())
                .isEmpty();
        assertThat(shared).doesNotExist();
    }

    @Test
    void withoutAHomeTheFolderIsClosedToOthers() throws IOException {
        assertThat(cache.place()).contains(shared.resolve("cache"));
        assertThat(mode(shared)).isEqualTo("rwx------");
        assertThat(mode(shared.resolve("cache"))).isEqualTo("rwx------");
        assertThat(cache.place()).contains(shared.resolve("cache"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwx----w-", "rwxrwxrwx"})
    void aFolderThatOthersMayWriteIntoIsNotUsed(String mode) throws IOException {
        Files.createDirectories(shared.resolve("cache"));
        mode(shared, mode);
        mode(shared.resolve("cache"), "rwx------");
        expectAnother();
        mode(shared, "rwx------");
        mode(shared.resolve("cache"), mode);
        expectAnother();
    }

    /** Only the administrator of a machine can give a folder away, so others skip this. */
    @Test
    void aFolderOfSomebodyElseIsNotUsed() throws IOException {
        Files.createDirectories(shared.resolve("cache"));
        mode(shared, "rwx------");
        mode(shared.resolve("cache"), "rwx------");
        assumeTrue(Files.getAttribute(shared, "unix:uid").equals(0));
        Files.setAttribute(shared, "unix:uid", 1);
        expectAnother();
        Files.setAttribute(shared, "unix:uid", 0);
        Files.setAttribute(shared.resolve("cache"), "unix:uid", 1);
        expectAnother();
    }

    @Test
    void aLinkOrAFileInItsPlaceIsNotFollowed() throws IOException {
        Path elsewhere =
                Files.createDirectories(folder.resolve("elsewhere/cache")).getParent();
        mode(elsewhere, "rwx------");
        Files.createSymbolicLink(shared, elsewhere);
        expectAnother();
        Files.delete(shared);
        Files.createFile(shared);
        expectAnother();
    }
}
