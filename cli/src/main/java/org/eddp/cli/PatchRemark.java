package org.eddp.cli;

import org.eddp.features.PatchLayer;

/** Says so where the network does not read the patches that are studied, as behind the last attention of a transformer. */
final class PatchRemark {
    private PatchRemark() {}

    static void on(PatchLayer layer) {
        if (!layer.readsPatches()) {
            System.err.println("the part above layer " + layer.cut().layer().name()
                    + " reads its extra tokens alone, so nothing done to patches there changes a prediction (influence,"
                    + " explain, edit, correct and L^ur say nothing); study an earlier layer");
        }
    }
}
