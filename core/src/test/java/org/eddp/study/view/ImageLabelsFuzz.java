package org.eddp.study.view;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.junit.jupiter.params.provider.MethodSource;

class ImageLabelsFuzz {
    private static final List<String> NAMES = List.of("pug/1.jpg", "pug/2.jpg", "boxer/2.jpg");

    static Stream<byte[]> seeds() {
        return Stream.of("image,label\n1.jpg,pug\nboxer/2.jpg,\"boxer, dog\"\n", "image,label\n2.jpg,pug\n", "")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check(FuzzedFile.folder("labels").resolve("labels.csv"), content, file -> {
            try {
                ImageLabels.texts(file, NAMES);
            } catch (InvalidInput e) { // names no picture
                if (!e.getMessage().contains("labels.csv")) {
                    throw e;
                }
                throw new FileFailure(file + ": " + e.getMessage());
            }
        });
    }
}
