package org.eddp.experiments.chess;

import java.util.List;

/**
 * Many seeds together; the content of {@code results.json} with {@code --seeds}.
 *
 * @param found seeds in which a detector has an IoU of at least 0.8 with the mark
 * @param passed seeds in which everything is as the paper says
 * @param randomDirections controls of all seeds
 * @param randomSuccesses those of them that gain 25 points on poisoned pictures and keep the clean ones
 * @param seeds one by one
 */
public record ChessSummary(int found, int passed, int randomDirections, int randomSuccesses, List<ChessResults> seeds) {
    /** Summarises at least one seed. */
    public static ChessSummary of(List<ChessResults> seeds) {
        return new ChessSummary(
                (int) seeds.stream().filter(r -> r.checks().found()).count(),
                (int) seeds.stream().filter(r -> r.checks().all()).count(),
                seeds.stream().mapToInt(r -> r.randomControls().size()).sum(),
                seeds.stream().mapToInt(ChessResults::randomSuccesses).sum(),
                List.copyOf(seeds));
    }
}
