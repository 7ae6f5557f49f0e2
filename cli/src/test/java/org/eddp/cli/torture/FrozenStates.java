package org.eddp.cli.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a kill would have left at many moments of one run: the process is stopped, its files are copied, and it goes on. A
 * process that is killed loses nothing that it has given to the system, so these are the files that {@code kill -9} leaves,
 * at a tenth of the cost.
 */
final class FrozenStates {
    private static final int MOST = 10;

    private final Workshop workshop;
    private final List<Path> copies = new ArrayList<>();

    private FrozenStates(Workshop workshop) {
        this.workshop = workshop;
    }

    /** The states at some random moments of the work; fewer if the command was faster. */
    static List<Path> of(
            Subject subject, Duration work, Workshop workshop, Victims victims, int number, SplittableRandom random)
            throws IOException, InterruptedException {
        FrozenStates states = new FrozenStates(workshop);
        workshop.prepare(subject);
        Victim victim = victims.next();
        victim.begin(subject.words(workshop));
        double[] shares = random.doubles(Math.min(number, MOST)).sorted().toArray();
        for (double share : shares) {
            Duration until = Duration.ofNanos((long) (work.toNanos() * share));
            if (victim.works(until, Duration.ofMillis(random.nextInt(Trial.WAIT_MILLIS)))) {
                victim.stop();
                states.copy();
                victim.goOn();
            }
        }
        victim.await();
        return states.copies;
    }

    private void copy() {
        Path copy = workshop.folder().resolve("frozen-" + copies.size());
        Tree.copy(workshop.out(), copy);
        copies.add(copy);
    }
}
