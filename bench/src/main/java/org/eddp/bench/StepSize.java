package org.eddp.bench;

import java.util.List;
import org.eddp.features.Grid;

/**
 * The size of a learning step.
 *
 * @param name how the command line calls it
 * @param images images of the batch
 * @param grid patches of an image
 * @param width feature width D
 * @param concepts number of concepts I
 * @param classes number of classes K of the head
 */
public record StepSize(String name, int images, Grid grid, int width, int concepts, int classes) {
    /** The paper's synthetic experiment, full batch. */
    public static final StepSize SYNTHETIC = new StepSize("synthetic", 3000, new Grid(1, 2), 8, 3, 3);
    /** Last layer of a ResNet18 on Places365 with the paper's batch. */
    public static final StepSize RESNET18 = new StepSize("resnet18", 4096, new Grid(7, 7), 512, 448, 365);
    /** Last layer of a ResNet50, as wide as one step of plain automatic differentiation still fits into 24 GB. */
    public static final StepSize RESNET50 = new StepSize("resnet50", 768, new Grid(8, 8), 2048, 1792, 339);

    /** The sizes that have a name, smallest first. */
    public static final List<StepSize> ALL = List.of(SYNTHETIC, RESNET18, RESNET50);

    /** The size with this name. */
    public static StepSize of(String name) {
        return ALL.stream()
                .filter(size -> size.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no size is called '" + name + "'; use one of "
                        + ALL.stream().map(StepSize::name).toList()));
    }

    /** Patches of the batch. */
    public int patches() {
        return Math.multiplyExact(images, grid.cells());
    }
}
