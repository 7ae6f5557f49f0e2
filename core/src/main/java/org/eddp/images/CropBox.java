package org.eddp.images;

/**
 * The rectangle of the original picture that a network saw, in pixels of the original: what is needed to lay a grid of
 * features over the picture. Edges need not fall on whole pixels.
 *
 * @param left distance of its left edge from that of the picture
 * @param top distance of its top edge from that of the picture
 * @param width in pixels of the original
 * @param height in pixels of the original
 */
public record CropBox(double left, double top, double width, double height) {
    /** The part of this box that one cell of a grid covers, for a grid laid over the whole box. */
    public CropBox cell(int row, int column, int rows, int columns) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) {
            throw new IllegalArgumentException(
                    "cell " + row + ", " + column + " lies outside a grid of " + rows + " x " + columns);
        }
        return new CropBox(left + width * column / columns, top + height * row / rows, width / columns, height / rows);
    }
}
