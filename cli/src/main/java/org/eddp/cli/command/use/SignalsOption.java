package org.eddp.cli.command.use;

import org.eddp.intervene.ConceptStatistics.Signals;
import picocli.CommandLine.Option;

/** The directions along which concepts are written. */
final class SignalsOption {
    @Option(
            names = "--signals",
            paramLabel = "WHICH",
            description = {
                "Directions along which concepts are written: means (differences of the mean patches with and without"
                        + " the concept) or learned (the signal vectors of the run) (default: ${DEFAULT-VALUE})."
            })
    private Signals signals = Signals.MEANS;

    public Signals chosen() {
        return signals;
    }
}
