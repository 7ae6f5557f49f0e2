package org.eddp.network.torch.script;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** TorchScript archives written byte by byte, without an engine that would refuse to write them: a 4 x 3 weight and any program. */
public final class HandmadeTorchScript {
    /** Mean colour to four classes. */
    public static final String RESULT = "torch.linear(torch.mean(x, [2, 3]), weight)";

    /** A module with a weight. */
    static final String MODULES = "\u0080\2c__torch__\nNet\nq\0)\u0081}(X\10\0\0\0trainingq\1\u0088"
            + "X\6\0\0\0weightq\2ctorch._utils\n_rebuild_tensor_v2\nq\3((X\7\0\0\0storageq\4ctorch\nFloatStorage\nq\5"
            + "X\1\0\0\0"
            + "0q\6X\3\0\0\0cpuq\7K\14tq\10QK\0K\4K\3\u0086q\tK\3K\1\u0086q\n\u0089ccollections\nOrderedDict\n"
            + "q\13)Rq\14tq\rRq\16ub.";

    private HandmadeTorchScript() {}

    /** An archive whose forward runs these statements, each on a line of its own, with {@code x} and {@code weight} at hand. */
    public static byte[] with(String... statements) {
        return archive(latin(program(statements)), latin(MODULES), weights());
    }

    /** A program whose forward runs these statements. */
    static String program(String... statements) {
        StringBuilder program = new StringBuilder("""
                class Net(Module):
                  __parameters__ = ["weight", ]
                  __buffers__ = []
                  weight : Tensor
                  training : bool
                  def forward(self: __torch__.Net,
                    x: Tensor) -> Tensor:
                    weight = self.weight
                """);
        for (String statement : statements) {
            program.append("    ").append(statement).append('\n');
        }
        return program.toString();
    }

    /** An archive of a program, a tree of modules and the numbers of its tensors. */
    static byte[] archive(byte[] program, byte[] modules, byte[] numbers) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("net/data.pkl", modules);
        entries.put("net/code/__torch__.py", program);
        entries.put("net/data/0", numbers);
        entries.put("net/constants.pkl", new byte[] {(byte) 0x80, 2, ')', '.'});
        entries.put("net/version", latin("3\n"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Map.Entry<String, byte[]> named : entries.entrySet()) {
                ZipEntry entry = new ZipEntry(named.getKey());
                CRC32 sum = new CRC32();
                sum.update(named.getValue());
                entry.setCrc(sum.getValue());
                entry.setSize(named.getValue().length);
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(named.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Numbers of the weight. */
    static byte[] weights() {
        ByteBuffer numbers = ByteBuffer.allocate(12 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 12; i++) {
            numbers.putFloat(i - 5.5f);
        }
        return numbers.array();
    }

    /** The same archive behind other bytes, with every place in its directory corrected. */
    public static byte[] behind(byte[] start, byte[] archive) {
        ByteBuffer moved = ByteBuffer.allocate(start.length + archive.length).order(ByteOrder.LITTLE_ENDIAN);
        moved.put(start).put(archive);
        int end = moved.capacity() - 22;
        int at = moved.getInt(end + 16) + start.length;
        moved.putInt(end + 16, at);
        while (at < end) {
            moved.putInt(at + 42, moved.getInt(at + 42) + start.length);
            at = next(moved, at);
        }
        return moved.array();
    }

    /** The same archive whose directory gives the place of its first entry for the last one too. */
    public static byte[] overlapping(byte[] archive) {
        ByteBuffer bytes = ByteBuffer.wrap(archive.clone()).order(ByteOrder.LITTLE_ENDIAN);
        int end = bytes.capacity() - 22;
        int last = 0;
        for (int at = bytes.getInt(end + 16); at < end; at = next(bytes, at)) {
            last = at;
        }
        bytes.putInt(last + 42, 0);
        return bytes.array();
    }

    private static int next(ByteBuffer directory, int at) {
        return at + 46 + directory.getShort(at + 28) + directory.getShort(at + 30) + directory.getShort(at + 32);
    }

    /** Bytes of a text whose letters stand for one each. */
    public static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
