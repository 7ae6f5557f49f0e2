package org.eddp.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.source.ArchiveFormat.PictureArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TarArchiveTest {
    private static final String LONG = "folder".repeat(20) + "/" + "n\u00e4me".repeat(30) + ".jpg";

    @TempDir
    private Path folder;

    private static byte[] content(int length, long seed) {
        byte[] content = new byte[length];
        new Random(seed).nextBytes(content);
        return content;
    }

    private Path file() {
        return folder.resolve("shard.tar");
    }

    private Path write(byte[] tar) throws IOException {
        return Files.write(file(), tar);
    }

    /** Names and contents; to be read by name as well. */
    private Map<String, byte[]> read() throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        OpenArchive archive = new OpenArchive(file(), TarArchive.open(file()));
        for (PictureArchive.Item item : archive.items()) {
            found.put(item.name(), archive.read(archive.item(item.name())));
        }
        return found;
    }

    private Map<String, String> classes() throws IOException {
        Map<String, String> found = new TreeMap<>();
        TarArchive.open(file()).items().forEach(item -> found.put(item.name(), String.valueOf(item.className())));
        return found;
    }

    @Test
    void everyWayToWriteANameAndASizeIsRead() throws IOException {
        byte[] a = content(1, 1);
        byte[] b = content(512, 2);
        byte[] c = content(1300, 3);
        byte[] old = TinyTar.header("old.jpg", c.length, '\0');
        Arrays.fill(old, 257, 265, (byte) 0);
        TinyTar tar = new TinyTar()
                .file("./a.jpg", a)
                .file(LONG, b)
                .divided("some/where", "c.PNG", c)
                .said('x', "mtime=12.5", "path=pax/\u00fc b.webp", "size=" + c.length)
                .entry(TinyTar.header("shortened", 7, '0'), c)
                .file("after.jpg", a)
                .entry(TinyTar.binarySize(TinyTar.header("large.gif", 0, '0'), b.length), b)
                .entry(TinyTar.summed(old), c)
                .entry(TinyTar.header("dog/", 999_999, '5'), new byte[0])
                .file("empty.bmp", new byte[0]);
        tar.write(file());
        assertThat(read())
                .containsOnly(
                        Map.entry("a.jpg", a),
                        Map.entry(LONG, b),
                        Map.entry("some/where/c.PNG", c),
                        Map.entry("pax/\u00fc b.webp", c),
                        Map.entry("after.jpg", a),
                        Map.entry("large.gif", b),
                        Map.entry("old.jpg", c),
                        Map.entry("empty.bmp", new byte[0]));
    }

    @Test
    void whatIsSaidOfAllHoldsUntilSomethingElseIsSaid() throws IOException {
        byte[] a = content(600, 1);
        new TinyTar()
                .said('g', "size=600", "comment=packed")
                .entry(TinyTar.header("a.jpg", 3, '0'), a)
                .said('x', "size=2")
                .entry(TinyTar.header("b.jpg", 3, '0'), new byte[] {1, 2})
                .write(file());
        assertThat(read()).containsOnly(Map.entry("a.jpg", a), Map.entry("b.jpg", new byte[] {1, 2}));
    }

    @Test
    void classesAreThoseBesideThePictureOrItsFolder() throws IOException {
        new TinyTar()
                .file("0001.jpg", "x")
                .file("0001.cls", " 7\n")
                .file("0001.json", "{}")
                .file("dog/1.seg.png", "x")
                .file("dog/1.jpg", "x")
                .file("dog/1.CLS", "bulldog")
                .file("dog/2.jpg", "x")
                .file("dog/2.txt", "a caption")
                .file("dog/2.other.cls", "no class of this key alone")
                .file("cat/1.jpg", "x")
                .file("bare.jpg", "x")
                .file("bare.cls", "")
                .write(file());
        assertThat(classes())
                .isEqualTo(Map.of(
                        "0001.jpg", "7",
                        "dog/1.seg.png", "bulldog",
                        "dog/1.jpg", "bulldog",
                        "dog/2.jpg", "dog",
                        "cat/1.jpg", "cat",
                        "bare.jpg", "null"));
    }

    @Test
    void hiddenFilesAndOthersThanPicturesAreLeftOut() throws IOException {
        new TinyTar()
                .file("._a.jpg", "of another system")
                .file(".hidden/a.jpg", "x")
                .file("scan.tiff", "x")
                .file("notes", "x")
                .file("a.jpg", "x")
                .write(file());
        assertThat(read()).containsOnlyKeys("a.jpg");
        assertThat(TarArchive.open(file()).foreign()).containsExactly("scan.tiff");
    }

    @Test
    void aLinkIsAPictureThatCannotBeRead() throws IOException {
        new TinyTar()
                .file("a.jpg", "x")
                .entry(TinyTar.header("b.jpg", 0, '2'), new byte[0])
                .entry(TinyTar.header("c.jpg", 12, '1'), new byte[0])
                .write(file());
        assertThat(ImageList.of(file()).size()).isEqualTo(3);
        for (String name : new String[] {"b.jpg", "c.jpg"}) {
            assertThat(new ImageReader().refuses(file().resolve(name))).isTrue();
            assertThatThrownBy(() -> new ImageReader().read(file().resolve(name)))
                    .isInstanceOf(ImageFailure.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("--dereference");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/etc/a.jpg, is absolute",
        "../a.jpg, leads out of the archive",
        "x/../../a.jpg, leads out of the archive",
        "./../a.jpg, leads out of the archive",
        "a.jpg, is there twice",
        "x//../a.jpg, leads out of the archive"
    })
    void namesThatLeadElsewhereAreRefused(String name, String reason) {
        new TinyTar().file("a.jpg", "x").file("b.jpg", "x").file(name, "x").write(file());
        assertThatThrownBy(() -> ImageList.of(file()))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(file().toString())
                .hasMessageContaining(reason)
                .hasMessageContaining("pack it again");
        assertThatThrownBy(() -> new ImageReader().read(file().resolve("b.jpg")))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining(reason);
    }

    @Test
    void aCutIsFoundWhereverItIs() throws IOException {
        byte[] whole = new TinyTar()
                .file("a.jpg", content(700, 1))
                .file("a.cls", "3")
                .file(LONG, content(512, 2))
                .said('x', "path=c.jpg")
                .file("c", content(100, 3))
                .bytes();
        write(whole);
        Map<String, byte[]> expected = read();
        assertThat(expected).hasSize(3);
        int end = whole.length - 1024;
        for (int length = 0; length < whole.length; length += 256) {
            write(Arrays.copyOf(whole, length));
            if (length >= end + 512) { // one of the two blocks at the end is enough
                assertThat(read()).containsExactlyEntriesOf(expected);
            } else {
                assertThatThrownBy(this::read)
                        .isInstanceOf(FileFailure.class)
                        .hasMessageContaining("shard.tar")
                        .hasMessageContaining("it is truncated; copy it again");
            }
        }
    }

    @Test
    void everyByteOfAHeaderIsChecked() throws IOException {
        byte[] whole = new TinyTar()
                .file("a.jpg", content(30, 1))
                .file("b.jpg", content(30, 2))
                .bytes();
        for (int at = 1024; at < 1536; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (at % 2 == 0 ? 0x01 : 0x40);
            write(changed);
            boolean sum = at >= 1024 + 148 && at < 1024 + 156; // a zero of its end may become a space, and the like
            try {
                assertThat(read()).hasSize(2);
                assertThat(sum).as("the byte at %d", at).isTrue();
            } catch (FileFailure e) {
                assertThat(e).hasMessageContaining("the header at byte 1024 makes no sense");
            }
        }
    }

    @Test
    void anyBytesAreReadOrRefused() throws IOException {
        byte[] whole = new TinyTar()
                .file("a.jpg", content(30, 1))
                .file("a.cls", "3")
                .said('x', "path=c.jpg", "size=3")
                .file("c", content(3, 3))
                .file(LONG, content(5, 4))
                .bytes();
        Random random = new Random(5);
        int read = 0;
        for (int trial = 0; trial < 600; trial++) {
            byte[] changed = whole.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            for (int at = 0; at + 512 <= changed.length && random.nextBoolean(); at += 512) {
                byte[] block = Arrays.copyOfRange(changed, at, at + 512);
                if (!TarHeader.isEnd(block)) {
                    System.arraycopy(TinyTar.summed(block), 0, changed, at, 512); // so that it is looked into
                }
            }
            write(changed);
            try {
                read();
                read++;
            } catch (FileFailure e) {
                assertThat(e).hasMessageContaining("shard.tar").hasMessageContaining("; ");
            }
        }
        assertThat(read).isBetween(20, 580);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 40, Long.MAX_VALUE})
    void sizesBeyondTheFileAreRefusedBeforeMemoryIsTaken(long size) throws IOException {
        for (char type : new char[] {'0', 'L', 'x', 'g', 'Z'}) {
            write(new TinyTar()
                    .entry(TinyTar.binarySize(TinyTar.header("a.jpg", 0, type), size), new byte[100])
                    .bytes());
            assertThatThrownBy(this::read)
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining(size + " bytes, and only")
                    .hasMessageContaining("are left");
        }
    }

    @Test
    void negativeSizesAndNonsenseAreRefused() throws IOException {
        byte[] negative = TinyTar.header("a.jpg", 0, '0');
        Arrays.fill(negative, 124, 136, (byte) 0xff);
        write(new TinyTar().entry(TinyTar.summed(negative), new byte[0]).bytes());
        assertThatThrownBy(this::read).hasMessageContaining("negative or beyond all files");
        for (String line : new String[] {"size=-1", "size=many", "GNU.sparse.major=1"}) {
            write(new TinyTar().said('x', line).file("a.jpg", "x").bytes());
            assertThatThrownBy(this::read).isInstanceOf(FileFailure.class).hasMessageContaining("pack it again");
        }
        write(new TinyTar()
                .entry(TinyTar.header("p", 9, 'x'), "99 path=a".getBytes(StandardCharsets.US_ASCII))
                .bytes());
        assertThatThrownBy(this::read).hasMessageContaining("LENGTH KEY=VALUE");
        write(new TinyTar().entry(TinyTar.header("a.jpg", 0, 'S'), new byte[0]).bytes());
        assertThatThrownBy(this::read).hasMessageContaining("--sparse");
        write(new TinyTar().file("a.jpg", "x").file("a.cls", content(5000, 1)).bytes());
        assertThatThrownBy(this::read).hasMessageContaining("a.cls in it has 5000 bytes");
        write(new TinyTar()
                .file("a.jpg", "x")
                .file("a.cls", new byte[] {(byte) 0xe9})
                .bytes());
        assertThatThrownBy(this::read).hasMessageContaining("not text in UTF-8");
        write(new TinyTar().file("d/".repeat(3000) + "a.jpg", "x").bytes());
        assertThatThrownBy(this::read).hasMessageContaining("a name of 6005 characters");
    }

    @Test
    void compressedArchivesAreToBeUnpackedFirst() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(new TinyTar().file("a.jpg", content(5000, 1)).bytes());
        }
        for (String name : new String[] {"x.tar.gz", "x.TGZ", "misnamed.tar"}) {
            Path file = Files.write(folder.resolve(name), zipped.toByteArray());
            assertThatThrownBy(() -> ImageList.of(file))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageEndingWith("unpack it to a .tar file with gunzip");
        }
    }

    @Test
    void whatIsBehindFourGigabytesIsRead() throws IOException {
        byte[] last = content(2000, 9);
        byte[] end = new TinyTar().file("last.jpg", last).bytes();
        long hole = 5L << 30;
        byte[] first = TinyTar.binarySize(TinyTar.header("hole.bin", 0, '0'), hole);
        try (FileChannel channel = FileChannel.open(
                file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(first));
            channel.write(ByteBuffer.wrap(end), 512 + hole);
        }
        assertThat(read()).containsOnly(Map.entry("last.jpg", last));
    }
}
