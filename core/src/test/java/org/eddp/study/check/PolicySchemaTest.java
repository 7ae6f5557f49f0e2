package org.eddp.study.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eddp.failure.Failure;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The schema that editors use agrees with the reader of policies. */
class PolicySchemaTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final JsonNode SCHEMA = Json.readTree(DOCS.resolve("policy.schema.json"));

    @TempDir
    private Path folder;

    private Path file(String policy) throws IOException {
        return Files.writeString(folder.resolve("policy.json"), policy);
    }

    static Stream<String> documented() throws IOException {
        List<String> policies = new ArrayList<>(Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCS.resolve("check.md")))
                .results()
                .map(block -> block.group(1))
                .toList());
        policies.add(Files.readString(DOCS.resolve("examples/release-gate/policy.json")));
        assertThat(policies).hasSizeGreaterThanOrEqualTo(2);
        return policies.stream();
    }

    @ParameterizedTest
    @MethodSource("documented")
    void documentedPoliciesAreAccepted(String policy) throws IOException {
        Path file = file(policy);
        assertThat(SmallSchema.problems(SCHEMA, Json.readTree(file))).isEmpty();
        assertThat(Policy.read(file)).isNotEqualTo(Policy.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"$schema\": \"policy.schema.json\"}",
                "{\"suspect\": {\"maximumScore\": 0}}",
                "{\"suspects\": {}}",
                "{\"suspects\": {\"maximumScore\": -1}}",
                "{\"suspects\": {\"maximumScore\": \"0\"}}",
                "{\"suspects\": {\"maximumScore\": 0, \"minimumScore\": 0}}",
                "{\"reliance\": []}",
                "{\"reliance\": {\"class\": \"0\", \"concept\": \"0\", \"maximum\": 1}}",
                "{\"reliance\": [{\"class\": 0, \"concept\": \"0\", \"maximum\": 1}]}",
                "{\"reliance\": [{\"class\": \"0\", \"maximum\": 1}]}",
                "{\"masks\": [{\"images\": \"a\", \"masks\": \"b\", \"minimum\": 0}]}",
                "{\"masks\": [{\"images\": \"a\", \"masks\": \"b\", \"minimum\": 1.1}]}",
                "{\"masks\": [{\"images\": \"a\", \"minimum\": 0.5}]}",
                "{\"masks\": [{\"images\": \"\", \"masks\": \"b\", \"minimum\": 0.5}]}",
                "{\"lost\": {\"against\": \"a\", \"maximum\": -1}}",
                "{\"lost\": {\"against\": \"a\", \"maximum\": 0.5}}"
            })
    void otherPoliciesAreRefusedByBoth(String policy) throws IOException {
        Path file = file(policy);
        assertThat(SmallSchema.problems(SCHEMA, Json.readTree(file))).isNotEmpty();
        assertThatThrownBy(() -> Policy.read(file)).isInstanceOf(Failure.class).hasMessageContaining("policy.json");
    }

    @Test
    void foldersMayHaveColonsInTheirNames() throws IOException {
        Policy policy = Policy.read(file("{\"lost\": {\"against\": \"runs/2026-01-31T12:00\", \"maximum\": 0}}"));
        assertThat(policy.lost().against()).isEqualTo(Path.of("runs/2026-01-31T12:00"));
    }
}
