package org.eddp.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eddp.files.FileFailure;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;

/** Reading fails so many times, as on a network file system that does not answer for a while. */
record FlakyWork(String folder, int failures) implements WorkOrder<Integer>, Work<Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public Work<Integer> open(WorkerContext place) {
        return this;
    }

    @Override
    public byte[] toBytes(Integer result) {
        return new byte[] {result.byteValue()};
    }

    @Override
    public Integer fromBytes(byte[] bytes) {
        return (int) bytes[0];
    }

    @Override
    public int units() {
        return 1;
    }

    @Override
    public void run(int first, int end, Consumer<? super Integer> inOrder) {
        Path attempts = Path.of(folder);
        try {
            Files.createTempFile(Files.createDirectories(attempts), "attempt", "");
            try (Stream<Path> made = Files.list(attempts)) {
                if (made.count() <= failures) {
                    throw FileFailure.reading(attempts, new IOException("Input/output error"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        inOrder.accept(42);
    }

    @Override
    public WorkOrder<Integer> order() {
        return this;
    }
}
