package org.eddp.cli.command;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Access to a studio over the network.
 *
 * @param listen address that it listens on; null for loopback
 * @param makesRuns whether it knows a network to study
 */
record StudioAccess(String listen, boolean readOnly, boolean makesRuns) {
    /** A warning for the user who starts the studio; empty if other machines cannot reach it. */
    String warning() {
        if (listen == null || isLoopback()) {
            return "";
        }
        String changes = readOnly ? "" : ", change names and notes" + (makesRuns ? ", make runs" : "");
        return "other machines reach " + listen
                + ", and nothing is encrypted: anyone who has the address below, or can read what passes"
                + " over the network, can look at the runs and their pictures, let this machine compute" + changes
                + String.format("%n");
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(listen).isLoopbackAddress();
        } catch (UnknownHostException e) { // the studio has reported it before
            return false;
        }
    }
}
