package org.eddp.spark;

import java.util.List;
import org.eddp.failure.InvalidInput;

/** {@code eddp spark-local}: a cluster of processes on this machine, until Ctrl-C. */
public final class SparkLocal {
    private static final String USAGE = """
        Usage: eddp spark-local [--workers N] [--cores N] [--memory SIZE]
        A master and workers of Spark as processes of this machine, to try things on, until Ctrl-C. Prints the address of the master.
          --workers N     number of worker processes (default: 2)
          --cores N       tasks that each does at a time (default: 1)
          --memory SIZE   for the executors of each, such as 2g (default: 1g)
        Example:
          ./eddp spark-local --workers 2\
        """;

    private SparkLocal() {}

    /** Runs until the process is ended. */
    public static void main(String[] arguments) throws InterruptedException {
        List<String> given = List.of(arguments);
        if (given.contains("--help") || given.contains("-h")) {
            System.out.println(USAGE);
            return;
        }
        LocalCluster.Options options;
        try {
            options = options(given);
        } catch (InvalidInput e) {
            System.err.println("eddp spark-local: " + e.getMessage());
            System.err.println(USAGE);
            System.exit(2);
            return;
        }
        LocalCluster cluster = LocalCluster.start(LocalCluster.temporaryFolder(), options);
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "end of the cluster"));
        System.out.println(cluster.address());
        System.err.println(options.workers() + " workers are ready; Ctrl-C ends them");
        Thread.currentThread().join();
    }

    static LocalCluster.Options options(List<String> given) {
        LocalCluster.Options usual = LocalCluster.Options.of(2);
        int workers = usual.workers();
        int cores = usual.cores();
        String memory = usual.memory();
        for (int i = 0; i < given.size(); i += 2) {
            String name = given.get(i);
            if (i + 1 == given.size()) {
                throw new InvalidInput("'" + name + "' needs a value, or is unknown");
            }
            String value = given.get(i + 1);
            switch (name) {
                case "--workers" -> workers = number(name, value);
                case "--cores" -> cores = number(name, value);
                case "--memory" -> memory = memory(value);
                default -> throw new InvalidInput("unknown option '" + name + "'");
            }
        }
        return LocalCluster.Options.of(workers).withCores(cores).withMemory(memory);
    }

    private static int number(String name, String text) {
        if (!text.matches("[1-9]\\d{0,3}")) {
            throw new InvalidInput(name + " must be a number of at least 1, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private static String memory(String text) {
        if (!text.matches("[1-9]\\d{0,5}[mg]")) {
            throw new InvalidInput("--memory must be a size such as 1g or 800m, not '" + text + "'");
        }
        return text;
    }
}
