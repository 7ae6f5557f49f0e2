package org.eddp.experiments.reproduction;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.experiments.reproduction.ResultTable.Group;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.files.json.Json;
import org.eddp.learning.Preset.NetworkPreset;

/**
 * The numbers of the paper's tables, as printed there.
 *
 * @param tables all of them
 */
record PaperTables(List<PaperTable> tables) {
    private static final String SIZE = "I";
    private static final String METHOD = "Method";

    PaperTables {
        tables = List.copyOf(tables);
    }

    /**
     * A table.
     *
     * @param kind name of the table of ours that it belongs to
     * @param network it is about
     * @param number in the paper
     */
    record PaperTable(String kind, String network, int number, List<String> columns, List<List<String>> rows) {}

    /** Reads them. */
    static PaperTables read() {
        return Json.readResource(PaperTables.class, "paper-tables.json", PaperTables.class);
    }

    /** The network of the paper that a file is most like, by its name; empty if there is none. */
    static Optional<NetworkPreset> like(String file) {
        String name = file.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        if (name.contains("resnet")) {
            return Optional.of(
                    name.contains("resnet18") ? NetworkPreset.RESNET18_PLACES365 : NetworkPreset.RESNET50_MIT);
        }
        if (name.contains("efficientnet")) {
            return Optional.of(NetworkPreset.EFFICIENTNET_IMAGENET);
        }
        if (name.contains("inception")) {
            return Optional.of(NetworkPreset.INCEPTION_V3_IMAGENET);
        }
        return name.contains("vgg") ? Optional.of(NetworkPreset.VGG16_IMAGENET) : Optional.empty();
    }

    /** Our table with the paper's rows below, if the paper has such a table for the network. */
    ResultTable beside(ResultTable ours, String kind, Optional<NetworkPreset> network) {
        ResultTable all = ours;
        for (PaperTable table : tables) {
            if (table.kind().equals(kind)
                    && network.filter(n -> n.label().equals(table.network())).isPresent()) {
                all = all.and(group(table, ours));
            }
        }
        return all;
    }

    /** The paper has three numbers of concepts; seven eighths of the features is the one of its ablations. */
    private static Group group(PaperTable table, ResultTable ours) {
        int size = table.columns().indexOf(SIZE);
        List<String> sizes = size < 0
                ? List.of()
                : table.rows().stream().map(row -> row.get(size)).distinct().toList();
        String middle = sizes.isEmpty() ? null : sizes.get(sizes.size() / 2);
        List<Line> lines = new ArrayList<>();
        for (List<String> row : table.rows()) {
            boolean natural = table.columns().contains(METHOD)
                    && row.get(table.columns().indexOf(METHOD)).equals("Natural");
            if (middle == null || natural || row.get(size).equals(middle)) {
                lines.add(Line.of(ours.columns().stream()
                        .map(column -> cell(table, row, ResultTable.plain(column)))
                        .toList()));
            }
        }
        return new Group(title(table), true, lines);
    }

    /** Where numbers are quoted from. */
    static String title(PaperTable table) {
        return "the paper, Table " + table.number() + ", " + table.network();
    }

    private static String cell(PaperTable table, List<String> row, String column) {
        int index = table.columns().indexOf(column);
        return index < 0 ? ResultTable.NOTHING : row.get(index);
    }
}
