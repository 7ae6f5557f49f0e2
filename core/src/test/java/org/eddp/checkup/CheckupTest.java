package org.eddp.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eddp.checkup.Checkup.CheckResult;
import org.eddp.files.json.Json;
import org.eddp.reference.ReferenceCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CheckupTest {
    @TempDir
    private Path folder;

    private static CheckResult find(List<CheckResult> findings, String name) {
        return findings.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void numbersAreThoseOfTheGoldenFile() {
        ReferenceCheck.Result result = ReferenceCheck.run();
        assertThat(result.quantities()).isGreaterThan(80);
        assertThat(result.errorInDouble()).isPositive().isLessThan(1e-9);
        assertThat(result.errorInFloat()).isBetween(1e-9, 1e-4);
        assertThat(result.isPassed()).isTrue();
    }

    /** The program carries some of the cases that the tests have. */
    @Test
    void theProgramsOwnCasesAreCasesOfTheGoldenFile() throws Exception {
        JsonNode all = Json.readTree(
                Path.of(CheckupTest.class.getResource("/golden/losses.json").toURI()));
        JsonNode own = Json.readTree(
                Path.of(ReferenceCheck.class.getResource("golden.json").toURI()));
        assertThat(own.at("/cases")).isNotEmpty().isSubsetOf(all.at("/cases"));
    }

    @Test
    void looksAtEverything() {
        List<CheckResult> findings = Checkup.of(folder);
        assertThat(findings)
                .extracting(CheckResult::name)
                .containsExactly(
                        "eddp",
                        "system",
                        "java",
                        "memory",
                        "cores",
                        "environment",
                        "native cache",
                        "disk",
                        "temporary files",
                        "engine",
                        "numbers");
        assertThat(find(findings, "engine").found()).startsWith("libtorch 2.");
        assertThat(find(findings, "numbers").good()).isTrue();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void homeIsNotNamed() throws IOException {
        Path home = Path.of(System.getProperty("user.home"));
        assertThat(Checkup.of(folder, () -> home.resolve("no-such-folder"), ReferenceCheck::run))
                .filteredOn(f -> f.name().equals("native cache"))
                .singleElement()
                .satisfies(f -> {
                    assertThat(f.found())
                            .startsWith("~/no-such-folder cannot be written")
                            .doesNotContain(home + "/");
                    assertThat(f.good()).isFalse();
                });
    }

    @Test
    void wrongNumbersAreBad() {
        ReferenceCheck.Result off = new ReferenceCheck.Result(10, 1e-6, 1e-3);
        CheckResult numbers = find(Checkup.of(folder, () -> folder, () -> off), "numbers");
        assertThat(numbers.good()).isFalse();
        assertThat(numbers.found()).contains("1.0e-06 in double");
        assertThat(numbers.advice()).contains("do not trust");
    }

    @Test
    void anEngineThatFailsIsBad() {
        CheckResult engine = Checkup.of(folder, () -> folder, () -> {
                    throw new UnsatisfiedLinkError("no libtorch here");
                })
                .stream()
                .filter(f -> !f.good())
                .findFirst()
                .orElseThrow();
        assertThat(engine.found()).isEqualTo("does not work: no libtorch here");
    }

    /** Without a cache the engine is not even tried. */
    @Test
    void aFolderThatCannotBeWrittenIsBad() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        List<CheckResult> findings = Checkup.of(file, () -> file, ReferenceCheck::run);
        Set<String> bad = new TreeSet<>();
        findings.stream().filter(f -> !f.good()).map(CheckResult::name).forEach(bad::add);
        assertThat(bad).containsExactly("disk", "native cache");
        assertThat(findings).extracting(CheckResult::name).doesNotContain("engine", "numbers");
    }
}
