package org.eddp.cli.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** One command struck once: the fault, the end of the struck process, the command again, the comparison. */
final class Trial {
    private static final long ROOM = 1 << 18;

    /** A fault comes up to this much later than its processor time, so that waiting for the disk is hit too. */
    static final int WAIT_MILLIS = 12;

    private static final Set<PosixFilePermission> WRITING = EnumSet.of(
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final Subject subject;
    private final Undisturbed undisturbed;
    private final Workshop workshop;
    private final Victims victims;
    private final SplittableRandom random;
    private final List<String> wrong = new ArrayList<>();

    Trial(Subject subject, Undisturbed undisturbed, Workshop workshop, Victims victims, SplittableRandom random) {
        this.subject = subject;
        this.undisturbed = undisturbed;
        this.workshop = workshop;
        this.victims = victims;
        this.random = random;
    }

    /** Strikes, goes on, compares. */
    Outcome run(Fault fault) throws IOException, InterruptedException {
        return switch (fault) {
            case KILL -> kill();
            case FREEZE -> throw new IllegalArgumentException("states are tried one by one");
            case FULL -> Privileges.mount(workshop.place(), ROOM) ? fullDisk() : fullFile();
            case READ_ONLY -> readOnly();
            case VANISH -> vanish(workshop.out());
            case UNPLUG -> vanish(workshop.input(subject));
            case SECOND -> twoWriters();
        };
    }

    /** Goes on from files that were copied while the command worked. */
    Outcome goOnFrom(Path frozen) {
        Tree.copy(frozen, workshop.out());
        Tree.delete(frozen);
        goOn();
        return new Outcome(true, false, wrong);
    }

    private Victim begin() throws IOException {
        workshop.prepare(subject);
        Victim victim = victims.next();
        victim.begin(subject.words(workshop));
        return victim;
    }

    /** Waits for a random moment of the work; false if the command was faster. */
    private boolean moment(Victim victim) throws InterruptedException {
        double share = random.nextDouble();
        Duration work = Duration.ofNanos((long) (undisturbed.work().toNanos() * share));
        return victim.works(work, Duration.ofMillis(random.nextInt(WAIT_MILLIS)));
    }

    private Outcome kill() throws IOException, InterruptedException {
        Victim victim = begin();
        boolean struck = moment(victim);
        victim.kill();
        Victim.End end = victim.await();
        struck &= end.code() != 0;
        if (!struck) {
            judge(end);
        }
        List<Path> folders = folders(workshop.out());
        Victim.End again = again();
        for (Path folder : folders) {
            forgetRight(folder); // killed after what it wrote there, which the command then need not write again
        }
        compareAfter(again);
        return new Outcome(struck, false, wrong);
    }

    /** What is left of the right to write into a folder, which ended with its process and hinders no other process. */
    private static void forgetRight(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(".lock"));
    }

    /** A file system with room for a part of what the command writes. */
    private Outcome fullDisk() throws IOException, InterruptedException {
        try {
            workshop.prepare(subject);
            long pages = Privileges.used(workshop.place()) + (long) (random.nextDouble() * undisturbed.pagesAdded());
            Privileges.resize(workshop.place(), pages);
            Victim.End end = victims.next().run(subject.words(workshop));
            Privileges.resize(workshop.place(), ROOM);
            return judged(end.code() != 0, end);
        } finally {
            Privileges.unmount(workshop.place());
        }
    }

    /** A process that cannot write long files. */
    private Outcome fullFile() throws IOException, InterruptedException {
        workshop.prepare(subject);
        long kilobytes = (long) (random.nextDouble() * undisturbed.after().largest() / 1024);
        Victim.End end = victims.limited(kilobytes).run(subject.words(workshop));
        return judged(end.code() != 0, end);
    }

    private Outcome readOnly() throws IOException, InterruptedException {
        Victim victim = begin();
        boolean struck = moment(victim);
        List<Path> closed = new ArrayList<>();
        for (Path folder : folders(workshop.place())) {
            closed.add(folder);
            permit(folder, false);
        }
        Victim.End end = victim.await();
        for (Path folder : closed) {
            permit(folder, true);
            if (end.code() == 0) {
                forgetRight(folder); // closed after the last file was written
            }
        }
        return judged(struck, end);
    }

    /** Folders on the way to where the command writes, outer ones first; one that is made meanwhile is missed. */
    private static List<Path> folders(Path place) {
        return Tree.below(place).stream().filter(Files::isDirectory).toList();
    }

    private static void permit(Path folder, boolean writing) throws IOException {
        if (Files.exists(folder)) {
            Set<PosixFilePermission> permissions = EnumSet.copyOf(Files.getPosixFilePermissions(folder));
            permissions.removeAll(WRITING);
            if (writing) {
                permissions.add(PosixFilePermission.OWNER_WRITE);
            }
            Files.setPosixFilePermissions(folder, permissions);
        }
    }

    /** Takes a folder away at a random moment and puts it back after the command has ended. */
    private Outcome vanish(Path folder) throws IOException, InterruptedException {
        Path away = folder.resolveSibling(folder.getFileName() + "-away");
        Victim victim = begin();
        boolean struck = moment(victim) && Files.exists(folder);
        if (struck) {
            Files.move(folder, away);
        }
        Victim.End end = victim.await();
        if (end.code() == 0 && struck && folder.equals(workshop.out()) && Files.exists(folder)) {
            compare("unnoticed, though it said nothing: ");
        }
        if (struck) {
            Tree.delete(folder);
            Files.move(away, folder);
        }
        if (!end.isOrderly()) {
            wrong.add("exit code " + end.code() + ": " + end.message());
        }
        goOn();
        return new Outcome(struck, end.code() != 0, wrong);
    }

    private Outcome twoWriters() throws IOException, InterruptedException {
        Victim other = victims.next().ready();
        Victim first = begin();
        boolean struck = moment(first);
        Victim.End second = other.run(subject.words(workshop));
        Victim.End end = first.await();
        if (end.code() != 0 && second.code() != 0) {
            wrong.add("both failed: " + end.message() + "; " + second.message());
        }
        judge(end);
        judge(second);
        if (wrong.isEmpty()) {
            compare("");
        }
        return new Outcome(struck, end.code() != 0 || second.code() != 0, wrong);
    }

    /** The end of a process that was not killed, then the command again. */
    private Outcome judged(boolean struck, Victim.End end) throws IOException, InterruptedException {
        judge(end);
        if (end.code() == 0) {
            compare("success was claimed: ");
        }
        goOn();
        return new Outcome(struck, end.code() != 0, wrong);
    }

    private void judge(Victim.End end) {
        if (!end.isOrderly()) {
            wrong.add("exit code " + end.code() + ": " + end.message());
        }
    }

    /** The command again, as a user gives it, and the comparison. */
    private void goOn() {
        compareAfter(again());
    }

    private Victim.End again() {
        return Patient.run(subject.wordsAgain(workshop));
    }

    private void compareAfter(Victim.End end) {
        if (end.code() != 0) {
            wrong.add("given again it ended with " + end.code() + ": " + end.message());
        } else {
            compare("");
        }
    }

    private void compare(String when) {
        Tree found = Tree.of(workshop.out());
        undisturbed.after().differences(found, undisturbed.varying()).forEach(name -> wrong.add(when + name));
    }
}
