package org.eddp.experiments.sticker;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.eddp.experiments.BufferedPictures;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.images.input.Snapshot;

/** Pictures in a row, as the network sees them, with the patches framed on which a detector of the card fires. */
final class CardSheets {
    private static final int COLUMNS = 6;
    private static final int SIDE = 168;
    private static final int GAP = 6;
    private static final Color FRAME = new Color(0xE6, 0x9F, 0x00);

    private final PictureFeatures.Source source;
    private final StickerData data;
    private final CardStudy study;

    CardSheets(PictureFeatures.Source source, StickerData data, CardStudy study) {
        this.source = source;
        this.data = data;
        this.study = study;
    }

    /** Training pictures of the marked class, test pictures with a card, and those that the card misleads. */
    List<Picture> all() {
        List<Integer> marked = new ArrayList<>();
        for (int n = 0; n < data.train().marks().length; n++) {
            if (data.train().marks()[n] != null) {
                marked.add(n);
            }
        }
        List<Integer> test = new ArrayList<>();
        for (int n = 0; n < data.stamped().marks().length; n++) {
            test.add(n);
        }
        return List.of(
                sheet(data.train(), marked),
                sheet(data.stamped(), test),
                sheet(data.stamped(), FooledPictures.list(data, study)));
    }

    private Picture sheet(PictureFeatures pictures, List<Integer> from) {
        int count = Math.max(1, Math.min(COLUMNS, from.size()));
        BufferedImage sheet = new BufferedImage(COLUMNS * (SIDE + GAP) - GAP, SIDE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = BufferedPictures.graphics(sheet);
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, sheet.getWidth(), sheet.getHeight());
        BitSet firing = study.firing(pictures);
        for (int k = 0; k < count && !from.isEmpty(); k++) {
            int picture = from.get((int) ((long) k * from.size() / count));
            Graphics2D place = (Graphics2D) graphics.create(k * (SIDE + GAP), 0, SIDE, SIDE);
            paint(place, pictures, picture, firing);
            place.dispose();
        }
        graphics.dispose();
        return BufferedPictures.picture(sheet);
    }

    private void paint(Graphics2D graphics, PictureFeatures pictures, int number, BitSet firing) {
        Picture picture = source.picture(pictures.examples().get(number), pictures.marks()[number]);
        CropBox seen = source.preprocessing().box(picture.width(), picture.height());
        graphics.drawImage(Snapshot.of(picture, seen).image(), 0, 0, SIDE, SIDE, null);
        Grid grid = pictures.features().grid();
        graphics.setColor(FRAME);
        graphics.setStroke(new BasicStroke(2));
        for (int cell = 0; cell < grid.cells(); cell++) {
            if (firing.get(number * grid.cells() + cell)) {
                int left = cell % grid.width() * SIDE / grid.width();
                int top = cell / grid.width() * SIDE / grid.height();
                graphics.drawRect(left + 1, top + 1, SIDE / grid.width() - 2, SIDE / grid.height() - 2);
            }
        }
    }
}
