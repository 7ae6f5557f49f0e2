package org.eddp.network.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eddp.network.NetworkFailure;
import org.junit.jupiter.api.Test;

/** Compressed entries are small in the file and large in memory. */
class TorchArchiveTest {
    private static final int MEGABYTE = 1 << 20;

    /** Zeros, compressed. */
    private static TorchArchive archive(int entries, int megabytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (int i = 0; i < entries; i++) {
                zip.putNextEntry(new ZipEntry("net/" + i));
                for (int k = 0; k < megabytes; k++) {
                    zip.write(new byte[MEGABYTE]);
                }
            }
        }
        return TorchArchive.of("net.pt", ByteBuffer.wrap(bytes.toByteArray()));
    }

    @Test
    void anEntryIsUnpackedUpToALimit() throws IOException {
        assertThat(archive(1, 64).bytes("0", Integer.MAX_VALUE).remaining()).isEqualTo(64 * MEGABYTE);
        TorchArchive larger = archive(1, 65);
        assertThatThrownBy(() -> larger.bytes("0", Integer.MAX_VALUE))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("net.pt", "entry '0' is compressed and has 68157440 bytes");
    }

    @Test
    void programsAndPicklesAreNotMuchLongerThanTheFile() throws IOException {
        assertThat(archive(1, 1).parsed("0", Integer.MAX_VALUE).remaining()).isEqualTo(MEGABYTE);
        TorchArchive larger = archive(1, 2); // about 10 kB
        assertThatThrownBy(() -> larger.parsed("0", Integer.MAX_VALUE))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("net.pt", "its entry '0' has 2097152 bytes");
        assertThatThrownBy(() -> larger.text("0", Integer.MAX_VALUE)).isInstanceOf(NetworkFailure.class);
    }

    @Test
    void allEntriesTogetherAreUnpackedUpToALimit() throws IOException {
        TorchArchive archive = archive(9, 60);
        for (int i = 0; i < 8; i++) {
            archive.bytes("" + i, Integer.MAX_VALUE);
            archive.bytes("" + i, Integer.MAX_VALUE); // again costs nothing
        }
        assertThatThrownBy(() -> archive.bytes("8", Integer.MAX_VALUE))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("net.pt", "entry '8' is compressed", "536870912 of all");
    }
}
