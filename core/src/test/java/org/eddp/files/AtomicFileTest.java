package org.eddp.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtomicFileTest {
    /** Larger than any process id of Linux (4 194 304 at most). */
    private static final long NO_PROCESS = 2_147_483_646L;

    @TempDir
    Path folder;

    @Test
    void writesAndReplaces() throws IOException {
        Path target = folder.resolve("run.json");
        AtomicFile.writeString(target, "old");
        AtomicFile.writeString(target, "näher");
        assertThat(target).hasContent("näher");
        assertThat(names()).containsExactly("run.json");
    }

    @Test
    void createsMissingParents() {
        Path target = folder.resolve("a/b/run.json");
        AtomicFile.writeString(target, "x");
        assertThat(target).hasContent("x");
    }

    @Test
    void theTargetAppearsOnlyWhenComplete() {
        Path target = folder.resolve("run.json");
        AtomicFile.write(target, out -> {
            out.write('x');
            out.flush();
            assertThat(target).doesNotExist();
        });
        assertThat(target).hasContent("x");
    }

    @Test
    void aWriterMayCloseTheStream() {
        Path target = folder.resolve("run.txt");
        AtomicFile.write(target, out -> {
            try (PrintWriter text = new PrintWriter(out, false, StandardCharsets.UTF_8)) {
                text.print("closed");
            }
        });
        assertThat(target).hasContent("closed");
    }

    @Test
    void anErrorOfTheWriterPassesThroughAndChangesNothing() throws IOException {
        Path target = folder.resolve("run.json");
        AtomicFile.writeString(target, "old");
        assertThatThrownBy(() -> AtomicFile.write(target, out -> {
                    out.write(new byte[1 << 20]);
                    throw new IllegalStateException("midway");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("midway");
        assertThat(target).hasContent("old");
        assertThat(names()).containsExactly("run.json");
    }

    @Test
    void aDiskThatFillsUpMidwayChangesNothing() throws IOException {
        Path target = folder.resolve("run.json");
        AtomicFile.writeString(target, "old");
        assertThatThrownBy(() -> AtomicFile.write(target, out -> {
                    out.write(new byte[1 << 20]);
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(FileFailure.class)
                .hasMessage("cannot write " + target + ": no space left on the device; free some space or choose "
                        + "another folder; nothing already written was changed");
        assertThat(target).hasContent("old");
        assertThat(names()).containsExactly("run.json");
    }

    @Test
    void anUncheckedFailureOfTheDiskIsAFailureOfTheFile() throws IOException {
        Path target = folder.resolve("run.json");
        assertThatThrownBy(() -> AtomicFile.write(target, out -> {
                    throw new UncheckedIOException(new IOException("No space left on device"));
                }))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("no space left on the device");
        assertThat(names()).isEmpty();
    }

    /**
     * Through {@code fill}, which cannot rename: a test of {@code write} that goes wrong, run by the administrator,
     * would replace the device of the whole machine by a file.
     */
    private static void fillTheFullDevice(AtomicFile.Content content) throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full) && !Files.isRegularFile(full));
        AtomicFile.fill(full, content, false, StandardOpenOption.WRITE);
    }

    @Test
    void aReallyFullDiskIsRecognised() {
        assertThatThrownBy(() -> fillTheFullDevice(out -> out.write('x')))
                .isInstanceOfSatisfying(
                        IOException.class,
                        e -> assertThat(FileFailure.writing(Path.of("x"), e))
                                .hasMessage("cannot write x: no space left on the device; "
                                        + "free some space or choose another folder"));
    }

    @Test
    void aFullDiskIsNoticedEvenIfTheWriterSwallowsIt() {
        assertThatThrownBy(() -> fillTheFullDevice(out -> {
                    try {
                        // Longer than the buffer: nothing is left there for a later flush to fail on.
                        out.write(new byte[1 << 20]);
                    } catch (IOException e) {
                        // Swallowed, as PrintWriter does.
                    }
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left");
    }

    @Test
    @Timeout(20)
    void aPipeIsWrittenIntoNotReplaced() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        Path pipe = folder.resolve("pipe");
        new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor();
        CompletableFuture<String> reader = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        AtomicFile.writeString(pipe, "through");
        assertThat(reader.get(2, TimeUnit.MINUTES)).isEqualTo("through");
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @Test
    void followsALinkInsteadOfReplacingIt() throws IOException {
        Path real = folder.resolve("real.txt");
        Files.writeString(real, "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.txt"), Path.of("real.txt"));
        AtomicFile.writeString(link, "new");
        assertThat(real).hasContent("new");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void followsALinkToAFileThatDoesNotExistYet() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.txt"), Path.of("sub/real.txt"));
        AtomicFile.writeString(link, "new");
        assertThat(folder.resolve("sub/real.txt")).hasContent("new");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void refusesLinksThatGoRoundInCircles() throws IOException {
        Path a = Files.createSymbolicLink(folder.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));
        assertThatThrownBy(() -> AtomicFile.writeString(a, "x"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("cannot write " + a);
    }

    @Test
    void refusesAFolder() {
        assertThatThrownBy(() -> AtomicFile.writeString(folder, "x"))
                .isInstanceOf(FileFailure.class)
                .hasMessage("cannot write " + folder + ": it is a folder; give the name of a file");
    }

    @Test
    void refusesAParentThatIsAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("results.txt"), "mine");
        Path target = file.resolve("deep/run.json");
        assertThatThrownBy(() -> AtomicFile.writeString(target, "x"))
                .isInstanceOf(FileFailure.class)
                .hasMessage("cannot write " + target + ": " + file
                        + " is a file, not a folder; remove it or choose another path");
        assertThat(file).hasContent("mine");
    }

    @Test
    void refusesAWriteProtectedFileThoughItCouldBeReplaced() throws IOException {
        Path target = Protected.file(folder);
        String content = Files.readString(target);
        assertThatThrownBy(() -> AtomicFile.writeString(target, "x"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("permission denied; change the permissions");
        assertThat(target).hasContent(content);
    }

    @Test
    void refusesAWriteProtectedFolder() throws IOException {
        Path target = Protected.closedFolder(folder).resolve("run.json");
        assertThatThrownBy(() -> AtomicFile.writeString(target, "x"))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot write " + target + ": ")
                // A container may have the kernel's folders read-only.
                .message()
                .containsAnyOf(
                        "permission denied; change the permissions or choose another path",
                        "the file system is read-only")
                .endsWith("; nothing already written was changed");
    }

    @Test
    void refusesHalfACharacter() throws IOException {
        Path target = folder.resolve("run.json");
        assertThatThrownBy(() -> AtomicFile.writeString(target, "\ud800"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("cannot be encoded as UTF-8");
        assertThat(names()).isEmpty();
    }

    @Test
    void removesWhatAKilledProcessLeft() throws IOException {
        Path dead = Files.createFile(folder.resolve(".run.json.tmp-" + NO_PROCESS + "-00ff"));
        AtomicFile.writeString(folder.resolve("run.json"), "x");
        assertThat(dead).doesNotExist();
    }

    @Test
    void keepsWhatARunningProcessIsWriting() throws IOException {
        Path alive = Files.createFile(
                folder.resolve(".run.json.tmp-" + ProcessHandle.current().pid() + "-00ff"));
        AtomicFile.writeString(folder.resolve("run.json"), "x");
        assertThat(alive).exists();
    }

    @Test
    void removesWhatIsOlderThanADayThoughItsProcessNumberIsInUse() throws IOException {
        Path old = Files.createFile(
                folder.resolve(".run.json.tmp-" + ProcessHandle.current().pid() + "-00ff"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
        AtomicFile.writeString(folder.resolve("run.json"), "x");
        assertThat(old).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {".other.json.tmp-2147483646-00ff", ".run.json.tmp-notes", "run.json.tmp-2147483646-00ff"})
    void leavesTheFilesOfOthersAlone(String name) throws IOException {
        Path other = Files.createFile(folder.resolve(name));
        AtomicFile.writeString(folder.resolve("run.json"), "x");
        assertThat(other).exists();
    }

    @Test
    void manyThreadsWritingOneFileLeaveOneWholeContent() throws IOException {
        Path target = folder.resolve("run.bin");
        Set<Throwable> failures = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 40).parallel().forEach(i -> {
            try {
                AtomicFile.write(target, out -> fill(out, (byte) i));
            } catch (RuntimeException e) {
                failures.add(e);
            }
        });
        assertThat(failures).isEmpty();
        byte[] content = Files.readAllBytes(target);
        assertThat(content).hasSize(20_000).containsOnly(content[0]);
        assertThat(names()).containsExactly("run.bin");
    }

    private static void fill(OutputStream out, byte value) throws IOException {
        for (int i = 0; i < 20_000; i++) {
            out.write(value);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }
}
