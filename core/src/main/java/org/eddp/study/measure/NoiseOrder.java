package org.eddp.study.measure;

import org.eddp.features.FeatureSet;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.NoiseEffects;
import org.eddp.parts.PartialResult.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;

/**
 * Measures the effects of noise directions; a unit is a block of directions.
 *
 * @param json an {@link InfluenceOrder.Description}
 */
record NoiseOrder(String json) implements PartialResultOrder<NoiseEffects> {
    private static final long serialVersionUID = 1L;

    static NoiseOrder of(Run run, FeatureSet asked, InfluenceOptions options) {
        return new NoiseOrder(Json.toText(InfluenceOrder.Description.of(run, asked, options)));
    }

    @Override
    public String title() {
        return "influence of noise directions";
    }

    @Override
    public Work<NoiseEffects> open(WorkerContext place) {
        InfluenceOrder.Description about =
                Json.fromText("a description of work", json, InfluenceOrder.Description.class);
        Run run = about.run().open(place);
        return new NoiseWork(run, about.open(run), about.options(), place.workers(), place.monitor());
    }

    @Override
    public NoiseEffects read(SafetensorsFile content) {
        return NoiseEffects.read(content);
    }
}
