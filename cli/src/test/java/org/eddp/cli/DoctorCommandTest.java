package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;

import java.nio.file.Path;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DoctorCommandTest {
    @TempDir
    private Path folder;

    @Test
    void saysWhatIsThereAndThatNumbersAreRight() {
        Path json = folder.resolve("doctor.json");
        RunCommands.Outcome outcome = eddp("doctor", "--json", json.toString());
        RunCommands.ok(outcome);
        assertThat(outcome.out())
                .contains(
                        "java ",
                        "memory ",
                        "cores ",
                        "native cache ",
                        "disk ",
                        "libtorch ",
                        "golden values",
                        "All is well.");
        JsonNode report = Json.readTree(json);
        assertThat(report.at("/good").asBoolean()).isTrue();
        assertThat(report.at("/findings").size()).isEqualTo(11);
    }
}
