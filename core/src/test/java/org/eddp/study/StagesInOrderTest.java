package org.eddp.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eddp.monitor.Monitor;
import org.junit.jupiter.api.Test;

class StagesInOrderTest {
    @Test
    void everyStageSaysWhichPieceOfTheWorkItIs() {
        List<String> shown = new ArrayList<>();
        StagesInOrder stages = new StagesInOrder(
                new Monitor() {
                    @Override
                    public void onProgress(long done, long total) {}

                    @Override
                    public void remark(String text) {
                        shown.add(text);
                    }

                    @Override
                    public Stage stage(String name, long total) {
                        shown.add(name);
                        return Monitor.super.stage(name, total);
                    }
                },
                3);
        stages.next().stage("features", 5).close();
        Monitor learning = stages.next();
        learning.stage("choosing I", 5).close();
        learning.remark("I = 3");
        learning.stage("learn", 5).close();
        assertThat(shown).containsExactly("1 of 3: features", "2 of 3: choosing I", "I = 3", "2 of 3: learn");
    }
}
