package org.eddp.network.torch;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

/** Archives of PyTorch: their directory, and all entries. */
class TorchArchiveFuzz {
    static Stream<byte[]> seeds() throws IOException {
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        TorchArchiveWriter writer = new TorchArchiveWriter(stored, "net/");
        writer.add("version", "3\n");
        writer.add("data/0", "numbers");
        writer.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(packed)) {
            for (String name : new String[] {"net/a", "net/b/c"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(new byte[100]);
            }
        }
        return Stream.of(stored.toByteArray(), packed.toByteArray());
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("fuzzed.pt2", content, TorchArchiveFuzz::check);
    }

    private static void check(Path file) {
        TorchArchive archive = TorchArchive.open(file);
        archive.names().forEach(name -> archive.bytes(name, 1 << 20));
    }
}
