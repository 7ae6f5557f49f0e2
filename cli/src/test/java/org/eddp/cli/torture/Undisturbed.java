package org.eddp.cli.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a command does when no fault strikes it.
 *
 * @param before what was there before
 * @param after every file it leaves
 * @param varying names of files that differ between two such runs, and so cannot be compared
 * @param work processor time it takes
 */
record Undisturbed(Tree before, Tree after, Set<String> varying, Duration work) {
    /** Runs it twice. */
    static Undisturbed of(Subject subject, Workshop workshop, Victims victims)
            throws IOException, InterruptedException {
        Undisturbed first = once(subject, workshop, victims);
        Undisturbed second = once(subject, workshop, victims);
        Set<String> varying = new TreeSet<>(first.after.differences(second.after, Set.of()));
        Duration work = first.work.plus(second.work).dividedBy(2);
        return new Undisturbed(first.before, first.after, varying, work);
    }

    private static Undisturbed once(Subject subject, Workshop workshop, Victims victims)
            throws IOException, InterruptedException {
        workshop.prepare(subject);
        Tree before = Tree.of(workshop.out());
        Victim.End end = victims.next().run(subject.words(workshop));
        if (end.code() != 0) {
            throw new IllegalStateException(
                    "eddp " + subject.name() + " ended with " + end.code() + " undisturbed: " + end.err());
        }
        return new Undisturbed(before, Tree.of(workshop.out()), Set.of(), end.work());
    }

    /** Pages of memory that it fills. */
    long pagesAdded() {
        return Math.max(1, after.pages() - before.pages());
    }
}
