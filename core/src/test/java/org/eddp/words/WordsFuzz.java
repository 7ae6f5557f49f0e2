package org.eddp.words;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of words, with embeddings made elsewhere, and tables of names given by hand. */
class WordsFuzz {
    private static final int CONCEPTS = 3;

    private static Stream<byte[]> texts(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    static Stream<byte[]> lists() {
        return Stream.concat(
                texts("cat\ndog\n", "\ufeffcat\r\n\r\n \u00e9l\u00e9phant \r\n\0\u001b[31m", "cat\n", ""),
                Stream.of(new byte[] {(byte) 0xc3, '\n', 'a', '\n'}));
    }

    static Stream<byte[]> tables() {
        return texts(
                "concept,name\n0,red\n2,\"caf\u00e9, open\"\n",
                "number,name,concept\n7,,1\n7,dog,2\n",
                "concept,name\n0,red\n0,blue\n",
                "concept,name\n3,red\n",
                "concept,name\n-1,\0\n",
                "concept\n0\n");
    }

    @MethodSource("lists")
    @FuzzTest
    void words(byte[] content) {
        Path embeddings = FuzzedFile.folder("words").resolve("embeddings.safetensors");
        new SafetensorsFile()
                .add("embeddings", Matrix.of(new double[] {1, 2}, new double[] {3, 4}))
                .write(embeddings);
        FuzzedFile.check(
                embeddings.resolveSibling("words.txt"),
                content,
                file -> WordList.read(file, embeddings).words());
    }

    @MethodSource("tables")
    @FuzzTest
    void names(byte[] content) {
        FuzzedFile.check("names.csv", content, file -> GivenNames.read(file, CONCEPTS));
    }
}
