package org.eddp.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.eddp.Pipes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
    private static final FolderLock.Locking NO_LOCKS = channel -> {
        throw new FolderLock.NoLocks(new IOException("No locks available"));
    };

    @TempDir
    private Path folder;

    /** Takes a folder, says so, and has it until its input ends. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (FolderLock lock =
                    args.length > 1 ? FolderLock.take(Path.of(args[0]), NO_LOCKS) : FolderLock.take(Path.of(args[0]))) {
                System.out.write('h');
                System.out.flush();
                System.in.read();
            }
        }
    }

    private Process holder(String... more) throws IOException {
        ProcessBuilder program = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                folder.toString());
        program.command().addAll(java.util.List.of(more));
        Process process = program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertThat(process.getInputStream().read()).isEqualTo('h');
        return process;
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    @Test
    void anotherProcessIsNamedAndItsEndIsTheEndOfItsRight() throws Exception {
        Process first = holder();
        assertThatThrownBy(() -> FolderLock.take(folder))
                .isInstanceOf(FolderLock.Taken.class)
                .hasMessageContaining(
                        "the folder " + folder + " is being written by another eddp (process " + first.pid() + " on ")
                .hasMessageContaining("name another folder");
        first.getOutputStream().close();
        first.waitFor();
        assertThat(isEmpty()).isTrue();
        FolderLock.take(folder).close();
        assertThat(isEmpty()).isTrue();
    }

    /**
     * The files written so far moved away with the folder. A folder created again would hold only the remaining files, and look
     * complete.
     */
    @Test
    void aFolderThatWasRemovedIsNotCreatedAgain() throws IOException {
        Path place = folder.resolve("run");
        Path away = folder.resolve("away");
        try (FolderLock lock = FolderLock.take(place)) {
            AtomicFile.writeString(place.resolve("first.txt"), "1");
            Files.move(place, away);
            for (Runnable attempt : java.util.List.<Runnable>of(
                    () -> AtomicFile.writeString(place.resolve("second.txt"), "2"),
                    () -> AtomicFile.writeString(place.resolve("figures/second.txt"), "2"),
                    () -> Folders.prepare(place),
                    () -> FolderLock.take(place))) {
                assertThatThrownBy(attempt::run)
                        .isInstanceOf(FileFailure.class)
                        .hasMessageContaining("the folder " + place + " was taken away")
                        .hasMessageContaining("put it back");
            }
            assertThat(place).doesNotExist();
            Files.move(away, place);
            AtomicFile.writeString(place.resolve("second.txt"), "2");
        }
        assertThat(place).isDirectoryContaining("glob:**/second.txt").isDirectoryNotContaining("glob:**/.lock");
    }

    @Test
    void aKilledProcessLeavesAFileButNoRight() throws Exception {
        Process first = holder();
        first.destroyForcibly().waitFor();
        assertThat(isEmpty()).isFalse();
        try (FolderLock lock = FolderLock.take(folder)) {
            assertThatThrownBy(() -> holder()).isInstanceOf(AssertionError.class);
        }
        assertThat(isEmpty()).isTrue();
    }

    @Test
    void aThreadMayTakeItAgainAndAnotherMayNot() throws IOException {
        FolderLock outer = FolderLock.take(folder);
        FolderLock inner = FolderLock.take(folder.resolve("../" + folder.getFileName()));
        inner.close();
        assertThatThrownBy(() -> CompletableFuture.runAsync(() -> FolderLock.take(folder))
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(FolderLock.Taken.class)
                .hasMessageContaining("another part of this program");
        outer.close();
        outer.close(); // once too often does no harm
        CompletableFuture.runAsync(() -> FolderLock.take(folder).close()).join();
        assertThat(isEmpty()).isTrue();
    }

    @Test
    void whereThereAreNoLocksTheFileIsTheRight() throws Exception {
        Process first = holder("without locks");
        assertThatThrownBy(() -> FolderLock.take(folder, NO_LOCKS))
                .isInstanceOf(FolderLock.Taken.class)
                .hasMessageContaining("process " + first.pid())
                .hasMessageContaining("this file system has no locks")
                .hasMessageContaining(FolderLock.PRESENCE);
        first.destroyForcibly().waitFor();
        FolderLock.take(folder, NO_LOCKS).close(); // what the killed process left is recognised
        assertThat(isEmpty()).isTrue();
    }

    @Test
    void whatAProcessOfAnotherMachineLeftIsNotTouched() throws IOException {
        Path file = folder.resolve(FolderLock.PRESENCE);
        Files.writeString(file, "process 1\nmachine elsewhere.example\nsince 2026-01-01T00:00:00Z\n");
        assertThatThrownBy(() -> FolderLock.take(folder, NO_LOCKS))
                .hasMessageContaining("on elsewhere.example")
                .hasMessageContaining("if that process no longer runs, remove " + file.toRealPath());
        assertThat(file).exists();
    }

    @Test
    void aLaterProcessOfTheSameNumberIsAnother() throws IOException {
        LockHolder self = LockHolder.current();
        Path file = folder.resolve(FolderLock.PRESENCE);
        String text = "process " + self.process() + "\nmachine " + self.machine() + "\nsince ";
        Files.writeString(file, text + "2001-01-01T00:00:00Z\n");
        assertThat(LockHolder.read(file).orElseThrow().isGone()).isTrue();
        Files.writeString(file, text + self.since() + "\n");
        assertThat(LockHolder.read(file).orElseThrow().isGone()).isFalse();
        Files.writeString(file, "anything");
        assertThat(LockHolder.read(file)).isEmpty();
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> FolderLock.take(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(file + " is a file");
    }

    /** A folder of somebody else may hold anything under the name of the lock. */
    @Test
    @Timeout(20)
    void aLockThatIsNoFileIsRefusedAndNothingIsWritten() throws IOException {
        Path other = Files.writeString(folder.resolve("other.txt"), "mine");
        Path run = Files.createDirectory(folder.resolve("linked"));
        Files.createSymbolicLink(run.resolve(".lock"), other);
        assertThatThrownBy(() -> FolderLock.take(run))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll(run.toString(), ".lock", "not a regular file");
        assertThat(other).hasContent("mine");
        Path pipes = Files.createDirectory(folder.resolve("pipes"));
        Pipes.make(pipes.resolve(".lock"));
        assertThatThrownBy(() -> FolderLock.take(pipes))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("not a regular file");
    }
}
