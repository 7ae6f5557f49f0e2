package org.eddp.files.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class CsvFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        "name,number\nred,1\nblue,2\n",
                        "\ufeffname , number\r\n\"a \"\"b\"\", c\", 3\r\n\r\n",
                        "# a comment\rname,number\r\"x\ny\",7",
                        "name,name\n",
                        "name,number\na,1,2\n",
                        "name,number\na,99999999999\n",
                        "\"open",
                        "\"closed\" rest\n",
                        ",,,\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("fuzzed.csv", content, Csv::read);
        FuzzedFile.check("fuzzed.csv", content, Csv::readWithComments);
        FuzzedFile.check("fuzzed.csv", content, CsvFuzz::table);
    }

    private static void table(Path file) {
        Csv.Table table = Csv.Table.read(file, "name", "number");
        for (Csv.Row row : table.rows()) {
            table.text(row, "name");
            table.number(row, "number", 0, 100);
        }
    }
}
