package org.eddp.cli.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Many trials of many commands. */
final class Campaign implements AutoCloseable {
    private final Workshop workshop;
    private final Victims victims;
    private final long seed;
    private final Consumer<String> progress;

    /**
     * A campaign in an empty folder.
     *
     * @param seed of the moments
     * @param progress receives a line of text now and then
     */
    Campaign(Path folder, long seed, Consumer<String> progress) throws IOException, InterruptedException {
        this.seed = seed;
        this.progress = progress;
        workshop = new Workshop(folder);
        workshop.finishRun();
        Path quick = Files.createDirectories(workshop.folder().resolve("quick-start"));
        victims = new Victims(quick, Subject.ALL.get(1).words(workshop));
    }

    /**
     * How often a fault is tried on a command.
     *
     * <p>Moments are drawn by the seed; a command that was faster than its moment was not struck, and that trial is made up
     * for, a few times.
     */
    interface Plan {
        int trials(Subject subject, Fault fault);
    }

    /** Tries everything, a command at a time. */
    List<Tally> run(Collection<Subject> subjects, Collection<Fault> faults, Plan plan)
            throws IOException, InterruptedException {
        List<Tally> tallies = new ArrayList<>();
        for (Subject subject : subjects) {
            Undisturbed undisturbed = Undisturbed.of(subject, workshop, victims);
            progress.accept(subject.name() + ": " + undisturbed.after().files().size() + " files, "
                    + undisturbed.work().toMillis() + " ms of processor time"
                    + (undisturbed.varying().isEmpty()
                            ? ""
                            : "; not compared, since they differ between two undisturbed runs: "
                                    + undisturbed.varying()));
            for (Fault fault : faults) {
                if (isPossible(subject, fault)) {
                    tallies.add(tally(subject, undisturbed, fault, plan.trials(subject, fault)));
                }
            }
        }
        return tallies;
    }

    private static boolean isPossible(Subject subject, Fault fault) {
        return switch (fault) {
            case UNPLUG -> subject.input() != null;
            case READ_ONLY -> Privileges.canProtect();
            default -> true;
        };
    }

    private Tally tally(Subject subject, Undisturbed undisturbed, Fault fault, int trials)
            throws IOException, InterruptedException {
        Tally tally = new Tally(subject, fault);
        SplittableRandom random = new SplittableRandom(seed + subject.name().hashCode() * 31L + fault.ordinal());
        for (int attempt = 0; tally.struck() < trials && attempt < 2 * trials; attempt++) {
            if (fault == Fault.FREEZE) {
                int wanted = trials - tally.struck();
                for (Path state :
                        FrozenStates.of(subject, undisturbed.work(), workshop, victims, wanted, random.split())) {
                    add(tally, new Trial(subject, undisturbed, workshop, victims, random).goOnFrom(state));
                }
            } else {
                add(tally, new Trial(subject, undisturbed, workshop, victims, random.split()).run(fault));
            }
        }
        progress.accept(tally.toString());
        return tally;
    }

    private void add(Tally tally, Outcome outcome) {
        int known = tally.what().size();
        tally.add(outcome);
        for (String what : tally.what().subList(known, tally.what().size())) {
            progress.accept("WRONG " + what);
        }
        if (tally.trials() % 10 == 0) {
            progress.accept(tally.toString());
        }
    }

    @Override
    public void close() {
        victims.close();
    }
}
