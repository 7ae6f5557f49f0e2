package org.eddp.experiments.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.eddp.experiments.audit.FlawPictures.Drawn;
import org.eddp.experiments.audit.FlawPictures.Part;
import org.eddp.features.Grid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MarkedScenesTest {
    private static final int SIDE = 56;
    private static final Grid GRID = new Grid(7, 7);

    @ParameterizedTest
    @EnumSource(MarkedScenes.Kind.class)
    void picturesChangeOnlyWhereTheMarkIs(MarkedScenes.Kind kind) {
        MarkedScenes scenes = new MarkedScenes(kind, SIDE, 2, 1, 3);
        assertThat(scenes.flaw().classes()).hasSize(9);
        assertThat(scenes.labels(Part.TRAIN)).hasSize(18);
        assertThat(scenes.labels(Part.TEST)).hasSize(9);
        Drawn clean = scenes.draw(Part.TEST, 4, false, GRID);
        Drawn marked = scenes.draw(Part.TEST, 4, true, GRID);
        assertThat(clean.coverage()).isNull();
        assertThat(Arrays.stream(marked.coverage()).max().orElseThrow()).isGreaterThan(0.2);
        boolean[] changed = new boolean[GRID.cells()];
        for (int k = 0; k < clean.picture().rgb().length; k++) {
            int pixel = k / 3;
            int cell = pixel / SIDE * GRID.height() / SIDE * GRID.width() + pixel % SIDE * GRID.width() / SIDE;
            changed[cell] |= clean.picture().rgb()[k] != marked.picture().rgb()[k];
        }
        for (int cell = 0; cell < changed.length; cell++) {
            assertThat(changed[cell] || marked.coverage()[cell] < 0.2)
                    .as("%s, cell %d", kind, cell)
                    .isTrue();
        }
        boolean everywhere = kind == MarkedScenes.Kind.TINT;
        assertThat(Arrays.stream(marked.coverage()).allMatch(share -> share > 0))
                .isEqualTo(everywhere);
        assertThat(scenes.draw(Part.TEST, 4, true, GRID).picture().rgb())
                .isEqualTo(marked.picture().rgb());
    }
}
