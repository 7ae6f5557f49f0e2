package org.eddp.cli;

import org.eddp.experiments.synthetic.SyntheticOptions;
import org.eddp.features.FeatureSet;
import org.eddp.run.RunFailure;
import org.eddp.study.DreamStudy;
import org.eddp.study.EditStudy;
import org.eddp.study.Learning;
import org.eddp.study.measure.Evaluation;

/** How to do at the command line what a failure of the library asks for: the library knows of no options. */
final class Remedies {
    private Remedies() {}

    /**
     * What completes the message of a failure; empty if it says everything.
     *
     * @param command name of the command that failed
     */
    static String of(Exception e, String command) {
        if (e instanceof RunFailure.MissingPart missing) {
            return " with " + option(missing.part());
        }
        if (e instanceof RunFailure.NotFinished) {
            return " with eddp learn (add --resume if it was interrupted)";
        }
        if (e instanceof FeatureSet.NotFound) {
            return " with eddp features";
        }
        if (e instanceof Learning.NetworkNeeded) {
            return " with --network, or leave L^ur out with --without ur";
        }
        if (e instanceof DreamStudy.NothingToCompare) {
            return " with --concepts";
        }
        if (e instanceof DreamStudy.LargerStudy) {
            return " with --out, or replace the other with --overwrite";
        }
        if (e instanceof RunFailure.WouldReplace) {
            return " with --out, or replace it with --overwrite";
        }
        if (e instanceof EditStudy.NoPatches) {
            return " with --where everywhere";
        }
        if (e instanceof Evaluation.NotTaught) {
            return " (leave --taught-labels out)";
        }
        if (e instanceof FeatureSet.Outdated) {
            return command.equals("look") ? " with --overwrite" : " with eddp features --overwrite";
        }
        if (e instanceof SyntheticOptions.RandomBasisNeeded) {
            return " (--random-basis)";
        }
        return NetworkRemedies.of(e);
    }

    /** The option that says where a part of a run is. */
    private static String option(RunFailure.MissingPart.Part part) {
        return switch (part) {
            case NETWORK -> "--network";
            case FEATURES -> "--features";
            case IMAGES -> "--image-folder";
        };
    }
}
