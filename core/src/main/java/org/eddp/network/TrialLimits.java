package org.eddp.network;

import java.util.Map;

/**
 * Limits of the first run of a network. A network of ImageNet size takes seconds and a few hundred megabytes.
 *
 * @param seconds of processor time
 * @param megabytes of memory, besides what the file itself takes
 */
public record TrialLimits(int seconds, int megabytes) {
    private static final String SECONDS = "EDDP_TRIAL_SECONDS";
    private static final String MEGABYTES = "EDDP_TRIAL_MEGABYTES";

    private static final int USUAL_SECONDS = 60;
    private static final int USUAL_MEGABYTES = 4096;

    /** The limits of the environment variables, for programs and the command line alike. */
    public static TrialLimits ofEnvironment() {
        return of(System.getenv());
    }

    static TrialLimits of(Map<String, String> environment) {
        return new TrialLimits(
                number(environment, SECONDS, USUAL_SECONDS), number(environment, MEGABYTES, USUAL_MEGABYTES));
    }

    private static int number(Map<String, String> environment, String variable, int otherwise) {
        String text = environment.get(variable);
        if (text == null || text.isBlank()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text.strip());
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new NetworkFailure(variable + "=" + text + " in the environment is not a positive whole number");
    }

    /** Memory that the first run may take altogether. */
    public long bytes(long fileLength) {
        return ((long) megabytes << 20) + 2 * fileLength; // weights are in memory twice while they are read
    }

    /** The failure of a network that took too long. */
    public NetworkFailure tooLong() {
        return new NetworkFailure("it did not come to an end on one or two images within " + seconds
                + " seconds of processor time; if this is intended, set " + SECONDS
                + " in the environment to a larger number");
    }

    /** The failure of a network that took too much memory. */
    public NetworkFailure tooLarge() {
        return new NetworkFailure("it needs more than " + megabytes
                + " MB of memory for one or two images (is a padding or a size in it wrong?); if this is intended, set "
                + MEGABYTES + " in the environment to a larger number");
    }
}
