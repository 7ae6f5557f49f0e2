package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.directions.RandomProblems;
import org.eddp.features.DenseFeatures;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.run.RunInProgress;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A checkpoint whose checksum is right and one of whose arrays is not: learning refuses it by name, or can go on from it. */
class DamagedCheckpointTest {
    private static final int WIDTH = 5;

    /**
     * What learning can do without: what was recorded of the steps so far, and what a further round would go back to, of which
     * there are none here.
     */
    private static final List<String> HARMLESS = List.of("history", "before.values", "before.cost");

    @TempDir
    private Path folder;

    private void learn(long stopAfter, boolean resume) {
        LearnOptions options = ShortRun.options(3, 7);
        RunInProgress run = new RunInProgress(folder, options, Map.of("features", "test"), resume, 1e9);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures x = RandomProblems.features(40, WIDTH, DType.FLOAT32, 3);
            new Learner(x, options)
                    .head(RandomProblems.head(WIDTH, 3, 4))
                    .workers(workers)
                    .monitor(new LearnerTest.StopAfter(stopAfter))
                    .checkpoints(run)
                    .learn();
        }
    }

    /** In the first start, the second, step (b) and step (d). */
    @ParameterizedTest
    @ValueSource(longs = {3, 9, 14, 19})
    void everyArrayInEveryWay(long stopAfter) {
        assertThatThrownBy(() -> learn(stopAfter, false)).isInstanceOf(Stopped.class);
        Path place = folder.resolve("checkpoint");
        SafetensorsFile sound = SafetensorsFile.read(place);
        List<String> leaks = new ArrayList<>();
        int refused = 0;
        for (String name : sound.names()) {
            for (Map.Entry<String, SafetensorsFile> damage :
                    damaged(sound, name).entrySet()) {
                damage.getValue().write(place);
                String what = name + " " + damage.getKey();
                try {
                    learn(stopAfter + 1, true);
                } catch (Stopped e) {
                    if (!HARMLESS.contains(name)) {
                        leaks.add(what + " was taken");
                    }
                } catch (FileFailure e) {
                    refused++;
                    if (!e.getMessage().contains(place.toString())
                            || e.getMessage().lines().count() > 1) {
                        leaks.add(what + ": " + e.getMessage());
                    }
                } catch (RuntimeException e) {
                    leaks.add(what + ": " + e);
                }
            }
        }
        assertThat(leaks).isEmpty();
        assertThat(refused).isGreaterThan(15);
    }

    /** The file with one array damaged, by the kind of damage. */
    private static Map<String, SafetensorsFile> damaged(SafetensorsFile sound, String name) {
        Map<String, SafetensorsFile> all = new LinkedHashMap<>();
        all.put("missing", with(sound, name, null));
        if (sound.shape(name)[0] > 0) { // no start is finished in the first
            all.put("empty", with(sound, name, new double[0]));
        }
        all.put("empty, of whole numbers", with(sound, name, new long[0]));
        all.put("of one number too many", with(sound, name, longer(sound, name)));
        if (!sound.isReal(name)) {
            long[] values = sound.integers(name);
            for (int i = 0; i < values.length; i++) {
                for (long other : new long[] {-2, -1, Integer.MAX_VALUE, Long.MAX_VALUE}) {
                    long[] changed = values.clone();
                    changed[i] = other;
                    if (values[i] != other) { // no start is the best before one is finished
                        all.put("[" + i + "] = " + other, with(sound, name, changed));
                    }
                }
            }
        }
        return all;
    }

    private static Object longer(SafetensorsFile sound, String name) {
        if (!sound.isReal(name)) {
            long[] values = sound.integers(name);
            return Arrays.copyOf(values, values.length + 1);
        }
        double[] values = sound.reals(name);
        return Arrays.copyOf(values, values.length + 1);
    }

    private static SafetensorsFile with(SafetensorsFile sound, String name, Object value) {
        SafetensorsFile file = new SafetensorsFile();
        for (String other : sound.names()) {
            add(file, other, other.equals(name) ? value : content(sound, other));
        }
        sound.metadata().forEach(file::note);
        return file;
    }

    private static Object content(SafetensorsFile sound, String name) {
        return !sound.isReal(name)
                ? sound.integers(name)
                : sound.shape(name).length == 2 ? sound.matrix(name) : sound.reals(name);
    }

    private static void add(SafetensorsFile file, String name, Object value) {
        if (value instanceof long[] whole) {
            file.add(name, whole);
        } else if (value instanceof double[] reals) {
            file.add(name, reals);
        } else if (value instanceof Matrix matrix) {
            file.add(name, matrix);
        }
    }
}
