package org.eddp.experiments.synthetic;

import java.util.List;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;

/** The words of the synthetic experiment. */
final class SyntheticWords {
    private SyntheticWords() {}

    static List<Html> blocks() {
        return new Glossary()
                .directions()
                .define(
                        "Signal value",
                        "how strongly a concept is written into a patch; in the paper\u2019s data between 0 and 5, which gives "
                                + "the scale of the RMSE.")
                .define("Distractor", "variation in the data that has nothing to do with any concept.")
                .define(
                        "IoU",
                        "intersection over union: patches marked rightly, divided by patches that are marked or should be.")
                .cosine()
                .define(
                        "RMSE",
                        "root mean squared error of the signal values read by the filters, both sides measured from their mean.")
                .subsampling()
                .blocks();
    }
}
