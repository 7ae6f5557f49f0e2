package org.eddp.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists and readers treat pictures in archives as they treat files. */
class ArchivedImagesTest {
    private static final byte[] PNG = TestImages.encode(TestImages.image(TestImages.noise(5, 4, 1)), "png");
    private static final byte[] OTHER = TestImages.encode(TestImages.image(TestImages.noise(7, 3, 2)), "png");

    @TempDir
    private Path folder;

    private static List<String> names(ImageList list) {
        return list.entries().stream().map(ImageList.Entry::name).toList();
    }

    @Test
    void anArchiveIsListedLikeASubfolder() throws IOException {
        new TinyTar()
                .file("dog/2.png", PNG)
                .file("dog/1.png", OTHER)
                .file("n.json", "{}")
                .write(folder.resolve("deep/b.tar"));
        new TinyTar().file("x.png", PNG).file("x.cls", "cat").write(folder.resolve("a.TAR"));
        new TinyTar().file("x.png", PNG).write(folder.resolve(".hidden.tar"));
        new TinyTar().file("notes.txt", PNG).write(folder.resolve("none.tar"));
        Files.write(folder.resolve("deep/c.png"), PNG);
        ImageList list = ImageList.of(folder);
        assertThat(list.entries())
                .containsExactly(
                        new ImageList.Entry("a.TAR/x.png", folder.resolve("a.TAR/x.png"), "cat"),
                        new ImageList.Entry("deep/b.tar/dog/1.png", folder.resolve("deep/b.tar/dog/1.png"), "dog"),
                        new ImageList.Entry("deep/b.tar/dog/2.png", folder.resolve("deep/b.tar/dog/2.png"), "dog"),
                        new ImageList.Entry("deep/c.png", folder.resolve("deep/c.png"), "deep"));
        ImageReader reader = new ImageReader();
        for (ImageList.Entry entry : list.entries()) {
            Path image = list.root().resolve(entry.name());
            byte[] content = entry.name().endsWith("dog/1.png") ? OTHER : PNG;
            assertThat(reader.content(image, entry.name())).isEqualTo(content);
            assertThat(reader.refuses(image)).isFalse();
            assertThat(ImageFiles.exists(image)).isTrue();
            assertThat(ImageFiles.length(image)).isEqualTo(content.length);
            assertThat(ImageFiles.digest(image)).isEqualTo(Digests.of(content));
        }
        assertThat(reader.read(folder.resolve("deep/b.tar/dog/1.png")).width()).isEqualTo(7);
    }

    @Test
    void anArchiveOrAPictureInItIsAListOfItsOwn() {
        Path tar = new TinyTar()
                .file("dog/2.png", PNG)
                .file("dog/1.png", OTHER)
                .file("scan.tif", "x")
                .write(folder.resolve("b.tar"));
        ImageList list = ImageList.of(tar);
        assertThat(list.root()).isEqualTo(folder);
        assertThat(list.source()).contains(tar);
        assertThat(names(list)).containsExactly("b.tar/dog/1.png", "b.tar/dog/2.png");
        assertThat(list.leftOut()).hasValueSatisfying(said -> assertThat(said).contains("b.tar/scan.tif"));
        assertThat(list.digest()).isEqualTo(ImageList.of(folder).digest());

        ImageList one = ImageList.of(tar.resolve("dog/2.png"));
        assertThat(one.entries())
                .containsExactly(new ImageList.Entry("b.tar/dog/2.png", tar.resolve("dog/2.png"), "dog"));
        one.requirePlace(one.entries().get(0));
        assertThatThrownBy(() -> ImageList.of(tar.resolve("dog/3.png")))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("there is no image of this name in " + tar);
        assertThatThrownBy(() -> ImageList.of(new TinyTar().file("a.txt", "x").write(folder.resolve("none.tar"))))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("no images in")
                .hasMessageContaining(".webp");
    }

    @Test
    void aFileListNamesPicturesInArchives() throws IOException {
        new TinyTar().file("dog/1.png", PNG).write(folder.resolve("b.tar"));
        Path list = Files.writeString(folder.resolve("list.txt"), "b.tar/dog/1.png, mine\n");
        assertThat(ImageList.of(list).entries())
                .containsExactly(new ImageList.Entry("b.tar/dog/1.png", folder.resolve("b.tar/dog/1.png"), "mine"));
        Files.writeString(list, "b.tar/dog/2.png\n");
        assertThatThrownBy(() -> ImageList.of(list)).hasMessageContaining("no such file: b.tar/dog/2.png");
    }

