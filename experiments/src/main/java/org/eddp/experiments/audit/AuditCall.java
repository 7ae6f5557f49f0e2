package org.eddp.experiments.audit;

import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.tensor.Workers;

/** The audit as the benchmark sees it. */
@FunctionalInterface
interface AuditCall {
    /**
     * Audits a network by its training pictures, without labels.
     *
     * @return suspects above the line and all other pairs
     */
    List<Suspicion> audit(FlawNetwork network, Directions directions, long seed, Workers workers);
}
