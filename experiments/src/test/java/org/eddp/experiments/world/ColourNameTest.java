package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColourNameTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, BLACK",
        "1, 1, 1, WHITE",
        "0.5, 0.5, 0.5, GREY",
        "0.9, 0.1, 0.1, RED",
        "1, 0.55, 0.05, ORANGE",
        "0.45, 0.28, 0.12, BROWN",
        "0.95, 0.9, 0.2, YELLOW",
        "0.1, 0.6, 0.2, GREEN",
        "0.1, 0.3, 0.9, BLUE",
        "0.5, 0.1, 0.7, PURPLE",
        "1, 0.6, 0.7, PINK"
    })
    void namesWhatPeopleWouldSay(double red, double green, double blue, ColourName name) {
        assertThat(ColourName.of(red, green, blue)).isEqualTo(name);
    }
}
