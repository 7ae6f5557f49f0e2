package org.eddp.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Reads chosen images of a feature set; a unit is a shard of the set.
 *
 * @param chosen their numbers, ascending
 */
record SampleWork(FeatureSet set, List<Integer> chosen, Monitor monitor) implements Work<List<ExtractedBatch>> {
    @Override
    public int units() {
        return set.info().shards().size();
    }

    @Override
    public void run(int first, int end, Consumer<? super List<ExtractedBatch>> inOrder) {
        for (int unit = first; unit < end; unit++) {
            monitor.check("drawing a sample");
            inOrder.accept(shard(unit, set.imagesBefore(unit)));
            monitor.onProgress(unit + 1, units());
        }
    }

    private List<ExtractedBatch> shard(int unit, int begin) {
        FeatureSet.Info.Shard shard = set.info().shards().get(unit);
        int[] own = chosen.stream()
                .mapToInt(Integer::intValue)
                .filter(image -> image >= begin && image < begin + shard.images())
                .toArray();
        if (own.length == 0) {
            return List.of();
        }
        FeatureSet.ImageRecord[] present = Arrays.stream(set.records(unit))
                .filter(FeatureSet.ImageRecord::present)
                .toArray(FeatureSet.ImageRecord[]::new);
        List<ExtractedBatch> images = new ArrayList<>();
        for (int image : own) {
            images.add(image(image, present[image - begin]));
        }
        return images;
    }

    private ExtractedBatch image(int number, FeatureSet.ImageRecord record) {
        try (Scope scope = Scope.open()) {
            FeatureSource.Batch batch = set.select(new int[] {number});
            return new ExtractedBatch(
                    stored(batch.rows(0, 1)),
                    set.extraTokens() == 0 ? new byte[0] : stored(batch.extra(0, 1)),
                    set.logits(number, 1).toFloats(),
                    List.of(record));
        }
    }

    private byte[] stored(Tensor rows) {
        return BatchExtractor.bytes(rows.to(set.info().type().stored()).contiguous());
    }

    @Override
    public WorkOrder<List<ExtractedBatch>> order() {
        return SampleOrder.of(set, chosen);
    }
}
