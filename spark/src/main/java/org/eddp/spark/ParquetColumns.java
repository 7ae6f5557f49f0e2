package org.eddp.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.eddp.files.FileFailure;

/**
 * Finds the columns of pictures, names and classes in a table. Pictures are a column of bytes ({@code content} as
 * Spark's source {@code binaryFile} calls it) or the field {@code bytes} of a structure ({@code image}, as in datasets
 * of Hugging Face).
 *
 * @param bytes column of the pictures, with the structure it is in before it
 * @param path column of names, likewise; null if there is none
 * @param label column of classes; null if there is none
 */
record ParquetColumns(List<String> bytes, List<String> path, String label) {
    /** Names of the column of pictures, if a table has several columns of bytes. */
    private static final List<String> USUAL = List.of("image", "content", "bytes", "jpg", "jpeg", "png", "webp");

    private static final String BYTES = "bytes";
    private static final String PATH = "path";
    private static final String LABEL = "label";

    /**
     * Looks for them.
     *
     * @return empty if no column has bytes
     * @throws FileFailure if several have, and none has such a name
     */
    static Optional<ParquetColumns> of(Path file, MessageType table) {
        List<String> found = new ArrayList<>();
        for (Type column : table.getFields()) {
            if (isBytes(column) || isStructure(column) && isBytes(field(column.asGroupType(), BYTES))) {
                found.add(column.getName());
            }
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String chosen = USUAL.stream()
                .filter(found::contains)
                .findFirst()
                .orElseGet(() -> found.size() == 1 ? found.get(0) : null);
        if (chosen == null) {
            throw new FileFailure(
                    "cannot read " + file + ": it has several columns of bytes (" + String.join(", ", found)
                            + "), and none is called as one of pictures is; call that content or image");
        }
        Type column = table.getType(chosen);
        boolean inside = isStructure(column);
        List<String> path = inside && isText(field(column.asGroupType(), PATH))
                ? List.of(chosen, PATH)
                : isText(field(table, PATH)) ? List.of(PATH) : null;
        Type label = field(table, LABEL);
        return Optional.of(new ParquetColumns(
                inside ? List.of(chosen, BYTES) : List.of(chosen),
                path,
                isText(label) || isWhole(label) ? LABEL : null));
    }

    private static Type field(GroupType group, String name) {
        return group.containsField(name) ? group.getType(name) : null;
    }

    private static boolean isStructure(Type column) {
        return !column.isPrimitive() && !column.isRepetition(Type.Repetition.REPEATED);
    }

    private static boolean is(Type column, PrimitiveTypeName name) {
        return column != null
                && column.isPrimitive()
                && !column.isRepetition(Type.Repetition.REPEATED)
                && column.asPrimitiveType().getPrimitiveTypeName() == name;
    }

    private static boolean isBytes(Type column) {
        return is(column, PrimitiveTypeName.BINARY) && column.getLogicalTypeAnnotation() == null;
    }

    private static boolean isText(Type column) {
        return is(column, PrimitiveTypeName.BINARY)
                && column.getLogicalTypeAnnotation() instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation;
    }

    private static boolean isWhole(Type column) {
        return is(column, PrimitiveTypeName.INT64) || is(column, PrimitiveTypeName.INT32);
    }

    /** The table with the pictures alone. */
    MessageType pictures(MessageType table) {
        return new MessageType(table.getName(), part(table, bytes));
    }

    /** The table with names and classes alone; empty if there are neither. */
    Optional<MessageType> names(MessageType table) {
        List<Type> columns = new ArrayList<>();
        if (path != null) {
            columns.add(part(table, path));
        }
        if (label != null) {
            columns.add(table.getType(label));
        }
        return columns.isEmpty() ? Optional.empty() : Optional.of(new MessageType(table.getName(), columns));
    }

    private static Type part(MessageType table, List<String> column) {
        Type whole = table.getType(column.get(0));
        return column.size() == 1
                ? whole
                : new GroupType(
                        whole.getRepetition(),
                        whole.getName(),
                        whole.asGroupType().getType(column.get(1)));
    }

    /** The picture of a row of {@link #pictures}; null if it has none. */
    byte[] picture(Group row) {
        Binary value = binary(row, bytes);
        return value == null ? null : value.getBytes();
    }

    /** The name in a row of {@link #names}, without folders; null if it has none. */
    String name(Group row) {
        Binary value = path == null ? null : binary(row, path);
        if (value == null) {
            return null;
        }
        String text = value.toStringUsingUTF8();
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** The class in a row of {@link #names}; null if it has none. */
    String className(Group row) {
        if (label == null || row.getFieldRepetitionCount(label) == 0) {
            return null;
        }
        String text = row.getValueToString(row.getType().getFieldIndex(label), 0);
        return text.isBlank() ? null : text;
    }

    private static Binary binary(Group row, List<String> column) {
        Group in = row;
        for (String name : column.subList(0, column.size() - 1)) {
            if (in.getFieldRepetitionCount(name) == 0) {
                return null;
            }
            in = in.getGroup(name, 0);
        }
        String last = column.get(column.size() - 1);
        return in.getFieldRepetitionCount(last) == 0 ? null : in.getBinary(last, 0);
    }
}
