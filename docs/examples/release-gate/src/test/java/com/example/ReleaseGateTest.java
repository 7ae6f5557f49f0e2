package com.example;

import static org.eddp.ConceptAssertions.assertThat;

import java.nio.file.Path;
import org.eddp.Eddp;
import org.eddp.run.Run;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The network may be released only if its run keeps these rules. */
class ReleaseGateTest {
    private static Run run;

    @BeforeAll
    static void open() {
        run = new Eddp().open(Path.of(System.getProperty("run", "runs/photos")));
    }

    @AfterAll
    static void close() {
        if (run != null) {
            run.close();
        }
    }

    @Test
    void keepsThePolicy() {
        assertThat(run).keeps(Path.of("policy.json"));
    }

    /** A rule in Java. Rooks had a mark in the training pictures of an earlier version. */
    @Test
    void rooksAreNotRecognisedByTheirMark() {
        assertThat(run).restsOnAtMost("rook", "mark", 1.5);
    }
}
