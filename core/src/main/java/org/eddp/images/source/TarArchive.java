package org.eddp.images.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/** A tar file, such as a shard of a WebDataset: pictures are read in place, and nothing is unpacked. */
final class TarArchive implements PictureArchive {
    private final Path file;
    private final List<Item> items;
    private final List<String> foreign;

    private TarArchive(Path file, TarScan scan) {
        this.file = file;
        items = scan.items();
        foreign = scan.foreign();
    }

    /**
     * Goes through the headers of a file.
     *
     * @throws org.eddp.files.FileFailure if it is damaged
     */
    static TarArchive open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new TarArchive(file, new TarScan(file, channel).run());
        }
    }

    @Override
    public List<Item> items() {
        return items;
    }

    @Override
    public List<String> foreign() {
        return foreign;
    }

    @Override
    public byte[] read(Item item) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return read(channel, item.place(), Math.toIntExact(item.length()));
        }
    }

    /** Bytes at a position. */
    static byte[] read(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(length);
        while (content.hasRemaining()) {
            if (channel.read(content, from + content.position()) < 0) {
                throw new EOFException();
            }
        }
        return content.array();
    }
}
