package org.eddp.images.source;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.images.decode.TestImages;
import org.junit.jupiter.params.provider.MethodSource;

class ImageListFuzz {
    private static final Path FOLDER = FuzzedFile.folder("images");

    static {
        FuzzedFile.write(FOLDER.resolve("a.png"), TestImages.noise(3, 2, 1).png());
        FuzzedFile.write(
                FOLDER.resolve("images/a.png"), TestImages.noise(3, 2, 1).png());
    }

    static Stream<byte[]> seeds() {
        return Stream.of(
                        "a.png\n",
                        "path,label\na.png,cat\n",
                        "# mine\n./a.png , dog\r\n",
                        "a.png\na.png\n",
                        "../../etc/passwd\n",
                        "a\0.png\n",
                        "image,split,ih,iw,sh,sw,object\na.png,train,2,3,1,1,\n",
                        "image,split\na.png,\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check(FOLDER.resolve("list.csv"), content, file -> new FileList(file).read());
        FuzzedFile.check(FOLDER.resolve("index.csv"), content, file -> new DatasetImages(FOLDER).list(null));
    }
}
