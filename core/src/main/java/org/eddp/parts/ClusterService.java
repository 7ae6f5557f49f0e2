package org.eddp.parts;

import java.util.Optional;
import java.util.ServiceLoader;

/** Opens distributors of clusters; loaded by {@link ServiceLoader}, because most programs do not need it. */
public interface ClusterService {
    /** In place of an address: the cluster that this process was started for, as by {@code spark-submit}. */
    String AS_STARTED = "";

    /**
     * Connects to a cluster.
     *
     * @param master its address, or {@link #AS_STARTED}
     * @throws org.eddp.files.FileFailure if it cannot be reached
     */
    Cluster open(String master);

    /**
     * Starts a cluster of processes on this machine, for measurements and trials; closing it ends the processes.
     *
     * @param workers processes, of one core each
     */
    Cluster here(int workers);

    /** The one on the class path, if there is one. */
    static Optional<ClusterService> find() {
        return ServiceLoader.load(ClusterService.class).findFirst();
    }

    /** A distributor with remote processes; to be closed. */
    interface Cluster extends Distributor, AutoCloseable {
        @Override
        void close();
    }
}
