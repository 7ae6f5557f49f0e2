package org.eddp.cli.command.use;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.Suspect;
import org.eddp.cli.Main;
import org.eddp.monitor.Monitor;
import org.eddp.report.audit.AuditPage;
import org.eddp.report.page.Markup;
import org.eddp.run.Run;
import org.eddp.testkit.MadeAudit;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of an audit, with the commands that the text of the audit prints too. */
class AuditPageTest {
    private static final Suspect FIRST = MadeAudit.suspect(1, List.of(2, 4), 0, 5);
    private static final Suspect SECOND = MadeAudit.suspect(0, List.of(3), 7);

    @TempDir
    private static Path folder;

    private static Path place;

    @BeforeAll
    static void learn() throws IOException {
        place = TinyRun.make(folder, "linear", false);
    }

    private static String page(Run run, AuditNotes notes, Monitor monitor, Suspect... suspects) {
        Audit audit = MadeAudit.of(run.digest(), TinyRun.CONCEPTS, suspects);
        String page = AuditPage.html(run, audit, notes, suspect -> commands(suspect, "linear.onnx"), monitor);
        Markup.parse(page.replace("<!DOCTYPE html>", ""));
        return page;
    }

    private static List<String> commands(Suspect suspect, String network) {
        return AuditText.commands(Main.commandLine().getCommandSpec(), Path.of("photos"), List.of(), network)
                .apply(suspect);
    }

    private static AuditNotes noNotes(Run run) {
        return AuditNotes.empty("eddp studio", run.digest());
    }

    @Test
    void aSuspectHasPicturesNumbersBesideControlsChecksAndCommands() {
        try (Run run = Run.open(place)) {
            assertThat(page(run, noNotes(run), Monitor.NONE, FIRST))
                    .containsSubsequence(
                            "One suspect: class 1 rests on concepts 2, 4",
                            "<h3>Class 1 rests on concepts 2, 4</h3>",
                            "alt=\"example 1 of",
                            "alt=\"example 2 of",
                            "Class 1 rests on concept 2.",
                            "margin lost",
                            "75\u00a0%",
                            "2\u00a0%",
                            "10\u00a0%",
                            "distance closed",
                            "40\u00a0%",
                            "1\u00a0%",
                            "Look at the pictures.",
                            "./eddp correct --run photos --concept 2,4 --out corrected-without-2-4.onnx --controls"
                                    + " --merge",
                            "Turn into the class",
                            "30\u00a0%",
                            "Pairs with the highest scores</h2>",
                            "7.00",
                            "the line",
                            "3.00")
                    .doesNotContain("Without pictures");
        }
    }

    @Test
    void withoutSuspectsNothingIsSuspicious() {
        try (Run run = Run.open(place)) {
            assertThat(page(run, noNotes(run), Monitor.NONE))
                    .contains("Nothing suspicious: none of the 6 pairs")
                    .doesNotContain("id=\"suspects\"");
        }
    }

    @Test
    void withoutItsPicturesThePageSaysSo() {
        List<String> remarks = new ArrayList<>();
        Monitor monitor = new Monitor() {
            @Override
            public void onProgress(long done, long total) {}

            @Override
            public void remark(String words) {
                remarks.add(words);
            }
        };
        try (Run run = Run.open(place, Run.Options.DEFAULT.withImages(folder.resolve("gone")), Monitor.NONE)) {
            assertThat(page(run, noNotes(run), monitor, FIRST, SECOND))
                    .contains("Without pictures of the suspects", "Class 0 rests on concept 3.")
                    .doesNotContain("<img");
        }
        assertThat(remarks).hasSize(1).first().asString().contains("the page has no pictures", "gone");
    }

    @Test
    void aDismissedSuspectIsLast() {
        try (Run run = Run.open(place)) {
            AuditNotes notes = noNotes(run)
                    .with(new AuditNotes.Note(List.of(2, 4), 1, AuditNotes.Verdict.DISMISSED, "part of a tree"));
            assertThat(page(run, notes, Monitor.NONE, FIRST, SECOND))
                    .containsSubsequence(
                            "One suspect: class 0 rests on concept 3",
                            "<h3>Class 0 rests on concept 3</h3>",
                            "<h3>Class 1 rests on concepts 2, 4</h3>",
                            "Dismissed: part of a tree");
        }
    }

    @Test
    void commandsSayWhereNetworkAndFeaturesAre() {
        assertThat(AuditText.commands(
                                Main.commandLine().getCommandSpec(),
                                Path.of("photos"),
                                List.of("--network", "moved/net.onnx"),
                                "net.onnx")
                        .apply(SECOND))
                .hasSize(2)
                .allMatch(command -> command.endsWith("--network moved/net.onnx"));
    }

    /** {@code eddp correct} refuses a name that ends as files of another format do. */
    @Test
    void theRepairedNetworkEndsAsTheOriginal() {
        assertThat(commands(SECOND, "net.v2.pt").get(1)).contains("--out corrected-without-3.pt ");
        assertThat(commands(SECOND, "net.pt2").get(1)).contains("--out corrected-without-3.pt2 ");
        assertThat(commands(SECOND, "net").get(1)).contains("--out corrected-without-3 ");
    }
}
