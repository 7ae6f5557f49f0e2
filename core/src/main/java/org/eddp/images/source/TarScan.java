package org.eddp.images.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/**
 * Finds the pictures in a tar file, from header to header; used once. Every length is compared with the rest of the
 * file before anything is read or skipped.
 */
final class TarScan {
    /** Limit of bytes of a name or an extended header: far more than needed, and little memory. */
    private static final int MOST_SAID = 1 << 20;

    /** Limit of characters of a path. */
    private static final int MOST_NAME = 1 << 12;

    /** Bytes of the name of a class. */
    private static final int MOST_CLASS = 1 << 12;

    private static final String LINK =
            "it is a link in its archive, which has its content elsewhere; pack it with tar --dereference"
                    + " --hard-dereference";

    private final Path file;
    private final FileChannel channel;
    private final long end;
    private final List<PictureArchive.Item> found = new ArrayList<>();
    private final List<String> foreign = new ArrayList<>();
    private final Map<String, String> classes = new HashMap<>();
    private final Map<String, String> always = new HashMap<>();
    private Map<String, String> next = new HashMap<>();
    private String longName;
    private long at;

    TarScan(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        end = channel.size();
    }

    TarScan run() throws IOException {
        try {
            byte[] block = block();
            if (ImageFormat.startsWith(block, 0, "\u001f\u008b")) {
                throw ArchiveKind.compressed(file, true);
            }
            for (; !TarHeader.isEnd(block); block = block()) {
                entry(TarHeader.of(block));
            }
        } catch (TarHeader.Bad e) {
            throw failure("the header at byte " + at + " makes no sense: " + e.getMessage());
        }
        return this;
    }

    /** Pictures with their classes: from the file {@code .cls} beside a picture, else its first folder. */
    List<PictureArchive.Item> items() {
        List<PictureArchive.Item> items = new ArrayList<>(found.size());
        for (PictureArchive.Item item : found) {
            int folder = item.name().indexOf('/');
            String className = classes.getOrDefault(
                    key(item.name()), folder < 0 ? null : item.name().substring(0, folder));
            items.add(new PictureArchive.Item(item.name(), item.place(), item.length(), className, item.problem()));
        }
        return items;
    }

    List<String> foreign() {
        return foreign;
    }

    private byte[] block() throws IOException {
        if (end - at < TarHeader.BLOCK) {
            throw failure("it ends at byte " + end + " without the empty block that ends an archive: it is truncated");
        }
        return TarArchive.read(channel, at, TarHeader.BLOCK);
    }

    private void entry(TarHeader header) throws IOException, TarHeader.Bad {
        boolean about = "LKxg".indexOf(header.type()) >= 0;
        long size = about ? header.size() : size(header);
        long content = at + TarHeader.BLOCK;
        if (size > end - content) {
            throw failure("what begins at byte " + at + " has " + size + " bytes, and only " + (end - content)
                    + " are left: it is truncated");
        }
        if (about) {
            note(header.type(), content, size);
        } else {
            String name = longName != null ? longName : said("path", header.name());
            next = new HashMap<>();
            longName = null;
            member(header.type(), name, content, size);
        }
        at = content + (size + TarHeader.BLOCK - 1) / TarHeader.BLOCK * TarHeader.BLOCK;
    }

    private long size(TarHeader header) throws TarHeader.Bad {
        if (said(PaxRecords.SPARSE, null) != null) {
            throw sparse();
        }
        String said = said("size", null);
        return said == null || !header.hasContent() ? header.size() : PaxRecords.size(said);
    }

    private String said(String key, String otherwise) {
        return next.getOrDefault(key, always.getOrDefault(key, otherwise));
    }

    /** Keeps the extended header of the next file, or of all files. */
    private void note(char type, long content, long size) throws IOException, TarHeader.Bad {
        if (size > MOST_SAID) {
            throw new TarHeader.Bad(size + " bytes of names are more than the " + MOST_SAID + " allowed");
        }
        byte[] said = TarArchive.read(channel, content, (int) size);
        if (type == 'L') {
            longName = TarHeader.text(said, 0, said.length);
        } else if (type == 'x') {
            next = PaxRecords.of(said);
        } else if (type == 'g') {
            always.putAll(PaxRecords.of(said));
        }
    }

    private void member(char type, String called, long content, long size) throws IOException, TarHeader.Bad {
        if (called.length() > MOST_NAME) {
            throw new TarHeader.Bad(
                    "a name of " + called.length() + " characters is longer than the " + MOST_NAME + " allowed");
        }
        if (type == 'S' || type == 'M') {
            throw sparse();
        }
        boolean file = type == '0' || type == '7';
        boolean link = type == '1' || type == '2';
        if (!file && !link) {
            return; // folders, devices and vendor-specific types
        }
        String name = InnerNames.plain(called);
        if (InnerNames.isHidden(name)) {
            return;
        }
        if (ImageFormat.hasExtension(InnerNames.last(name))) {
            found.add(new PictureArchive.Item(name, content, size, null, link ? LINK : null));
        } else if (ImageFormat.isForeign(InnerNames.last(name))) {
            foreign.add(name);
        } else if (file && name.toLowerCase(Locale.ROOT).equals(key(name).toLowerCase(Locale.ROOT) + ".cls")) {
            classOf(name, content, size);
        }
    }

    private void classOf(String name, long content, long size) throws IOException {
        if (size > MOST_CLASS) {
            throw failure(name + " in it has " + size + " bytes, more than the " + MOST_CLASS
                    + " that name a class can have");
        }
        byte[] text = TarArchive.read(channel, content, (int) size);
        try {
            String said = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString()
                    .strip();
            if (!said.isEmpty()) {
                classes.put(key(name), said);
            }
        } catch (CharacterCodingException e) {
            throw failure(name + " in it, which names a class, is not text in UTF-8");
        }
    }

    /** The key of an example of a WebDataset: everything before the first dot behind the folders. */
    private static String key(String name) {
        int dot = name.indexOf('.', name.lastIndexOf('/') + 1);
        return dot < 0 ? name : name.substring(0, dot);
    }

    private FileFailure sparse() {
        return new FileFailure("cannot read " + file + ": the file at byte " + at
                + " is stored with holes or goes on in another archive; pack it again without --sparse and"
                + " --multi-volume");
    }

    private FileFailure failure(String what) {
        return new FileFailure("cannot read " + file + ": " + what + "; copy it again, or pack it again with tar");
    }
}
