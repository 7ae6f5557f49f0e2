package org.eddp.spark;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/**
 * The pictures of a Parquet file, each under the last part of its path, or, where paths are missing or two end alike,
 * under the number of its row. A picture is read with its whole row group, which is how the format is stored; row
 * groups are cached while there is memory, because neighbours are usually read one after the other.
 */
final class ParquetPictures implements PictureArchive {
    /** Limit on the rows of a file, which are all listed. */
    private static final long MOST_ROWS = 1 << 22;

    /** Bytes of pictures in one row group: eight times the default of writers. */
    private static final long MOST_BYTES = 1L << 30;

    /** Characters of a name. */
    private static final int LONGEST = 255;

    private final Path file;
    private final ParquetColumns columns;
    private final List<Item> items;
    /** The first row of each row group, and behind them the number of all rows. */
    private final long[] firsts;

    private final List<SoftReference<byte[][]>> held = new ArrayList<>();

    private ParquetPictures(Path file, ParquetColumns columns, List<Item> items, long[] firsts) {
        this.file = file;
        this.columns = columns;
        this.items = items;
        this.firsts = firsts;
        for (int group = 0; group < firsts.length - 1; group++) {
            held.add(new SoftReference<>(null));
        }
    }

    /** Lists the rows; of a table without a column of bytes none. */
    static PictureArchive of(Path file, ParquetFileReader reader) throws IOException {
        MessageType table = reader.getFileMetaData().getSchema();
        ParquetColumns columns = ParquetColumns.of(file, table).orElse(null);
        if (columns == null) {
            return new ParquetPictures(file, null, List.of(), new long[1]);
        }
        List<BlockMetaData> groups = reader.getRowGroups();
        long[] firsts = new long[groups.size() + 1];
        for (int group = 0; group < groups.size(); group++) {
            long rows = groups.get(group).getRowCount();
            firsts[group + 1] = firsts[group] + rows;
            if (rows < 0 || firsts[group + 1] > MOST_ROWS) {
                throw new FileFailure(
                        "cannot read " + file + ": it has more than " + MOST_ROWS + " rows; write it as several files");
            }
        }
        return new ParquetPictures(file, columns, items(reader, columns, table, firsts), firsts);
    }

    private static List<Item> items(ParquetFileReader reader, ParquetColumns columns, MessageType table, long[] firsts)
            throws IOException {
        int rows = (int) firsts[firsts.length - 1];
        String[] names = new String[rows];
        String[] classes = new String[rows];
        MessageType wanted = columns.names(table).orElse(null);
        if (wanted != null) {
            for (int group = 0; group < firsts.length - 1; group++) {
                int first = (int) firsts[group];
                Group[] found = rows(reader, wanted, group, (int) firsts[group + 1] - first);
                for (int row = 0; row < found.length; row++) {
                    names[first + row] = columns.name(found[row]);
                    classes[first + row] = columns.className(found[row]);
                }
            }
        }
        boolean named = areNames(names);
        List<Item> items = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            String name = named ? names[row] : String.format(Locale.ROOT, "%08d", row);
            items.add(new Item(name, row, -1, classes[row], null));
        }
        return items;
    }

    /** Whether all names are unique and valid in a path. */
    private static boolean areNames(String[] names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name == null
                    || name.isBlank()
                    || name.startsWith(".")
                    || name.indexOf('\0') >= 0
                    || name.length() > LONGEST
                    || !seen.add(name)) {
                return false;
            }
        }
        return true;
    }

    private static Group[] rows(ParquetFileReader reader, MessageType wanted, int group, int count) throws IOException {
        reader.setRequestedSchema(wanted);
        PageReadStore pages = reader.readRowGroup(group);
        RecordReader<Group> records = new ColumnIOFactory(
                        reader.getFileMetaData().getCreatedBy())
                .getColumnIO(wanted)
                .getRecordReader(pages, new GroupRecordConverter(wanted));
        Group[] rows = new Group[count];
        for (int row = 0; row < count; row++) {
            rows[row] = records.read();
        }
        return rows;
    }

    @Override
    public List<Item> items() {
        return items;
    }

    @Override
    public byte[] read(Item item) throws IOException {
        int group = 0;
        while (firsts[group + 1] <= item.place()) {
            group++;
        }
        return pictures(group)[(int) (item.place() - firsts[group])];
    }

    /** One thread reads a row group, others wait. */
    private synchronized byte[][] pictures(int group) throws IOException {
        byte[][] known = held.get(group).get();
        if (known != null) {
            return known;
        }
        byte[][] found = ParquetFormat.reading(file, reader -> {
            require(reader.getRowGroups().get(group), reader.getRowGroups().size());
            Group[] rows =
                    rows(reader, columns.pictures(reader.getFileMetaData().getSchema()), group, (int)
                            (firsts[group + 1] - firsts[group]));
            byte[][] pictures = new byte[rows.length][];
            for (int row = 0; row < rows.length; row++) {
                pictures[row] = columns.picture(rows[row]);
            }
            return pictures;
        });
        held.set(group, new SoftReference<>(found));
        return found;
    }

    private void require(BlockMetaData group, int groups) {
        long bytes = group.getColumns().stream()
                .filter(column -> List.of(column.getPath().toArray()).equals(columns.bytes()))
                .mapToLong(column -> Math.max(column.getTotalSize(), column.getTotalUncompressedSize()))
                .sum();
        if (bytes > MOST_BYTES) {
            throw new FileFailure(
                    "cannot read " + file + ": a row group of it has " + bytes + " bytes of pictures, more than the "
                            + MOST_BYTES + " that are read at once; write it with smaller ones");
        }
        if (groups != firsts.length - 1) {
            throw new FileFailure("cannot read " + file + ": it was overwritten meanwhile; run it again");
        }
    }
}
