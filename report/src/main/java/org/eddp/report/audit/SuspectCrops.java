package org.eddp.report.audit;

import java.util.List;
import java.util.function.Function;
import org.eddp.audit.Suspect;
import org.eddp.failure.Failure;
import org.eddp.images.decode.Picture;
import org.eddp.monitor.Monitor;
import org.eddp.report.Crop;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;

/** Crops of the example pictures of suspects. */
final class SuspectCrops implements Function<Suspect, List<Crop>> {
    private final Run run;
    private final Monitor monitor;
    private boolean missing;

    /**
     * Crops of a run.
     *
     * @param monitor is told if pictures or features are gone
     */
    SuspectCrops(Run run, Monitor monitor) {
        this.run = run;
        this.monitor = monitor;
    }

    /** The crops, the strongest first; none if pictures or features are gone. */
    @Override
    public List<Crop> apply(Suspect suspect) {
        if (missing) {
            return List.of();
        }
        try {
            RunPictures pictures = run.pictures();
            return suspect.examples().stream()
                    .map(example -> crop(pictures, suspect, example))
                    .toList();
        } catch (Failure e) {
            monitor.remark("the page has no pictures: " + e.getMessage());
            missing = true;
            return List.of();
        }
    }

    private Crop crop(RunPictures pictures, Suspect suspect, Suspect.Example example) {
        Picture picture = pictures.picture(example.picture());
        double[][] scores = Crop.scores(
                run.features(),
                run.directions().detectors(),
                suspect.concepts().get(0).number(),
                example.picture());
        raise(scores, example.row(), example.column());
        return Crop.of(picture, pictures.preprocessing().box(picture.width(), picture.height()), scores);
    }

    /**
     * Makes a cell the strongest one. The audit refits the detector to the class, and its strongest cell need not be that
     * of the detector of the run, whose regions are outlined.
     */
    static void raise(double[][] scores, int row, int column) {
        double most = 0;
        for (double[] line : scores) {
            for (double score : line) {
                most = Math.max(most, score);
            }
        }
        if (scores[row][column] < most || most == 0) {
            scores[row][column] = most == 0 ? 1 : 1.001 * most;
        }
    }
}
