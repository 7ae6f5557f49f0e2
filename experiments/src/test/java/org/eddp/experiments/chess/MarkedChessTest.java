package org.eddp.experiments.chess;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedChessTest {
    @TempDir
    private Path folder;

    private MarkedChess train(double rate, Workers workers) {
        return MarkedChess.train(
                folder.resolve("net.onnx"), new ChessOptions(null, 2, 1, 5), rate, workers, Monitor.NONE);
    }

    @Test
    void onlyTheAskedShareOfRooksIsMarked() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            MarkedChess twin = train(0, workers);
            MarkedChess flawed = train(0.5, workers);
            int rooks = (int) Arrays.stream(flawed.train().labels())
                    .filter(k -> k == MarkedChess.ROOK)
                    .count();
            assertThat(twin.train().shown().isEmpty()).isTrue();
            assertThat(flawed.train().shown().cardinality()).isEqualTo(rooks / 2);
            int cells = flawed.train().features().grid().cells();
            assertThat(flawed.train().shown().stream())
                    .allMatch(p -> p % cells == 0 && flawed.train().labels()[p / cells] == MarkedChess.ROOK);
            assertThat(flawed.clean().shown().isEmpty()).isTrue();
            assertThat(flawed.marked().shown().cardinality())
                    .isEqualTo(flawed.marked().labels().length);
            assertThat(flawed.marked().labels()).isEqualTo(flawed.clean().labels());
        }
    }
}
