package org.eddp.directions.step;

import org.eddp.directions.LossOptions;

/**
 * The two losses on the share of patches each concept takes, mean_p y^gamma.
 *
 * @param inactive L^ic
 * @param excessive L^eac
 * @param dInactive dL^ic / d share
 * @param dExcessive dL^eac / d share
 */
record ShareLosses(double inactive, double excessive, double[] dInactive, double[] dExcessive) {

    static ShareLosses of(double[] shares, LossOptions options) {
        int concepts = shares.length;
        double floor = options.minimumShare();
        double ceiling = options.maximumShare();
        double nu = options.reductionExponent();
        double inactive = 0;
        double[] dInactive = new double[concepts];
        double[] excess = new double[concepts];
        double top = 0;
        double bottom = 0;
        for (int i = 0; i < concepts; i++) {
            if (shares[i] < floor) {
                inactive += (floor - shares[i]) / floor / concepts;
                dInactive[i] = -1 / (floor * concepts);
            }
            excess[i] = Math.max(0, shares[i] - ceiling) / (1 - ceiling);
            top += Math.pow(excess[i], nu + 1);
            bottom += Math.pow(excess[i], nu);
        }
        double[] dExcessive = new double[concepts];
        if (bottom == 0) {
            return new ShareLosses(inactive, 0, dInactive, dExcessive); // the reduction of zeros is zero
        }
        double excessive = top / bottom;
        for (int i = 0; i < concepts; i++) {
            if (excess[i] > 0) {
                double slope = (nu + 1) * Math.pow(excess[i], nu) - nu * excessive * Math.pow(excess[i], nu - 1);
                dExcessive[i] = slope / bottom / (1 - ceiling);
            }
        }
        return new ShareLosses(inactive, excessive, dInactive, dExcessive);
    }
}
