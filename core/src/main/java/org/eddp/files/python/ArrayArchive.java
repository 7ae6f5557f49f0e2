package org.eddp.files.python;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.python.PythonArrays.PythonArray;

/**
 * A zip archive of arrays: {@code .npz}, or a file of {@code torch.save}, also behind a line of text. The latter holds
 * {@code NAME/data.pkl}, which lists the tensors ({@link StateDict}), and their numbers in {@code NAME/data/KEY}.
 */
final class ArrayArchive {
    private static final String PICKLE = "/data.pkl";
    private static final int MOST_ENTRIES = 100_000;
    private static final int LONGEST_PICKLE = 16 << 20;
    /** Limit on shared numbers: tied weights share them, but many tensors that share all would fill the memory. */
    private static final int MOST_SHARED = 8;

    private static final Map<String, NumberKind> STORAGES = Map.of(
            "torch.DoubleStorage", NumberKind.DOUBLE,
            "torch.FloatStorage", NumberKind.FLOAT,
            "torch.HalfStorage", NumberKind.HALF,
            "torch.BFloat16Storage", NumberKind.BFLOAT16,
            "torch.LongStorage", NumberKind.LONG,
            "torch.IntStorage", NumberKind.INT,
            "torch.ShortStorage", NumberKind.SHORT,
            "torch.CharStorage", NumberKind.BYTE,
            "torch.ByteStorage", NumberKind.UNSIGNED_BYTE,
            "torch.BoolStorage", NumberKind.UNSIGNED_BYTE);

    private final ZipFile zip;
    private final MemoryLimit heap;
    private final Map<String, ByteBuffer> storages = new HashMap<>();
    private long taken;
    private long stored;

    private ArrayArchive(ZipFile zip, MemoryLimit heap) {
        this.zip = zip;
        this.heap = heap;
    }

    /**
     * Reads an archive behind a line of text, as saev writes it. It is copied first, because Java does not find the
     * directory of an archive inside of another file.
     */
    static List<PythonArray> readBehindALine(Path file, MemoryLimit heap) {
        try {
            Path copy = Files.createTempFile("eddp-", ".zip");
            try {
                try (InputStream in = new BufferedInputStream(Inputs.stream(file))) {
                    skipLine(in);
                    Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
                }
                return read(copy, file, heap);
            } finally {
                Files.deleteIfExists(copy);
            }
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static void skipLine(InputStream in) throws IOException {
        int next = in.read();
        while (next >= 0 && next != '\n') {
            next = in.read();
        }
    }

    static List<PythonArray> read(Path file, MemoryLimit heap) {
        return read(file, file, heap);
    }

    private static List<PythonArray> read(Path archive, Path file, MemoryLimit heap) {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            return new ArrayArchive(zip, heap).arrays();
        } catch (ZipException e) {
            throw new FileFailure(
                    "cannot read " + file + ": it is not an archive of arrays (" + e.getMessage()
                            + "); expected are safetensors, .npy, .npz, or what torch.save writes",
                    e);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        } catch (Damaged e) {
            throw new FileFailure("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private List<PythonArray> arrays() throws IOException {
        if (zip.size() > MOST_ENTRIES) {
            throw new Damaged("it has " + zip.size() + " entries, at most " + MOST_ENTRIES + " are read");
        }
        List<ZipEntry> entries = new ArrayList<>(Collections.list(zip.entries()));
        List<ZipEntry> pickles =
                entries.stream().filter(e -> e.getName().endsWith(PICKLE)).toList();
        if (pickles.size() == 1) {
            return tensors(pickles.get(0));
        }
        List<PythonArray> arrays = new ArrayList<>();
        for (ZipEntry entry : entries) {
            if (entry.getName().endsWith(".npy")) {
                String name = entry.getName().substring(0, entry.getName().length() - ".npy".length());
                arrays.add(NpyFile.parse(name, content(entry, heap.readable()), heap));
            }
        }
        if (arrays.isEmpty()) {
            throw new Damaged("it is an archive without arrays (no .npy and no data.pkl in it)");
        }
        return arrays;
    }

    private List<PythonArray> tensors(ZipEntry pickle) throws IOException {
        String folder = pickle.getName().substring(0, pickle.getName().length() - PICKLE.length());
        ZipEntry order = zip.getEntry(folder + "/byteorder");
        if (order != null && !new String(content(order, 16), StandardCharsets.US_ASCII).equals("little")) {
            throw new Damaged("its numbers are big-endian, which is not read here; " + StateDict.CONVERT);
        }
        List<PythonArray> arrays = new ArrayList<>();
        for (StateDict.Entry entry : StateDict.of(content(pickle, LONGEST_PICKLE))) {
            arrays.add(array(folder, entry));
        }
        return arrays;
    }

    private PythonArray array(String folder, StateDict.Entry entry) throws IOException {
        PickledTensor tensor = entry.tensor();
        String place = folder + "/data/" + tensor.storage().key();
        ByteBuffer storage = storages.get(place);
        if (storage == null) {
            ZipEntry found = zip.getEntry(place);
            if (found == null) {
                throw new Damaged("the numbers of '" + entry.name() + "' are not in it (" + place + ")");
            }
            storage = ByteBuffer.wrap(content(found, heap.readable())).order(ByteOrder.LITTLE_ENDIAN);
            heap.take(place, storage.limit());
            storages.put(place, storage);
            stored += storage.limit() / numbers(tensor).bytes();
        }
        double[] values = values(entry, storage);
        taken += values.length;
        if (taken > MOST_SHARED * stored) {
            throw new Damaged(
                    "its tensors take the same numbers more than " + MOST_SHARED + " times; " + StateDict.CONVERT);
        }
        return new PythonArray(entry.name(), tensor.sizes(), values);
    }

    private static NumberKind numbers(PickledTensor tensor) {
        NumberKind numbers = STORAGES.get(tensor.storage().type());
        if (numbers == null) {
            throw new Damaged("it has numbers of type " + tensor.storage().type() + "; save them as float32");
        }
        return numbers;
    }

    /** Follows the strides, after a check that the last element is inside. */
    private double[] values(StateDict.Entry entry, ByteBuffer storage) {
        PickledTensor tensor = entry.tensor();
        NumberKind numbers = numbers(tensor);
        long[] shape = tensor.sizes();
        long[] strides = tensor.strides();
        int count = (int) NumberKind.count(entry.name(), shape);
        long held = storage.limit() / numbers.bytes();
        long last = tensor.offset();
        for (int d = 0; d < shape.length; d++) {
            last += Math.max(0, shape[d] - 1) * strides[d];
        }
        if (count > 0 && (last >= held || count > held)) { // numbers repeated by strides would cost more than the file
            throw new Damaged("tensor '" + entry.name() + "' reaches beyond the " + held + " numbers of its storage");
        }
        heap.takeNumbers(entry.name(), count);
        double[] values = new double[count];
        long[] index = new long[shape.length];
        for (int to = 0; to < count; to++) {
            long from = tensor.offset();
            for (int d = 0; d < shape.length; d++) {
                from += index[d] * strides[d];
            }
            values[to] = numbers.at(storage, (int) from);
            for (int d = shape.length - 1; d >= 0 && ++index[d] == shape[d]; d--) {
                index[d] = 0;
            }
        }
        return values;
    }

    private byte[] content(ZipEntry entry, int most) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] content = in.readNBytes(most);
            if (in.read() >= 0) {
                throw new Damaged("its entry " + entry.getName() + " is larger than the " + most
                        + " bytes that can be read of it here; give Java more memory, or take fewer arrays");
            }
            return content;
        }
    }
}
