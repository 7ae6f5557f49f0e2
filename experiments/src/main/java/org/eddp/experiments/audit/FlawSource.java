package org.eddp.experiments.audit;

import java.nio.file.Path;
import org.eddp.learning.LearningResult;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * The networks of one seed: with the flaw at any rate, and the clean twin. Features belong to the scope that was open when the
 * source was made.
 */
interface FlawSource extends AutoCloseable {
    /** What is planted. */
    Flaw flaw();

    /**
     * The network whose planted class shows the mark at a rate.
     *
     * @param rate 0 for the clean twin
     */
    FlawNetwork network(double rate, Monitor monitor);

    /**
     * Writes a network as a run that other commands can open.
     *
     * @param folder of the run
     */
    void write(Path folder, FlawNetwork network, LearningResult learned, Workers workers);

    @Override
    void close();
}
