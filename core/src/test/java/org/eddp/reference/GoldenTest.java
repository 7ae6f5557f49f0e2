package org.eddp.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.eddp.files.json.Json;
import org.eddp.tensor.DType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reference number, in double to 1e-9 and in float to 1e-4. */
class GoldenTest {

    static Stream<Verification.Case> cases() throws Exception {
        Path file = Path.of(GoldenTest.class.getResource("/golden/losses.json").toURI());
        return Json.readTolerantly(file, Verification.Case.File.class).cases().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyQuantityInDouble(Verification.Case reference) {
        Map<String, Double> errors = Verification.errors(reference, DType.FLOAT64);
        assertThat(errors).hasSizeGreaterThan(40);
        assertThat(errors)
                .allSatisfy((name, error) -> assertThat(error).as(name).isLessThan(1e-9));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyQuantityInFloat(Verification.Case reference) {
        Map<String, Double> errors = Verification.errors(reference, DType.FLOAT32);
        assertThat(errors)
                .allSatisfy((name, error) -> assertThat(error).as(name).isLessThan(1e-4));
    }
}
