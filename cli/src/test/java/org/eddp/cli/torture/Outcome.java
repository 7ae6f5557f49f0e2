package org.eddp.cli.torture;

import java.util.List;

/**
 * What came of a trial.
 *
 * @param struck whether the fault came before the command had ended
 * @param failed whether the command ended with a message; a killed one does not count
 * @param wrong what must not be; empty if all is well
 */
record Outcome(boolean struck, boolean failed, List<String> wrong) {
    boolean isWell() {
        return wrong.isEmpty();
    }
}
