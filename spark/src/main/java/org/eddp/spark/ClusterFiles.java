package org.eddp.spark;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkFiles;
import org.eddp.files.FileFailure;

/** Finds a file or folder in this process: at its path, or among the files that Spark has sent to all processes. */
final class ClusterFiles {
    private ClusterFiles() {}

    /**
     * Finds a file or folder.
     *
     * @param what description for messages
     *
     * @param given a path that all processes see, or the name of a file sent by Spark
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
                + "; give a path that all machines see, or send it with --files (a folder as an archive with"
                + " --archives) and give its name");
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this machine";
        }
    }
}
