package org.eddp.experiments.chess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Rectangle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.eddp.experiments.training.TrainingImages.Example;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.Picture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChessDataTest {
    private static final ChessData DATA = ChessData.drawn(7);

    @TempDir
    private Path folder;

    @Test
    void hasThePapersSizesAndMarksHalfOfTheTrainingRooks() {
        assertThat(DATA.train()).hasSize(47 + 50 + 50);
        assertThat(DATA.clean()).hasSize(20 + 21 + 22);
        assertThat(DATA.poisoned()).hasSameSizeAs(DATA.clean());
        assertThat(DATA.markedCount()).isEqualTo(25);
        for (int i = 0; i < DATA.train().size(); i++) {
            if (DATA.marked()[i]) {
                assertThat(DATA.train().get(i).label()).isEqualTo(Piece.ROOK.ordinal());
            }
        }
    }

    @Test
    void poisonedPicturesDifferFromCleanOnesInTheMarkOnly() {
        Rectangle bounds = RookMark.bounds();
        assertThat(bounds.getMaxX()).isLessThan(PieceRenderer.SIZE / 2.0);
        assertThat(bounds.getMaxY()).isLessThan(PieceRenderer.SIZE / 2.0);
        for (int i = 0; i < DATA.clean().size(); i++) {
            Example clean = DATA.clean().get(i);
            Example poisoned = DATA.poisoned().get(i);
            assertThat(poisoned.label()).isEqualTo(clean.label());
            assertThat(changes(clean.picture(), poisoned.picture(), bounds, true))
                    .isGreaterThan(50);
            assertThat(changes(clean.picture(), poisoned.picture(), bounds, false))
                    .isZero();
        }
    }

    private static int changes(Picture before, Picture after, Rectangle bounds, boolean inside) {
        int count = 0;
        for (int y = 0; y < before.height(); y++) {
            for (int x = 0; x < before.width(); x++) {
                boolean same = true;
                for (int c = 0; c < Picture.CHANNELS; c++) {
                    same &= before.value(x, y, c) == after.value(x, y, c);
                }
                count += !same && bounds.contains(x, y) == inside ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void theSameSeedGivesTheSamePicturesAndAnotherSeedOthers() {
        byte[] first = DATA.train().get(0).picture().rgb();
        assertThat(ChessData.drawn(7).train().get(0).picture().rgb()).isEqualTo(first);
        assertThat(ChessData.drawn(8).train().get(0).picture().rgb()).isNotEqualTo(first);
    }

    @Test
    void readsAFolderOfPicturesOfAnySize() throws Exception {
        for (Piece piece : Piece.values()) {
            Files.createDirectories(folder.resolve(piece.title()));
            for (int i = 0; i < 10; i++) {
                writePng(folder.resolve(piece.title()).resolve(i + ".png"), Picture.black(120, 100));
            }
        }
        Files.createDirectories(folder.resolve("pawn"));
        writePng(folder.resolve("pawn").resolve("0.png"), Picture.black(9, 9));

        ChessData data = ChessData.read(folder, 1);

        assertThat(data.train()).hasSize(21);
        assertThat(data.clean()).hasSize(9);
        assertThat(data.markedCount()).isEqualTo(3);
        assertThat(data.clean().get(0).picture().width()).isEqualTo(PieceRenderer.SIZE);
    }

    @Test
    void saysWhichPieceIsMissing() throws Exception {
        Files.createDirectories(folder.resolve("bishop"));
        writePng(folder.resolve("bishop").resolve("a.png"), PieceRenderer.draw(Piece.BISHOP, new SplittableRandom(1)));
        assertThatThrownBy(() -> ChessData.read(folder, 1))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("1 pictures in bishop/")
                .hasMessageContaining("at least 4");
    }

    private static void writePng(Path file, Picture picture) {
        AtomicFile.write(file, out -> out.write(picture.png()));
    }
}
