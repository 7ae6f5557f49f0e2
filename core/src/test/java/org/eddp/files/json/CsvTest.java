package org.eddp.files.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.FileFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTest {
    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("t.csv"), text);
    }

    @Test
    void whatIsWrittenReadsBack() throws IOException {
        List<String> fields =
                List.of("plain", "", "a,b", "say \"x\"", "two\nlines", " edges ", "# sign", "\u96ea\ud83d\ude80");
        List<Csv.Row> rows = Csv.read(file(Csv.line(fields) + Csv.line(List.of(1, 2.5, "x"))));
        assertThat(rows).containsExactly(new Csv.Row(1, fields), new Csv.Row(3, List.of("1", "2.5", "x")));
    }

    @Test
    void linesAreCountedWhateverTheirEnds() throws IOException {
        assertThat(Csv.read(file("\ufeffa\r\n\r\n\"b\r\nc\"\rd\ne,")))
                .containsExactly(
                        new Csv.Row(1, List.of("a")),
                        new Csv.Row(3, List.of("b\r\nc")),
                        new Csv.Row(5, List.of("d")),
                        new Csv.Row(6, List.of("e", "")));
        assertThat(Csv.read(file(""))).isEmpty();
    }

    @Test
    void commentsOnlyWhereTheyAreAskedFor() throws IOException {
        Path file = file("# \"half a quote\na,b\n#c");
        assertThat(Csv.readWithComments(file)).containsExactly(new Csv.Row(2, List.of("a", "b")));
        assertThat(Csv.read(file)).hasSize(3);
    }

    @Test
    void mistakesHaveALine() throws IOException {
        Path open = file("a\nb,\"c\nd\n");
        assertThatThrownBy(() -> Csv.read(open))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("t.csv, line 2: a quote is opened and never closed");
        assertThatThrownBy(() -> Csv.read(folder)).isInstanceOf(FileFailure.class);
        Path empty = file("\n");
        assertThatThrownBy(() -> Csv.Table.read(empty, "x")).hasMessageContaining("it is empty");
    }

    @Test
    void aLineThatIsNotUtf8IsNamed() throws IOException {
        byte[] latin = "number,name\n1,house\n2,caf\u00e9\n3,tree\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("latin.csv"), latin);
        assertThatThrownBy(() -> Csv.read(file))
                .hasMessageContaining("latin.csv, line 3")
                .hasMessageContaining("not text in UTF-8");
    }
}
