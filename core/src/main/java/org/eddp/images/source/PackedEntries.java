package org.eddp.images.source;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.eddp.images.source.ImageList.Entry;

/**
 * Images in the order of their names, in little memory: the bytes of a name and twelve more for each, and every class
 * once. Entries are made when they are asked for. Names are compared as UTF-8, whose order is that of code points.
 */
final class PackedEntries extends AbstractList<Entry> implements RandomAccess {
    private static final int BLOCK = 1 << 16;

    private final Path root;
    private final List<Block> blocks = new ArrayList<>();
    private final List<String> classes = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** The paths of images that are not at their name below the root. */
    private final Map<Integer, Path> elsewhere = new HashMap<>();

    private int size;
    /** Null as long as entries are in the order in which they came. */
    private int[] order;

    /** @param root that names are relative to */
    PackedEntries(Path root) {
        this.root = root;
    }

    static PackedEntries of(Path root, List<Entry> found) {
        PackedEntries entries = new PackedEntries(root);
        found.forEach(entries::append);
        return entries.sorted();
    }

    /** Some names, one after the other. */
    private static final class Block {
        private byte[] names = new byte[BLOCK];
        private final int[] ends = new int[BLOCK];
        private final int[] classes = new int[BLOCK];

        void put(int index, byte[] name, int className) {
            int from = from(index);
            ends[index] = from + name.length;
            classes[index] = className;
            if (ends[index] > names.length) {
                names = Arrays.copyOf(names, Math.max(ends[index], names.length + names.length / 2));
            }
            System.arraycopy(name, 0, names, from, name.length);
        }

        int from(int index) {
            return index == 0 ? 0 : ends[index - 1];
        }

        String name(int index) {
            return new String(names, from(index), ends[index] - from(index), StandardCharsets.UTF_8);
        }
    }

    void append(Entry entry) {
        if (size % BLOCK == 0) {
            blocks.add(new Block());
        }
        int className = entry.className() == null
                ? -1
                : numbers.computeIfAbsent(entry.className(), name -> {
                    classes.add(name);
                    return classes.size() - 1;
                });
        blocks.get(size / BLOCK).put(size % BLOCK, entry.name().getBytes(StandardCharsets.UTF_8), className);
        if (!root.resolve(entry.name()).equals(entry.path())) {
            elsewhere.put(size, entry.path());
        }
        size++;
    }

    /** Puts them in order; equal names stay in theirs. */
    PackedEntries sorted() {
        int[] sorted = new int[size];
        Arrays.setAll(sorted, i -> i);
        int[] merged = new int[size];
        for (long run = 1; run < size; run *= 2) {
            for (long first = 0; first < size; first += 2 * run) {
                merge(sorted, merged, (int) first, (int) Math.min(first + run, size), (int)
                        Math.min(first + 2 * run, size));
            }
            int[] other = sorted;
            sorted = merged;
            merged = other;
        }
        order = sorted;
        return this;
    }

    private void merge(int[] from, int[] to, int first, int middle, int end) {
        if (middle == end || compare(from[middle - 1], from[middle]) <= 0) {
            System.arraycopy(from, first, to, first, end - first);
            return;
        }
        int left = first;
        int right = middle;
        for (int i = first; i < end; i++) {
            boolean leftFirst = right == end || left < middle && compare(from[left], from[right]) <= 0;
            to[i] = from[leftFirst ? left++ : right++];
        }
    }

    private int compare(int one, int other) {
        Block a = blocks.get(one / BLOCK);
        Block b = blocks.get(other / BLOCK);
        int i = one % BLOCK;
        int j = other % BLOCK;
        return Arrays.compareUnsigned(a.names, a.from(i), a.ends[i], b.names, b.from(j), b.ends[j]);
    }

    @Override
    public Entry get(int index) {
        int place = order == null ? index : order[index];
        Block block = blocks.get(place / BLOCK);
        String name = block.name(place % BLOCK);
        int className = block.classes[place % BLOCK];
        Path path = elsewhere.get(place);
        return new Entry(name, path == null ? root.resolve(name) : path, className < 0 ? null : classes.get(className));
    }

    @Override
    public int size() {
        return size;
    }
}
