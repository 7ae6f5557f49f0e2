package org.eddp.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Small tokenizers of the four kinds, trained with Hugging Face's library, and what it makes of some words. */
class TokenizerTest {
    static final Path FILES = Path.of("src/test/resources/org/eddp/words");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"clip", "roberta", "bert", "unigram"})
    void wordsBecomeTheSameNumbers(String kind) {
        Tokenizer tokenizer = Tokenizer.read(FILES.resolve("tokenizer-" + kind + ".json"));
        JsonNode expected =
                Json.readTree(FILES.resolve("tokenizers-expected.json")).get(kind);
        assertThat(expected).hasSizeGreaterThan(5);
        expected.propertyStream()
                .forEach(word -> assertThat(tokenizer.encode(word.getKey()))
                        .as(word.getKey())
                        .containsExactly(word.getValue()
                                .valueStream()
                                .mapToInt(JsonNode::intValue)
                                .toArray()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"type\":\"BPE\"; \"type\":\"Magic\"; Magic",
                "\"type\":\"Lowercase\"; \"type\":\"Shout\"; Shout",
                "\"type\":\"ByteLevel\"; \"type\":\"Dice\"; Dice",
                "\"type\":\"RobertaProcessing\"; \"type\":\"Frame\"; Frame",
                "\"vocab\":; \"words\":; vocab",
                "[\"<|endoftext|>\",1]; [\"<|endoftext|>\",\"x\"]; post_processor",
                "\"Removed\"; \"Sometimes\"; Sometimes",
                "\\\\s+; (; pattern",
            })
    void whatIsNotUnderstoodIsNamed(String part, String changed, String said) throws IOException {
        String text = Files.readString(FILES.resolve("tokenizer-clip.json"));
        assertThat(text).contains(part);
        Path file = Files.writeString(folder.resolve("tokenizer.json"), text.replace(part, changed));
        assertThatThrownBy(() -> Tokenizer.read(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll("tokenizer.json", said);
    }

    @Test
    void cutShortIsSaid() throws IOException {
        String text = Files.readString(FILES.resolve("tokenizer-bert.json"));
        for (int length = 1; length < text.length() - 1; length += text.length() / 20) {
            Path file = Files.writeString(folder.resolve("tokenizer.json"), text.substring(0, length));
            assertThatThrownBy(() -> Tokenizer.read(file)).isInstanceOf(FileFailure.class);
        }
    }
}
