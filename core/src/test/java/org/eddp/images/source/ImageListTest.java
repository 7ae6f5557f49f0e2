package org.eddp.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.Pipes;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageListTest {
    @TempDir
    Path folder;

    private void touch(String... names) throws IOException {
        for (String name : names) {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, new byte[] {1});
        }
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> names(ImageList list) {
        return list.entries().stream().map(ImageList.Entry::name).toList();
    }

    @Test
    void aFlatFolderHasNoClasses() throws IOException {
        touch("b.jpg", "a.PNG", "B.webp", "notes.txt", ".hidden.jpg", "10.gif", "9.bmp", "c.jpeg");
        ImageList list = ImageList.of(folder);
        assertThat(names(list)).containsExactly("10.gif", "9.bmp", "B.webp", "a.PNG", "b.jpg", "c.jpeg");
        assertThat(list.entries()).allMatch(entry -> entry.className() == null);
        assertThat(list.entries().get(0).path()).isEqualTo(folder.resolve("10.gif"));
    }

    @Test
    void picturesOfFormatsThatAreNotReadAreCounted() throws IOException {
        touch("a.png", "b/scan.TIF", "c.heic", "notes.txt", ".hidden.tif");
        ImageList list = ImageList.of(folder);
        assertThat(names(list)).containsExactly("a.png");
        assertThat(list.leftOut())
                .hasValueSatisfying(
                        said -> assertThat(said).contains("2 pictures are left out", "b/scan.TIF", "PNG or JPEG"));
        Files.delete(folder.resolve("b/scan.TIF"));
        Files.delete(folder.resolve("c.heic"));
        assertThat(ImageList.of(folder).leftOut()).isEmpty();
        touch("alone/x.tiff");
        assertThatThrownBy(() -> ImageList.of(folder.resolve("alone"))).hasMessageContaining("convert such as x.tiff");
        assertThatThrownBy(() -> ImageList.of(folder.resolve("alone/x.tiff")))
                .hasMessageContaining("only JPEG, PNG, WebP, GIF, BMP; convert it");
    }

    @Test
    void subfoldersAreClasses() throws IOException {
        touch("zebra/1.jpg", "cat/deep/er/2.jpg", "cat/1.jpg", ".git/3.jpg", "cat-b/1.jpg");
        ImageList list = ImageList.ofFolder(folder);
        // '-' comes before '/': the order is that of the whole path
        assertThat(names(list)).containsExactly("cat-b/1.jpg", "cat/1.jpg", "cat/deep/er/2.jpg", "zebra/1.jpg");
        assertThat(list.entries().stream().map(ImageList.Entry::className))
                .containsExactly("cat-b", "cat", "cat", "zebra");
    }

    @Test
    void orderIsByCodePoint() throws IOException {
        // in UTF-16 the rocket's surrogates come before the full-width A
        touch("\uff21.jpg", "\ud83d\ude80.jpg", "\u00e9.jpg", "z.jpg");
        assertThat(names(ImageList.of(folder)))
                .containsExactly("z.jpg", "\u00e9.jpg", "\uff21.jpg", "\ud83d\ude80.jpg");
    }

    @Test
    void linksToFoldersAreFollowedAndLoopsEnd() throws IOException {
        touch("a/1.jpg");
        Files.createSymbolicLink(folder.resolve("b"), folder.resolve("a"));
        Files.createSymbolicLink(folder.resolve("a/up"), folder);
        assertThat(names(ImageList.of(folder))).contains("a/1.jpg", "b/1.jpg");
    }

    @Test
    void nothingToReadIsSaid() throws IOException {
        touch("readme.txt");
        assertThatThrownBy(() -> ImageList.of(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("no images in " + folder)
                .hasMessageContaining(".jpg")
                .hasMessageContaining(".webp");
        assertThatThrownBy(() -> ImageList.of(folder.resolve("gone")))
                .hasMessageContaining("gone: no such file or folder");
        assertThatThrownBy(() -> ImageList.ofFolder(folder.resolve("readme.txt")))
                .hasMessageContaining("not a folder");
        assertThatThrownBy(() -> ImageList.of(Files.createFile(folder.resolve("x.zip"))))
                .hasMessageContaining("x.zip")
                .hasMessageContaining(".csv");
    }

    @Test
    void aFileListNamesImagesAndClasses() throws IOException {
        touch("pics/b.jpg", "pics/a.jpg", "pics/with, comma.jpg", "c.bin");
        Path file = write(
                "list.txt",
                "\ufeff# my images\r\n\r\npics/b.jpg, robin\r\n\"pics/with, comma.jpg\",\"caf\u00e9 \"\"x\"\"\"\r\n"
                        + "./pics/a.jpg\r\nc.bin,\r\n");
        ImageList list = ImageList.of(file);
        assertThat(list.entries())
                .containsExactly(
                        new ImageList.Entry("c.bin", folder.resolve("c.bin"), null),
                        new ImageList.Entry("pics/a.jpg", folder.resolve("./pics/a.jpg"), null),
                        new ImageList.Entry("pics/b.jpg", folder.resolve("pics/b.jpg"), "robin"),
                        new ImageList.Entry(
                                "pics/with, comma.jpg", folder.resolve("pics/with, comma.jpg"), "caf\u00e9 \"x\""));
    }

    @Test
    void aHeaderIsNoImage() throws IOException {
        touch("a.jpg");
        assertThat(names(ImageList.of(write("list.csv", "Path,Class\na.jpg,1\n"))))
                .containsExactly("a.jpg");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.jpg\\n# x\\nb.jpg | line 3: no such file: b.jpg",
                "a.jpg\\n./a.jpg | line 2: a.jpg is on line 1 already",
                "a.jpg,x,y | line 1: 3 fields",
                ",x | line 1: the path is missing",
                "\"a.jpg\\n | line 1: a quote is opened and never closed",
                "\"a\"b.jpg | line 1: something follows a closing quote",
                "# nothing | no images in the list"
            })
    void mistakesInAListAreNamedWithTheirLine(String text, String message) throws IOException {
        touch("a.jpg");
        Path file = write("list.txt", text.replace("\\n", "\n"));
        assertThatThrownBy(() -> ImageList.of(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("list.txt")
                .hasMessageContaining(message);
    }

    @Test
    void aListThatIsNotUtf8IsRefused() throws IOException {
        Path file = Files.write(folder.resolve("list.txt"), new byte[] {(byte) 0xe9, '.', 'j', 'p', 'g'});
        assertThatThrownBy(() -> ImageList.of(file)).hasMessageContaining("not text in UTF-8");
    }

    @Test
    void aDatasetNamesItsImages() throws IOException {
        touch("images/x/b.jpg", "images/x/a.jpg", "images/mask.png");
        write("index.csv", "image,split,ih,iw\nx/b.jpg,val,1,1\nx/a.jpg,train,1,1\n");
        assertThat(names(ImageList.of(folder))).containsExactly("x/a.jpg", "x/b.jpg");
        assertThat(ImageList.ofDataset(folder, "val").entries())
                .containsExactly(new ImageList.Entry("x/b.jpg", folder.resolve("images/x/b.jpg"), null));
        assertThatThrownBy(() -> ImageList.ofDataset(folder, "test"))
                .hasMessageContaining("'test'")
                .hasMessageContaining("[train, val]");
        write("index.csv", "image,split\nx/c.jpg,val\n");
        assertThatThrownBy(() -> ImageList.of(folder)).hasMessageContaining("index.csv, line 2: image 'x/c.jpg'");
        write("index.csv", "image,split\nx/a.jpg,val\nx/a.jpg,val\n");
        assertThatThrownBy(() -> ImageList.of(folder)).hasMessageContaining("line 3: image x/a.jpg is on line 2");
        write("index.csv", "picture,split\n");
        assertThatThrownBy(() -> ImageList.of(folder)).hasMessageContaining("column 'image' is missing");
    }

    /** A list may be a link to any other file. */
    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "\"x\"hunter2", "root:hunter2:0"})
    void whatIsNotAnImageIsNotRepeated(String text) throws IOException {
        Path list = write("list.txt", text + "\n");
        assertThatThrownBy(() -> ImageList.of(list))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("list.txt, line 1: ")
                .hasMessageNotContaining("hunter2");
        write("index.csv", text + "\n");
        assertThatThrownBy(() -> ImageList.of(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("index.csv, line 1: ")
                .hasMessageNotContaining("hunter2");
    }

    /** They are read later, and then skipped and named; nothing waits for them. */
    @Test
    @Timeout(20)
    void whatIsCalledLikeAPictureIsOnTheList() throws IOException {
        touch("a.jpg", "album.jpg/b.jpg");
        Files.createDirectories(folder.resolve("folder.jpg"));
        Pipes.make(folder.resolve("pipe.jpg"));
        Pipes.make(folder.resolve("pipe.tar"));
        Pipes.make(folder.resolve(".hidden.jpg"));
        Pipes.make(folder.resolve("other"));
        ImageList list = ImageList.of(folder);
        assertThat(names(list)).containsExactly("a.jpg", "album.jpg/b.jpg", "folder.jpg", "pipe.jpg", "pipe.tar");
        assertThat(list.digest()).isNotEmpty();
        for (String broken : List.of("folder.jpg", "pipe.jpg", "pipe.tar")) {
            assertThatThrownBy(() -> new ImageReader().read(folder.resolve(broken)))
                    .isInstanceOf(ImageFailure.class)
                    .hasMessageContaining(broken + ": it is not a file");
        }
    }
}
