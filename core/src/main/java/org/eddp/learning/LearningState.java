package org.eddp.learning;

import java.util.Arrays;
import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.directions.step.SignalMoments;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.math.Adam;
import org.eddp.tensor.Matrix;

/**
 * Everything that learning needs to continue after an interruption: the position, the parameters, the optimiser, the
 * multipliers, the running moments, the finished starts and the history. Randomness needs no state: every draw is a
 * function of the seed and the step.
 */
public final class LearningState {
    int phase;
    int step;
    int rounds;
    double[] values;
    /** Parameters at the end of the last round, and their cost; empty in the first round. */
    private double[] valuesBefore = {};

    double costBefore;
    Adam adam;
    double[] multipliers;
    SignalMoments moments;
    double[] starts = {};
    double bestMerit = Double.POSITIVE_INFINITY;
    int bestRestart = -1;
    History history = new History();
    /** The file it was read from; null if learning began in this process. */
    private SafetensorsFile file;

    LearningState() {}

    void enter(int newPhase, double[] parameters) {
        multipliers = new double[Term.values().length];
        goOn(newPhase, parameters);
    }

    /** Enters the next phase; constraints keep their multipliers. */
    void goOn(int newPhase, double[] parameters) {
        phase = newPhase;
        step = 0;
        rounds = 0;
        valuesBefore = new double[0];
        values = parameters;
        adam = new Adam(parameters.length);
        moments = null;
    }

    /**
     * Starts a further round, and stores the parameters before it.
     *
     * @param cost of these parameters
     */
    void beginRound(double cost) {
        valuesBefore = values.clone();
        costBefore = cost;
        rounds++;
    }

    /** Restores the parameters before the last round. */
    void undoRound() {
        System.arraycopy(valuesBefore, 0, values, 0, values.length);
    }

    /** Keeps the parameters of a finished start of step (a). */
    void addStart(double[] parameters) {
        int before = starts.length;
        starts = Arrays.copyOf(starts, before + parameters.length);
        System.arraycopy(parameters, 0, starts, before, parameters.length);
    }

    /** The parameters of a finished start; all starts have the same number of them. */
    double[] start(int restart, int restarts) {
        int size = starts.length / restarts;
        return Arrays.copyOfRange(starts, restart * size, (restart + 1) * size);
    }

    void keepMultipliers(Map<Term, Double> current) {
        current.forEach((term, value) -> multipliers[term.ordinal()] = value);
    }

    void restoreMultipliers(Map<Term, Double> into) {
        into.replaceAll((term, value) -> multipliers[term.ordinal()]);
    }

    /** The state as a file, to resume from. */
    public SafetensorsFile toFile() {
        SafetensorsFile file = new SafetensorsFile()
                .add("position", new long[] {phase, step, bestRestart, rounds})
                .add("values", values)
                .add("before.values", valuesBefore)
                .add("before.cost", new double[] {costBefore})
                .add("adam.first", adam.first())
                .add("adam.second", adam.second())
                .add("multipliers", multipliers)
                .add("starts", starts)
                .add("best.merit", new double[] {bestMerit})
                .add("history", history.flat());
        if (moments != null) {
            file.add("moments.weight", moments.weight())
                    .add("moments.meanX", moments.meanX())
                    .add("moments.meanZ", moments.meanZ())
                    .add("moments.products", moments.products())
                    .add("moments.squares", moments.squares());
        }
        return file;
    }

    /** Reads a file that {@link #toFile} wrote. */
    public static LearningState of(SafetensorsFile file) {
        LearningState state = new LearningState();
        state.file = file;
        long[] position = file.integers("position");
        if (position.length != 4 || !inRange(position)) {
            throw file.damaged("array 'position' is " + Arrays.toString(position)
                    + ", which is not a valid phase, step, best start and round");
        }
        state.phase = (int) position[0];
        state.step = (int) position[1];
        state.bestRestart = (int) position[2];
        state.rounds = (int) position[3];
        state.values = file.reals("values");
        int size = state.values.length;
        if (state.rounds > 0) {
            state.valuesBefore = file.reals("before.values", size);
            state.costBefore = file.reals("before.cost", 1)[0];
        }
        state.adam = new Adam(file.reals("adam.first", size), file.reals("adam.second", size));
        state.multipliers = file.reals("multipliers", Term.values().length);
        state.bestMerit = file.reals("best.merit", 1)[0];
        state.history = History.of(file.reals("history"));
        state.starts = file.reals("starts");
        if (file.names().stream().anyMatch(name -> name.startsWith("moments."))) {
            double[] weight = file.reals("moments.weight");
            Matrix meanX = file.matrix("moments.meanX");
            state.moments = new SignalMoments(
                    weight,
                    file.matrix("moments.meanX", weight.length, meanX.columns()),
                    file.reals("moments.meanZ", weight.length),
                    file.matrix("moments.products", weight.length, meanX.columns()),
                    file.reals("moments.squares", weight.length));
        }
        return state;
    }

    /** Only the number of the best start may be negative: none yet. */
    private static boolean inRange(long[] position) {
        for (int i = 0; i < position.length; i++) {
            if (position[i] < (i == 2 ? -1 : 0) || position[i] > Integer.MAX_VALUE) {
                return false;
            }
        }
        return true;
    }

    /**
     * Checks that learning can resume: an undamaged file may still belong to other options.
     *
     * @param phases of the plan, the random starts first
     * @param restarts random starts
     * @param startSize parameters of one
     */
    void checkPlace(int phases, int restarts, int startSize) {
        int finished = Math.min(phase, restarts);
        boolean known = finished == 0 ? bestRestart < 0 : bestRestart >= 0 && bestRestart < finished;
        if (phase >= phases || !known || starts.length != (long) finished * startSize) {
            throw file.damaged("it stands in phase " + phase + " of " + phases + " with start " + bestRestart + " of "
                    + finished + " as the best and " + starts.length + " numbers of starts");
        }
    }

    /**
     * Checks that step and round are possible in the phase.
     *
     * @param most further rounds of the phase
     */
    void checkSteps(Rounds schedule, int most) {
        if (rounds > most || step > schedule.steps(rounds)) {
            throw file.damaged("it stands at step " + step + " of round " + rounds + ", and the phase has "
                    + schedule.steps(most) + " steps in all of its " + most + " further rounds");
        }
    }

    /** Checks that the parameters are those of the phase. */
    void checkSizes(int parameters, int concepts, int width) {
        if (values.length != parameters) {
            throw file.damaged("array 'values' has " + values.length + " numbers, the options make it " + parameters);
        }
        if (moments != null
                && (moments.weight().length != concepts || moments.meanX().columns() != width)) {
            throw file.damaged("the moments are of " + moments.weight().length + " concepts and "
                    + moments.meanX().columns() + " features, the options make it " + concepts + " and " + width);
        }
    }

    /** Storage for the state of learning, to resume after an interruption. */
    public interface Store {
        /** Stores nothing. */
        Store NONE = new Store() {
            @Override
            public LearningState load() {
                return null;
            }

            @Override
            public boolean due() {
                return false;
            }

            @Override
            public void save(LearningState state) {}
        };

        /** The state to resume from, or null to start from the beginning. */
        LearningState load();

        /** Whether it is time to save. */
        boolean due();

        /** Saves the state, replacing an earlier one. */
        void save(LearningState state);
    }
}
