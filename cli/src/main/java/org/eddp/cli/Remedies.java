package org.eddp.cli;

import org.eddp.experiments.synthetic.SyntheticExperiment.SyntheticOptions;
import org.eddp.failure.Failure;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.network.NetworkFailure;
import org.eddp.run.RunFailure;
import org.eddp.study.DreamStudy;
import org.eddp.study.EditStudy;
import org.eddp.study.Learning;
import org.eddp.study.measure.Evaluation;

/** Maps remedies of failures to options of the command line, which the library does not know. */
final class Remedies {
    private Remedies() {}

    /**
     * The remedy to append to the message of a failure; empty if the message is complete.
     *
     * @param command name of the command that failed
     */
    static String of(Failure e, String command) {
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
        if (e instanceof PatchLayer.TokensMissing) {
            return " with eddp features --overwrite, or leave L^ur out with eddp learn --without ur";
        }
        if (e instanceof NetworkFailure.OutputNeeded) {
            return " with --output NAME";
        }
        if (e instanceof NetworkFailure.SizeNeeded) {
            return " with --crop HxW";
        }
        return "";
    }

    /** The option for the path of an input of a run. */
    private static String option(RunFailure.MissingPart.Part part) {
        return switch (part) {
            case NETWORK -> "--network";
            case FEATURES -> "--features";
            case IMAGES -> "--image-folder";
        };
    }
}
