package org.eddp.cli.command.use;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.EditedImage;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.junit.jupiter.api.Test;

class EditTableTest {
    private static final EditedImage.Outlook OUTLOOK =
            new EditedImage.Outlook(new Named(7, "cock"), 0.5, 1, List.of(), null);

    @Test
    void columnsAreBelowEachOtherHoweverLongAnEditIs() {
        List<String> lines = printed(step("where concept 1 is", 16), step("rows 0 .. 3, columns 0 .. 3", 4));
        assertThat(lines.stream().limit(4).map(line -> line.indexOf("7 cock (0.5000)")))
                .containsExactly(
                        -1,
                        lines.get(0).indexOf("prediction"),
                        lines.get(0).indexOf("prediction"),
                        lines.get(0).indexOf("prediction"));
    }

    @Test
    void anEditThatFindsNoPatchHasNoNumbers() {
        assertThat(printed(step("where concept 1 is", 0)).get(2))
                .contains(" - ")
                .doesNotContain("-6.0");
    }

    @Test
    void aClassThatWonByAHairIsMarked() {
        Named cock = new Named(7, "cock");
        Named hen = new Named(8, "hen");
        EditedImage.Outlook before = outlook(cock, 0.102, hen, 0.100);
        EditedImage.Outlook after = outlook(hen, 0.103, cock, 0.099);
        EditedImage.Outlook sure = outlook(hen, 0.6, cock, 0.1);
        assertThat(edited(before, after).nearTie())
                .hasValue("a near tie, so little follows from it: 7 cock led by 0.2 points before, 8 hen leads by 0.4"
                        + " after");
        assertThat(edited(before, sure).nearTie())
                .as("it hung in the balance before")
                .isPresent();
        assertThat(edited(outlook(cock, 0.6, hen, 0.1), sure).nearTie()).isEmpty();
        assertThat(edited(before, before).nearTie()).as("nothing was reached").isEmpty();
        assertThat(printed(edited(before, after))).anyMatch(line -> line.startsWith("a near tie"));
    }

    private static EditedImage.Outlook outlook(Named first, double p, Named second, double q) {
        return new EditedImage.Outlook(
                first, p, 1, List.of(new EditedImage.Share(first, p), new EditedImage.Share(second, q)), null);
    }

    private static EditedImage edited(EditedImage.Outlook before, EditedImage.Outlook after) {
        EditedImage.Step step = new EditedImage.Step(
                "remove", ConceptName.unlabelled(1), "mean", 0, "everywhere", new int[] {0}, 2.5, after);
        return new EditedImage("c", "d", "x.jpg", "", 7, 7, before, List.of(step), 0, null, Signals.MEANS);
    }

    private static EditedImage.Step step(String where, int patches) {
        return new EditedImage.Step(
                "remove", ConceptName.unlabelled(1), "quantile 0.005", -6.0, where, new int[patches], 2.5, OUTLOOK);
    }

    private static List<String> printed(EditedImage.Step... steps) {
        return printed(new EditedImage("c", "d", "x.jpg", "", 7, 7, OUTLOOK, List.of(steps), 0, null, Signals.MEANS));
    }

    private static List<String> printed(EditedImage edited) {
        StringWriter text = new StringWriter();
        EditTable.print(new PrintWriter(text), edited);
        return text.toString().lines().toList();
    }
}
