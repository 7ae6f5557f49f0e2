package org.eddp.parts;

import java.util.Optional;
import java.util.ServiceLoader;

/** Opens distributors of clusters; found by {@link ServiceLoader}, since most programs have none. */
public interface ClusterService {
    /** In place of an address: the cluster that this process was started for, as by {@code spark-submit}. */
    String AS_STARTED = "";

    /**
     * Opens the way to a cluster.
     *
     * @param master its address, or {@link #AS_STARTED}
     * @throws org.eddp.files.FileFailure if it cannot be reached
     */
    Cluster open(String master);

    /**
     * Starts a cluster of processes on this machine, to measure and to try things on; it ends when it is closed.
     *
     * @param workers processes, of one core each
     */
    Cluster here(int workers);

    /** The one on the class path, if there is one. */
    static Optional<ClusterService> find() {
        return ServiceLoader.load(ClusterService.class).findFirst();
    }

    /** A distributor that has processes elsewhere, until it is closed. */
    interface Cluster extends Distributor, AutoCloseable {
        @Override
        void close();
    }
}
