package org.eddp.experiments.chess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.run.KnownLocations;
import org.eddp.run.NewRun;
import org.eddp.run.Run;
import org.eddp.study.Naming;
import org.eddp.tensor.Workers;

/**
 * The pictures of a trial as files, so that its run can be used like any other: {@code pictures/train} the network and
 * the directions learned from, {@code pictures/clean} and {@code pictures/marked} are for testing, without the mark and
 * with it.
 *
 * @param folder of the trial
 */
record ChessFiles(Path folder) {
    private static final String TRAIN = "train";
    private static final String CLEAN = "clean";
    private static final String MARKED = "marked";

    /** Writes the pictures and the names of the classes. */
    static ChessFiles write(Path folder, ChessData data) {
        ChessFiles files = new ChessFiles(folder);
        files.write(TRAIN, data.train());
        files.write(CLEAN, data.clean());
        files.write(MARKED, data.poisoned());
        AtomicFile.writeString(
                files.classes(),
                Arrays.stream(Piece.values()).map(Piece::title).collect(Collectors.joining("\n", "", "\n")));
        return files;
    }

    /** Numbered, so that files have the order of the pictures. */
    private void write(String name, List<TrainingImages.Example> examples) {
        for (Piece piece : Piece.values()) {
            clear(Folders.prepare(place(name).resolve(piece.title())));
        }
        for (int i = 0; i < examples.size(); i++) {
            TrainingImages.Example example = examples.get(i);
            byte[] png = example.picture().png();
            AtomicFile.write(
                    place(name)
                            .resolve(Piece.values()[example.label()].title())
                            .resolve(String.format(Locale.ROOT, "%04d.png", i)),
                    stream -> stream.write(png));
        }
    }

    /** Deletes pictures of an earlier trial, which would otherwise be mixed with the new ones. */
    private static void clear(Path pictures) {
        try (Stream<Path> files = Files.list(pictures)) {
            for (Path file : files.toList()) {
                if (FileNames.last(file).matches("\\d{4,}\\.png")) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw FileFailure.writing(pictures, e);
        }
    }

    private Path place(String name) {
        return folder.resolve("pictures").resolve(name);
    }

    private Path classes() {
        return folder.resolve("classes.txt");
    }

    /** Features of the pictures the directions are learned from, as a set that every command can use. */
    FeatureSet extract(Path file, Network network, PatchLayer layer, Workers workers) {
        return FeatureExtraction.run(
                folder.resolve("features"),
                new FeatureExtraction.Source(
                        file, network, layer, ImageList.ofFolder(place(TRAIN)), ChessData.PREPROCESSING),
                FeatureExtraction.Options.DEFAULT.withOverwrite(true),
                workers,
                Monitor.NONE);
    }

    /** Records the locations of the files, and names the concept of the mark "mark". */
    void name(int mark) {
        NewRun.writeOrigin(folder, FeatureSet.open(folder.resolve("features")), null);
        new KnownLocations(Map.of(CLEAN, place(CLEAN), MARKED, place(MARKED))).addTo(folder);
        Run.Options named = Run.Options.DEFAULT.withClassNames(classes()).withThreads(1);
        try (Run run = Run.open(folder, named, Monitor.NONE)) {
            run.keepClassNames();
            Naming.byHand(run, mark, "mark");
        }
    }
}
