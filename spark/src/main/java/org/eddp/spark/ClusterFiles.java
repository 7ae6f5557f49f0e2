package org.eddp.spark;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkFiles;
import org.eddp.files.FileFailure;

/** Where a file or folder is in this process: at its path, or among what was given to Spark for all processes. */
final class ClusterFiles {
    private ClusterFiles() {}

    /**
     * Finds a file or folder.
     *
     * @param what it is, for messages
     * @param given a path that all processes see, or the name of what was given to Spark
     * @throws FileFailure if there is neither
     */
    static Path find(String what, String given) {
        Path path = Path.of(given);
        if (Files.exists(path)) {
            return path;
        }
        if (SparkEnv.get() != null) {
            Path sent = Path.of(SparkFiles.get(given));
            if (Files.exists(sent)) {
                return sent;
            }
        }
        throw new FileFailure(what + " " + given + " is not on " + host()
                + "; give a path that all machines see, or send it with --files (a folder as an archive with --archives) and give its"
                + " name");
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this machine";
        }
    }
}
