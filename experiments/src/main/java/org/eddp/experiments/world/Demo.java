package org.eddp.experiments.world;

import java.nio.file.Path;
import java.util.List;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.study.FirstLook;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.Steps;

/**
 * A small world and a network trained on it, for a first look without files of the user.
 *
 * @param trained the network
 * @param pictures annotated dataset that it was trained on
 * @param classNames file with the names of its classes
 */
public record Demo(WorldExperiment.Trained trained, Path pictures, Path classNames) {
    private static final int SIZE = 64;

    private static final WorldOptions OPTIONS = new WorldOptions(
            new WorldOptions.Pictures(1200, 300, SIZE, SIZE / 2, 1),
            new WorldOptions.Network(SIZE, SIZE, Trainer.Options.DEFAULT.withEpochs(15)),
            1);

    /**
     * Draws the pictures and trains the network, unless that is done.
     *
     * @param folder of everything
     * @param threads number of threads; results do not depend on it
     */
    public static Demo make(Path folder, int threads, Monitor monitor) {
        WorldExperiment.Trained trained = WorldExperiment.train(folder, OPTIONS, threads, new Watched(monitor));
        Path names = folder.resolve("classes.txt");
        AtomicFile.writeString(
                names,
                String.join(
                                "\n",
                                WorldNetwork.Card.read(folder.resolve("network"))
                                        .classes()) + "\n");
        return new Demo(trained, folder.resolve("dataset"), names);
    }

    /** The file of the network. */
    public Path network() {
        return trained.file();
    }

    /** Options of the look at it; the program chooses layer and number of concepts. */
    public FirstLook.Options look(int threads, Request request) {
        return FirstLook.Options.DEFAULT
                .withPreprocessing(InputChoice.of(trained.preprocessing()))
                .withClassNames(classNames)
                .withLearning(Learning.Options.of(null).withThreads(threads).withRequest(request));
    }

    /** The words of the command that explains the first picture. */
    public List<String> explanation(Path run) {
        Path picture = ImageList.of(pictures).entries().get(0).path();
        return List.of("explain", "--run", run.toString(), "--image", picture.toString());
    }

    /** Shows the drawing and the training to the monitor of the demo. */
    private static final class Watched implements WorldExperiment.Observer {
        private static final int STAGES = 2;

        private final Monitor monitor;
        private int stages;

        Watched(Monitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public Request request(Steps.Step step) {
            return Request.PROGRAM;
        }

        @Override
        public void onProgress(long done, long total) {
            monitor.onProgress(done, total);
        }

        @Override
        public Stage stage(String name, long total) {
            stages++;
            return monitor.stage("demo, " + stages + " of " + STAGES + ": " + name, total);
        }

        @Override
        public void remark(String text) {
            monitor.remark(text);
        }

        @Override
        public boolean stopRequested() {
            return monitor.stopRequested();
        }
    }
}
