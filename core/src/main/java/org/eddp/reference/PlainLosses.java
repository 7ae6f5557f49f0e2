package org.eddp.reference;

import org.eddp.directions.LossOptions;
import org.eddp.features.Head;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Tensor;

/** The losses as the paper states them, one row per patch and one column per concept; every result is one number. */
record PlainLosses(LossOptions options) {
    private static final double LN2 = Math.log(2);

    /** H(q) of every patch in bits, n x 1. */
    Tensor entropy(Tensor q, Tensor y, Tensor logY) {
        Tensor logQ = logY.minus(y.sum(1).log());
        return q.times(logQ).sum(1).times(-1 / LN2);
    }

    /** L^fs. */
    Tensor focalSparsity(Tensor q, Tensor entropy) {
        double nu = options.reductionExponent();
        Tensor reduced = q.pow(nu + 1).sum(1).over(q.pow(nu).sum(1));
        Tensor weights = reduced.pow(options.focalExponent()).times(-1).plus(1);
        return weights.times(entropy).sum().over(weights.sum());
    }

    /** L^ma. */
    Tensor maximumActivation(Tensor q, Tensor logY) {
        return q.times(logY).sum(1).mean().times(-1 / LN2);
    }

    /** Share of the patches every concept takes, 1 x I. */
    Tensor shares(Tensor y) {
        return y.pow(options.membershipExponent()).mean(0);
    }

    /** L^ic. */
    Tensor inactiveClassifier(Tensor shares) {
        double floor = options.minimumShare();
        return shares.times(-1).plus(floor).relu().times(1 / floor).mean();
    }

    /** L^eac. */
    Tensor excessivelyActiveClassifier(Tensor shares) {
        double ceiling = options.maximumShare();
        double nu = options.reductionExponent();
        Tensor excess = shares.plus(-ceiling).relu().times(1 / (1 - ceiling));
        Tensor bottom = excess.pow(nu).sum();
        return excess.pow(nu + 1).sum().over(bottom.plus(isZero(bottom)));
    }

    /** L^fso. */
    Tensor filterSignalOrthogonality(Tensor filters, Tensor signals) {
        Tensor cosines = unit(filters).t().mm(unit(signals));
        double[] off = new double[Math.toIntExact(cosines.count())];
        for (int i = 0, concepts = cosines.size(0); i < off.length; i++) {
            off[i] = i % (concepts + 1) == 0 ? 0 : 1;
        }
        return cosines.times(Tensor.of(off, cosines.type(), cosines.shape()))
                .pow(2)
                .mean()
                .sqrt();
    }

    private static Tensor unit(Tensor columns) {
        Tensor squares = columns.pow(2).sum(0);
        return columns.over(squares.plus(isZero(squares)).sqrt());
    }

    private static Tensor isZero(Tensor nonNegative) {
        return nonNegative.greaterThan(0).times(-1).plus(1);
    }

    /** L^ur of features that have already been moved and activated. */
    static Tensor uncertainty(Head head, Tensor moved) {
        if (head.outputs() == OutputKind.LABELS) {
            Tensor logits = head.logits(moved);
            return binaryEntropy(logits).mean().times(-1 / LN2);
        }
        Tensor logProbability = head.logits(moved).logSoftmax(1);
        return logProbability.exp().times(logProbability).sum(1).mean().times(1 / LN2);
    }

    /** -p log p - (1 - p) log(1 - p) of every label of every image. */
    private static Tensor binaryEntropy(Tensor logits) {
        Tensor absent = logits.times(-1);
        return logits.sigmoid()
                .times(logits.logSigmoid())
                .plus(absent.sigmoid().times(absent.logSigmoid()))
                .times(-1);
    }

    /** The layer's activation function, differentiable by the engine. */
    static Tensor activate(Activation activation, Tensor x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> x.relu();
            case RELU6 -> x.clamp(0, 6);
            case SILU -> x.times(x.sigmoid());
        };
    }
}
