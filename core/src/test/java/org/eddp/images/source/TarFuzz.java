package org.eddp.images.source;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.images.source.ArchiveFormat.PictureArchive;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers of tar files. Sums are set right, since what is made up at random never has the right one. */
class TarFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                new TinyTar().file("a.jpg", "x").file("a.cls", "3").bytes(),
                new TinyTar().file("long".repeat(40) + ".jpg", "x").bytes(),
                new TinyTar().said('x', "path=c.jpg", "size=1").file("c", "x").bytes(),
                new TinyTar().said('g', "size=1").file("dog/c.png", "x").open(),
                new TinyTar()
                        .entry(TinyTar.binarySize(TinyTar.header("a.jpg", 0, '0'), 1L << 62), new byte[0])
                        .bytes(),
                new byte[512]);
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("fuzzed.tar", content, TarFuzz::readAll);
        byte[] summed = content.clone();
        for (int at = 0; at + 512 <= summed.length; at += 512) {
            byte[] block = Arrays.copyOfRange(summed, at, at + 512);
            if (!TarHeader.isEnd(block)) {
                System.arraycopy(TinyTar.summed(block), 0, summed, at, 512);
            }
        }
        FuzzedFile.check("fuzzed.tar", summed, TarFuzz::readAll);
    }

    private static void readAll(Path file) {
        try {
            OpenArchive archive = new OpenArchive(file, TarArchive.open(file));
            for (ImageList.Entry entry : archive.entries(file, "fuzzed.tar")) {
                if (!entry.path().normalize().startsWith(file)) {
                    throw new AssertionError(entry.path() + " is not in the archive");
                }
            }
            for (PictureArchive.Item item : archive.items()) {
                archive.read(item);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
