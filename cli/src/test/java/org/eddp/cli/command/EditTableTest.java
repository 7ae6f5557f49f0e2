package org.eddp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eddp.intervene.EditedImage;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.junit.jupiter.api.Test;

class EditTableTest {
    private static final EditedImage.Outlook OUTLOOK = new EditedImage.Outlook(new Named(7, "cock"), 0.5, 1, List.of());

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

    private static EditedImage.Step step(String where, int patches) {
        return new EditedImage.Step(
                "remove", ConceptName.unlabelled(1), "quantile 0.005", -6.0, where, new int[patches], 2.5, OUTLOOK);
    }

    private static List<String> printed(EditedImage.Step... steps) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            EditTable.print(new EditedImage("c", "d", "x.jpg", "", 7, 7, OUTLOOK, List.of(steps), 0, null));
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
