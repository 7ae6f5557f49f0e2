package org.eddp.images.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.eddp.files.FileNames;
import org.eddp.images.source.ImageList.Entry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedEntriesTest {
    private static final Path ROOT = Path.of("/photos");

    private static Entry random(Random random) {
        String[] parts = {"a", "b", "Z", "/", "0", "9", "-", "\u00e9", "\uffee", "\ud83d\ude00"};
        StringBuilder name = new StringBuilder("x");
        for (int n = random.nextInt(6); n >= 0; n--) {
            name.append(parts[random.nextInt(parts.length)]);
        }
        name.append(".png");
        Path path = random.nextInt(5) == 0 ? Path.of("/elsewhere/" + random.nextInt()) : ROOT.resolve(name.toString());
        return new Entry(name.toString(), path, random.nextInt(4) == 0 ? null : "class " + random.nextInt(5));
    }

    /** Equal names are among them; more than one block only in the last. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 100, 70_000})
    void isTheSortedList(int count) {
        Random random = new Random(count);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(random(random));
        }
        List<Entry> expected = new ArrayList<>(entries);
        expected.sort(Comparator.comparing(Entry::name, FileNames.ORDER));
        assertThat(PackedEntries.of(ROOT, entries)).isEqualTo(expected);
    }
}
