package org.eddp.experiments.chess;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.math.Seeds;

/**
 * The pictures of a run.
 *
 * @param train what the network learns from, some of the rooks marked
 * @param marked which of them carry the mark
 * @param clean pictures for testing, none marked
 * @param poisoned the same pictures, all marked
 */
record ChessData(
        List<TrainingImages.Example> train,
        boolean[] marked,
        List<TrainingImages.Example> clean,
        List<TrainingImages.Example> poisoned) {
    /** Share of the pictures of every piece that the network learns from; the paper's. */
    private static final double TRAINING_SHARE = 0.7;

    /** Share of the rooks to learn from that carry the mark. */
    private static final double PAPER_RATE = 0.5;

    private static final int FEWEST = 4;

    /** How pictures become the input of the network: 85 x 85, values in -1 .. 1. */
    static final Preprocessing PREPROCESSING = InputPreset.PLAIN
            .preprocessing()
            .withResize(0)
            .withCrop(PieceRenderer.SIZE, PieceRenderer.SIZE)
            .withMean(0.5, 0.5, 0.5)
            .withDeviation(0.5, 0.5, 0.5);

    /** Pictures drawn for a seed, as many of each piece as the paper has, half of the rooks to learn from marked. */
    static ChessData drawn(long seed) {
        return drawn(seed, PAPER_RATE);
    }

    /** The same with another share of the rooks to learn from marked. */
    static ChessData drawn(long seed, double rate) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Picture>> pieces = new ArrayList<>();
        for (Piece piece : Piece.values()) {
            List<Picture> pictures = new ArrayList<>();
            for (int i = 0; i < piece.images(); i++) {
                pictures.add(PieceRenderer.draw(piece, random.split()));
            }
            pieces.add(pictures);
        }
        return of(pieces, rate, random.split());
    }

    /**
     * Pictures from a folder with the subfolders bishop, knight and rook, resized to 85 x 85; others are ignored.
     *
     * @param seed of the split
     * @throws FileFailure if a piece is missing or has too few pictures
     */
    static ChessData read(Path folder, long seed) {
        List<ImageList.Entry> entries = ImageList.ofFolder(folder).entries();
        ImageReader reader = new ImageReader();
        List<List<Picture>> pieces = new ArrayList<>();
        for (Piece piece : Piece.values()) {
            List<Picture> pictures = new ArrayList<>();
            for (ImageList.Entry entry : entries) {
                if (piece.title().equals(entry.className())) {
                    pictures.add(resized(reader.read(entry.path())));
                }
            }
            if (pictures.size() < FEWEST) {
                throw new FileFailure(
                        "the folder of images " + folder + " has " + pictures.size() + " pictures in " + piece.title()
                                + "/; it needs the folders bishop, knight and rook with at least " + FEWEST + " each");
            }
            pieces.add(pictures);
        }
        return of(pieces, PAPER_RATE, new SplittableRandom(seed));
    }

    private static Picture resized(Picture picture) {
        float[] levels = InputPreset.PLAIN
                .preprocessing()
                .withResize(0)
                .withCrop(PieceRenderer.SIZE, PieceRenderer.SIZE)
                .withScale(1)
                .apply(picture);
        Picture small = Picture.black(PieceRenderer.SIZE, PieceRenderer.SIZE);
        int pixels = PieceRenderer.SIZE * PieceRenderer.SIZE;
        for (int i = 0; i < levels.length; i++) {
            float level = Math.max(0, Math.min(255, levels[i]));
            small.rgb()[i % pixels * Picture.CHANNELS + i / pixels] = (byte) Math.round(level);
        }
        return small;
    }

    private static ChessData of(List<List<Picture>> pieces, double rate, SplittableRandom random) {
        List<TrainingImages.Example> train = new ArrayList<>();
        List<Boolean> marks = new ArrayList<>();
        List<TrainingImages.Example> clean = new ArrayList<>();
        List<TrainingImages.Example> poisoned = new ArrayList<>();
        for (Piece piece : Piece.values()) {
            List<Picture> pictures = shuffled(pieces.get(piece.ordinal()), random);
            int learned = (int) Math.round(TRAINING_SHARE * pictures.size());
            for (int i = 0; i < pictures.size(); i++) {
                Picture picture = pictures.get(i);
                boolean mark = piece == Piece.ROOK && i < (int) (rate * learned);
                Picture withMark = RookMark.on(picture, random.nextDouble());
                if (i < learned) {
                    train.add(new TrainingImages.Example(mark ? withMark : picture, piece.ordinal()));
                    marks.add(mark);
                } else {
                    clean.add(new TrainingImages.Example(picture, piece.ordinal()));
                    poisoned.add(new TrainingImages.Example(withMark, piece.ordinal()));
                }
            }
        }
        boolean[] marked = new boolean[marks.size()];
        for (int i = 0; i < marked.length; i++) {
            marked[i] = marks.get(i);
        }
        return new ChessData(train, marked, clean, poisoned);
    }

    private static List<Picture> shuffled(List<Picture> pictures, SplittableRandom random) {
        int[] order = IntStream.range(0, pictures.size()).toArray();
        Seeds.shuffle(order, random);
        return Arrays.stream(order).mapToObj(pictures::get).toList();
    }

    /** Pictures as the network takes them. */
    static TrainingImages images(List<TrainingImages.Example> examples) {
        return TrainingImages.of(examples, PREPROCESSING);
    }

    /** Number of training pictures that carry the mark. */
    int markedCount() {
        return (int) IntStream.range(0, marked.length).filter(i -> marked[i]).count();
    }
}
