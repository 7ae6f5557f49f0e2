package org.eddp.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks a master before Spark connects to it. Spark itself asks for a minute, and answers with a stack trace in its log.
 */
final class MasterCheck {
    /** Valid master URLs; for others Spark only writes a stack trace to its log. */
    private static final Pattern ADDRESS = Pattern.compile("local(\\[.*])?|yarn|(spark|k8s)://.+");

    /** What a Spark needs that is to work with a manager of resources, by the beginning of the master URL. */
    private static final Map<String, String> MODULES = Map.of(
            "yarn", "org.apache.spark.scheduler.cluster.YarnClusterManager",
            "k8s", "org.apache.spark.scheduler.cluster.k8s.KubernetesClusterManager");

    /** For all hosts of a master together. */
    private static final int MILLISECONDS = 12_000;

    private MasterCheck() {}

    /** Why a master cannot be used; empty if nothing speaks against it. */
    static Optional<String> problem(String master) {
        if (!ADDRESS.matcher(master).matches()) {
            return Optional.of("it is not a valid master URL");
        }
        String kind = master.replaceFirst(":.*", "");
        if (MODULES.containsKey(kind) && !isPresent(MODULES.get(kind))) {
            return Optional.of("the module of Spark for " + kind.toUpperCase(Locale.ROOT)
                    + " is not on the class path; start with the spark-submit of a Spark that has it");
        }
        return master.startsWith("spark://") || master.startsWith("k8s://")
                ? unreachable(hosts(master.replaceFirst("^(spark|k8s)://", "")))
                : Optional.empty();
    }

    private static boolean isPresent(String name) {
        try {
            Class.forName(name, false, Thread.currentThread().getContextClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static List<URI> hosts(String addresses) {
        List<URI> hosts = new ArrayList<>();
        for (String address : addresses.split(",")) {
            try {
                hosts.add(new URI(address.contains("://") ? address : "spark://" + address));
            } catch (URISyntaxException e) {
                // not a host; Spark refuses it if no other is reached
            }
        }
        return hosts;
    }

    private static Optional<String> unreachable(List<URI> hosts) {
        String problem = "it has no host";
        for (URI host : hosts) {
            if (host.getHost() == null) {
                continue;
            }
            int port = host.getPort() >= 0 ? host.getPort() : "http".equals(host.getScheme()) ? 80 : 443;
            InetSocketAddress address = new InetSocketAddress(host.getHost(), port);
            if (address.isUnresolved()) {
                problem = "the host " + host.getHost() + " is not known";
                continue;
            }
            try (Socket socket = new Socket()) {
                socket.connect(address, MILLISECONDS / hosts.size());
                return Optional.empty();
            } catch (IOException e) {
                problem = "nothing answers at " + host.getHost() + ":" + port + " (" + e.getMessage() + ")";
            }
        }
        return Optional.of(problem);
    }
}
