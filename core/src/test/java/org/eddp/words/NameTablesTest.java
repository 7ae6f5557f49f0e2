package org.eddp.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that people write: names by hand, and words with their embeddings. */
class NameTablesTest {
    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void readsNamesAmongOtherColumnsAndLeavesOutEmptyOnes() throws IOException {
        Path table = write("n.csv", "why,name,concept\nlooks so,\"grass, wet\",2\n,,0\n,sky,1\n");
        assertThat(GivenNames.read(table, 3))
                .containsExactly(new GivenNames.Given(1, "sky"), new GivenNames.Given(2, "grass, wet"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "concept,title\\n1,sky\\n | is missing",
                "concept,name\\n3,sky\\n | is not a whole number from 0 to 2",
                "concept,name\\n1,sky\\n1,sea\\n | line 3: concept 1 has a second name",
                "concept,name\\n1,\\n | no concept has a name",
                "concept,name\\n1,\"a\\nb\"\\n | more than one line"
            })
    void saysWhatIsWrongAndWhere(String text, String message) throws IOException {
        Path table = write("n.csv", text.replace("\\n", "\n"));
        assertThatThrownBy(() -> GivenNames.read(table, 3))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(message)
                .hasMessageContaining("n.csv");
    }

    @Test
    void findsTheEmbeddingsOfWordsEitherWayRound() throws IOException {
        Path words = write("w.txt", "sky\n\n grass \nroad\n");
        Path file = folder.resolve("e.safetensors");
        new SafetensorsFile()
                .add("classVectors", new Matrix(2, 3, new double[] {3, 0, 1, 4, 2, 0}))
                .add("biases", new double[3])
                .write(file);
        WordList list = WordList.read(words, file);
        assertThat(list.words()).containsExactly("sky", "grass", "road");
        assertThat(list.embeddings()).isEqualTo(new Matrix(3, 2, new double[] {0.6, 0.8, 0, 1, 1, 0}));
        Path other = write("o.txt", "sky\ngrass\nroad\nlane\n");
        assertThatThrownBy(() -> WordList.read(other, file))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("each of the 4 words")
                .hasMessageContaining("classVectors [2, 3]");
    }
}
