package org.eddp.cli.command.use;

import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.Sensitivity.Perturbation;
import org.eddp.influence.Sensitivity.Perturbation.Norm;
import picocli.CommandLine.Option;

/** How {@code eddp influence} moves features, and what it compares the effects with. */
final class EffectOptions {
    @Option(
            names = "--strength",
            paramLabel = "X",
            description = "Length of the step, alpha (default: ${DEFAULT-VALUE}).")
    private double strength = Perturbation.DEFAULT.strength();

    @Option(
            names = "--tensor-normalised",
            description =
                    "--strength is the length of the steps of all patches together, as in RCAV's own code, instead"
                            + " of the length for each patch.")
    private boolean tensorNormalised;

    @Option(
            names = "--noise",
            paramLabel = "N",
            description = "Noise vectors per concept in the paper's test, 0 for none (default: ${DEFAULT-VALUE}).")
    private int noise = 100;

    @Option(
            names = "--effect-noise",
            paramLabel = "N",
            description = "Noise directions to compare effects with (default: 4000, or 500 through the network).")
    private Integer effectNoise;

    InfluenceOptions measured(long seed) {
        InfluenceOptions usual = InfluenceOptions.of(seed);
        InfluenceOptions asked = usual.withPerturbation(
                        new Perturbation(strength, tensorNormalised ? Norm.TENSOR : Norm.CELL))
                .withNoise(usual.noise().withDirections(noise));
        return effectNoise == null
                ? asked
                : asked.withEffects(usual.effects().withDirections(effectNoise, effectNoise));
    }
}
