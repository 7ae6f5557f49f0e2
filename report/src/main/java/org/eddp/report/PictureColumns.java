package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.names.ConceptName;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.Html;

/**
 * Pictures in columns, one column per concept. Columns wrap where the screen is narrow, so that none has to be scrolled into
 * view; {@link Figures#pictures} draws the same for files, where the width is fixed.
 */
final class PictureColumns {
    private PictureColumns() {}

    /** A picture (data URL) and the words below it. */
    record Shown(String picture, String words) {}

    /**
     * A title and its pictures, one below the other.
     *
     * @param below text of a page under the pictures, so that pictures of all columns are aligned in rows
     * @param examples crops at the end of the column, small
     */
    record Column(String title, Html below, List<Shown> pictures, List<Crop> examples) {
        Column {
            pictures = List.copyOf(pictures);
            examples = List.copyOf(examples);
        }

        Column(String title, List<Shown> pictures) {
            this(title, Html.of(), pictures, List.of());
        }

        Column(ConceptName concept, List<Shown> pictures, List<Crop> examples) {
            this(concept.title(), ClosestLabel.below(concept), pictures, examples);
        }

        Column(ConceptName concept, List<Shown> pictures) {
            this(concept, pictures, List.of());
        }

        private Figures.Panel panel(int row) {
            return row < pictures.size()
                    ? new Figures.Panel(
                            pictures.get(row).picture(),
                            List.of(title, pictures.get(row).words()))
                    : new Figures.Panel(null, List.of());
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
            if (!column.examples().isEmpty()) {
                parts.add(CropStrip.html(column.examples(), column.title()));
            }
            parts.add(column.below());
            items.add(Html.tag("li", parts.toArray()));
            items.add("\n");
        }
        return Html.styled("ul", "columns", items.toArray());
    }

    /** A picture given as a data URL. */
    static Html picture(String address, String words) {
        return Html.element("img", Map.of("src", address, "alt", words));
    }

    /**
     * The same as rows of a drawing: a row of first pictures, one of second ones.
     *
     * @param lead a first column of every row, or null
     * @param perRow columns beside each other, that one included
     */
    static List<Figures.PanelRow> rows(Column lead, List<Column> columns, int perRow, List<String> headings) {
        List<Figures.PanelRow> rows = new ArrayList<>();
        int fresh = lead == null ? perRow : perRow - 1;
        for (int first = 0; first < columns.size(); first += fresh) {
            List<Column> beside = new ArrayList<>(columns.subList(first, Math.min(columns.size(), first + fresh)));
            if (lead != null) {
                beside.add(0, lead);
            }
            for (int row = 0; row < headings.size(); row++) {
                int at = row;
                rows.add(new Figures.PanelRow(
                        headings.get(row),
                        beside.stream().map(column -> column.panel(at)).toList()));
            }
        }
        return rows;
    }
}
