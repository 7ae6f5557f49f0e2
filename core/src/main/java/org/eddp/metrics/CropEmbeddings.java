package org.eddp.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.features.Grid;
import org.eddp.images.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.metrics.Monosemanticity.Embedder;
import org.eddp.metrics.Monosemanticity.Pictures;
import org.eddp.metrics.TopImages.Hit;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Embeddings of what detectors fire on: of every hit the part of the picture under its cells.
 *
 * @param embeddings by detector, then by hit, best first
 */
public record CropEmbeddings(float[][][] embeddings) {
    /** What a detector fires on in one image. */
    private record Crop(int detector, int place, Hit hit) {}

    /**
     * Embeds them; every picture is read once.
     *
     * @param seenBy how the pictures became the input of the network that the features are of
     * @param what is being done, for who stops it
     */
    public static CropEmbeddings of(
            TopImages top,
            Grid grid,
            Pictures pictures,
            Preprocessing seenBy,
            Embedder embedder,
            String what,
            Workers workers,
            Monitor monitor) {
        List<List<Crop>> perImage = byImage(top);
        float[][][] embeddings = new float[top.hits().size()][][];
        Arrays.setAll(embeddings, i -> new float[top.hits().get(i).size()][]);
        int[] done = {0};
        workers.forEachAhead(
                perImage.size(),
                k -> {
                    monitor.check(what);
                    return embed(perImage.get(k), pictures, seenBy, grid, embedder);
                },
                found -> {
                    List<Crop> crops = perImage.get(done[0]++);
                    for (int c = 0; c < crops.size(); c++) {
                        embeddings[crops.get(c).detector()][crops.get(c).place()] = found[c];
                    }
                    monitor.onProgress(done[0], perImage.size());
                });
        return new CropEmbeddings(embeddings);
    }

    /** All crops of an image together, so that it is read once. */
    private static List<List<Crop>> byImage(TopImages top) {
        Map<Integer, List<Crop>> crops = new TreeMap<>();
        for (int i = 0; i < top.hits().size(); i++) {
            List<Hit> hits = top.hits().get(i);
            for (int place = 0; place < hits.size(); place++) {
                Hit hit = hits.get(place);
                crops.computeIfAbsent(hit.image(), image -> new ArrayList<>()).add(new Crop(i, place, hit));
            }
        }
        return List.copyOf(crops.values());
    }

    private static float[][] embed(
            List<Crop> crops, Pictures pictures, Preprocessing seenBy, Grid grid, Embedder embedder) {
        Picture picture = pictures.picture(crops.get(0).hit().image());
        Preprocessing.CropBox box = seenBy.box(picture.width(), picture.height());
        Preprocessing input = embedder.preprocessing();
        float[] inputs = new float[Math.multiplyExact(crops.size(), input.length())];
        for (int c = 0; c < crops.size(); c++) {
            input.apply(crop(picture, box, grid, crops.get(c).hit()), inputs, c * input.length());
        }
        Tensor images =
                Tensor.of(inputs, crops.size(), input.channels().count(), input.cropHeight(), input.cropWidth());
        float[] values = embedder.embed().apply(images).toFloats();
        for (float value : values) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("the embedder gives " + value + " for a part of image "
                        + crops.get(0).hit().image()
                        + "; embeddings must be finite: check the preprocessing it was made for");
            }
        }
        int length = values.length / crops.size();
        float[][] embeddings = new float[crops.size()][];
        Arrays.setAll(embeddings, c -> Arrays.copyOfRange(values, c * length, (c + 1) * length));
        return embeddings;
    }

    /**
     * The part of a picture that lies under the cells of a hit, at least one pixel.
     *
     * @param box what the network sees of the picture
     */
    public static Picture crop(Picture picture, Preprocessing.CropBox box, Grid grid, Hit hit) {
        Preprocessing.CropBox first = box.cell(hit.rows().first(), hit.columns().first(), grid.height(), grid.width());
        Preprocessing.CropBox last = box.cell(hit.rows().last(), hit.columns().last(), grid.height(), grid.width());
        int left = clamp(Math.floor(first.left()), 0, picture.width() - 1);
        int top = clamp(Math.floor(first.top()), 0, picture.height() - 1);
        int right = clamp(Math.ceil(last.left() + last.width()), left + 1, picture.width());
        int bottom = clamp(Math.ceil(last.top() + last.height()), top + 1, picture.height());
        int rowBytes = (right - left) * Picture.CHANNELS;
        byte[] rgb = new byte[rowBytes * (bottom - top)];
        for (int y = top; y < bottom; y++) {
            int from = (y * picture.width() + left) * Picture.CHANNELS;
            System.arraycopy(picture.rgb(), from, rgb, (y - top) * rowBytes, rowBytes);
        }
        return new Picture(right - left, bottom - top, rgb);
    }

    private static int clamp(double value, int low, int high) {
        return (int) Math.min(Math.max(value, low), high);
    }
}
