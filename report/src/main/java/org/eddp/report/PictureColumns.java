package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.Html;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/**
 * Pictures in columns, one column per concept. Columns wrap where the screen is narrow, so that none has to be scrolled into
 * view; {@link Figures#pictures} draws the same for files, where the width is fixed.
 */
final class PictureColumns {
    private PictureColumns() {}

    /** A picture (data address) and the words below it. */
    record Shown(String picture, String words) {}

    /** A title and its pictures, one below the other. */
    record Column(String title, List<Shown> pictures) {
        Column {
            pictures = List.copyOf(pictures);
        }
    }

    static Html html(List<Column> columns) {
        List<Object> items = new ArrayList<>();
        for (Column column : columns) {
            List<Object> parts = new ArrayList<>();
            parts.add(Html.styled("span", "name", column.title()));
            for (Shown shown : column.pictures()) {
                parts.add(picture(shown.picture(), column.title() + ", " + shown.words()));
                parts.add(Html.styled("span", "explain", shown.words()));
            }
            items.add(Html.tag("li", parts.toArray()));
            items.add("\n");
        }
        return Html.styled("ul", "columns", items.toArray());
    }

    /** A picture given as a data address. */
    static Html picture(String address, String words) {
        return Html.element("img", Map.of("src", address, "alt", words));
    }

    /** What colours of maps mean. */
    static Html scale(double limit, String unit) {
        List<Object> steps = new ArrayList<>();
        for (int k = -6; k <= 6; k++) {
            steps.add(Html.element("span", Map.of("style", "background:" + Palette.diverging(k / 6.0))));
        }
        return Html.styled(
                "p",
                "scale",
                Html.tag("span", NumberText.significant(-limit)),
                Html.styled("span", "steps", steps.toArray()),
                Html.tag("span", NumberText.significant(limit) + "; " + unit));
    }
}
