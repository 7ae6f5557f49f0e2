package org.eddp.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The campaign in short: a few kills, and whether it would notice a difference. */
class TortureTest {
    @TempDir
    private Path folder;

    private static Subject subject(String name) {
        return Subject.ALL.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("slow")
    void killedCommandsLeaveTheSameBytesInTheEnd() throws Exception {
        List<String> said = new ArrayList<>();
        try (Campaign campaign = new Campaign(folder, 7, said::add)) {
            List<Subject> subjects = List.of(subject("features"), subject("learn"), subject("look"));
            List<Fault> faults = List.of(Fault.KILL, Fault.FREEZE);
            List<Tally> tallies = campaign.run(subjects, faults, (subject, fault) -> fault == Fault.KILL ? 1 : 4);
            assertThat(tallies).hasSize(6).allSatisfy(tally -> {
                assertThat(tally.what()).isEmpty();
                assertThat(tally.wrong()).isZero();
                assertThat(tally.trials()).isPositive();
            });
            assertThat(tallies.stream().mapToInt(Tally::struck).sum())
                    .as(said.toString())
                    .isPositive();
        }
    }

    @Test
    void aTreeNoticesEveryDifference() throws Exception {
        Path one = Files.createDirectories(folder.resolve("one/deep"));
        Files.writeString(one.resolve("same"), "a");
        Files.writeString(one.resolve("changed"), "a");
        Files.writeString(one.resolve("gone"), "a");
        Files.writeString(one.resolve("varies"), "a");
        Tree.copy(folder.resolve("one"), folder.resolve("two"));
        Tree before = Tree.of(folder.resolve("one"));
        assertThat(before.differences(Tree.of(folder.resolve("two")), Set.of())).isEmpty();
        Path two = folder.resolve("two/deep");
        Files.writeString(two.resolve("changed"), "b");
        Files.writeString(two.resolve("varies"), "b");
        Files.writeString(two.resolve(".new.tmp-1"), "");
        Files.delete(two.resolve("gone"));
        assertThat(before.differences(Tree.of(folder.resolve("two")), Set.of("deep/varies")))
                .containsExactly("deep/.new.tmp-1 (too many)", "deep/changed", "deep/gone (missing)");
    }

    @Test
    void onlyAMessageOrSuccessIsAnOrderlyEnd() {
        assertThat(end(0, "").isOrderly()).isTrue();
        assertThat(end(1, "eddp: cannot write a: the disk is full").isOrderly()).isTrue();
        assertThat(end(1, "").isOrderly()).isFalse();
        assertThat(end(1, "eddp: unexpected failure: java.lang.NullPointerException")
                        .isOrderly())
                .isFalse();
        assertThat(end(1, "eddp: no\n\tat org.eddp.A.b(A.java:1)").isOrderly()).isFalse();
        assertThat(end(134, "eddp: no").isOrderly()).isFalse();
    }

    private static Victim.End end(int code, String err) {
        return new Victim.End(code, err, Duration.ZERO);
    }

    @Test
    void slopeAndItsErrorAreThoseOfLeastSquares() {
        List<double[]> points = new ArrayList<>();
        for (int x = 0; x < 10; x++) {
            points.add(new double[] {x, 5 + 3 * x + (x % 2 == 0 ? 1 : -1)});
        }
        Slope slope = Slope.of(points);
        // by hand: sum of squares of x is 82.5, the zigzag takes 5 of it, and leaves 10 - 25 / 82.5
        assertThat(slope.slope()).isCloseTo(3 - 5 / 82.5, offset(1e-12));
        assertThat(slope.error()).isCloseTo(Math.sqrt((10 - 25 / 82.5) / 8 / 82.5), offset(1e-12));
    }
}