    @Test
    void archivesThatAreNotReadAreLeftOutOrSaid() throws IOException {
        Files.write(folder.resolve("a.png"), PNG);
        Files.write(folder.resolve("old.tgz"), PNG);
        assertThat(ImageList.of(folder).leftOut())
                .hasValueSatisfying(said -> assertThat(said)
                        .contains("1 archive is left out (old.tgz)", "compressed as a whole", "unpack"));
        Files.write(folder.resolve("table.parquet"), PNG);
        assertThat(names(ImageList.of(folder))).containsExactly("a.png");
        Files.delete(folder.resolve("old.tgz"));
        String obstacle = "Parquet is read only where the module for Spark is present";
        assertThat(ImageList.of(folder).leftOut())
                .hasValueSatisfying(said -> assertThat(said).contains(obstacle));
        Files.delete(folder.resolve("a.png"));
        for (Path place : List.of(folder, folder.resolve("table.parquet"))) {
            assertThatThrownBy(() -> ImageList.of(place))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining("table.parquet: " + obstacle);
        }
    }

    @Test
    void aDamagedArchiveInAFolderIsSaid() throws IOException {
        Files.write(folder.resolve("a.png"), PNG);
        Files.write(folder.resolve("b.tar"), new byte[700]);
        assertThat(names(ImageList.of(folder))).containsExactly("a.png");
        Files.write(folder.resolve("b.tar"), PNG);
        assertThatThrownBy(() -> ImageList.of(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(folder.resolve("b.tar").toString());
    }

    @Test
    void picturesInArchivesFailAsFilesDo() throws IOException {
        Path tar = folder.resolve("b.tar");
        new TinyTar()
                .file("cut.png", Arrays.copyOf(PNG, 40))
                .file("empty.png", new byte[0])
                .write(tar);
        ImageReader reader = new ImageReader();
        assertThatThrownBy(() -> reader.read(tar.resolve("cut.png")))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("b.tar/cut.png");
        assertThatThrownBy(() -> reader.read(tar.resolve("empty.png"))).hasMessageContaining("the file is empty");
        assertThatThrownBy(() -> reader.read(tar.resolve("gone.png")))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("there is none of this name in " + tar);
        assertThat(reader.refuses(tar.resolve("gone.png"))).isTrue();
        assertThatThrownBy(() -> reader.read(folder.resolve("c.tar/gone.png")))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("no such file or folder");
        ImageContent careful = new ImageContent(39);
        assertThat(careful.isRefused(tar.resolve("cut.png"))).isTrue();
        assertThatThrownBy(() -> careful.read(tar.resolve("cut.png"), "cut.png"))
                .hasMessageContaining("40 bytes are more than the 39 allowed");
        Files.write(tar, PNG);
        assertThat(reader.refuses(tar.resolve("cut.png"))).isTrue();
        assertThat(ImageFiles.length(tar.resolve("cut.png"))).isNegative();
        assertThatThrownBy(() -> reader.read(tar.resolve("cut.png")))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("truncated");
    }

    @Test
    void aChangedArchiveIsReadAgain() throws IOException {
        Path tar = new TinyTar().file("a.png", PNG).write(folder.resolve("b.tar"));
        ImageReader reader = new ImageReader();
        assertThat(reader.read(tar.resolve("a.png")).width()).isEqualTo(5);
        FileTime then = Files.getLastModifiedTime(tar);
        new TinyTar().file("b.txt", new byte[600]).file("a.png", OTHER).write(tar);
        Files.setLastModifiedTime(tar, then);
        assertThat(reader.read(tar.resolve("a.png")).width()).isEqualTo(7);
    }

    @Test
    void manyThreadsReadFewArchivesThatAreHeldInTurn() {
        int archives = 6;
        int pictures = 10;
        for (int n = 0; n < archives; n++) {
            TinyTar tar = new TinyTar();
            for (int i = 0; i < pictures; i++) {
                tar.file(i + ".png", new byte[] {(byte) n, (byte) i});
            }
            tar.write(folder.resolve(n + ".tar"));
        }
        Archives held = new Archives(2 * pictures);
        AtomicInteger right = new AtomicInteger();
        IntStream.range(0, 2000).parallel().forEach(trial -> {
            int n = trial * 7 % archives;
            int i = trial * 13 % pictures;
            Archives.Inside found =
                    held.find(folder.resolve(n + ".tar/" + i + ".png")).orElseThrow();
            try {
                if (Arrays.equals(found.archive().read(found.item()), new byte[] {(byte) n, (byte) i})) {
                    right.incrementAndGet();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(right).hasValue(2000);
        assertThat(held.size()).isLessThanOrEqualTo(archives - 1);
    }
}
