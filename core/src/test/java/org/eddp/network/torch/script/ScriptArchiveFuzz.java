package org.eddp.network.torch.script;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eddp.FuzzedFile;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.junit.jupiter.params.provider.MethodSource;

/** TorchScript archives, the pickles and the programs in them: read, parsed and run on an image of 8 x 8. */
class ScriptArchiveFuzz {
    private static final String PROGRAM = """
            class Net(Module):
              __parameters__ = ["weight", ]
              __buffers__ = []
              weight : Tensor
              training : bool
              def forward(self: __torch__.Net,
                x: Tensor) -> Tensor:
                weight = self.weight
                if torch.gt(torch.dim(x), 2):
                  _0 = torch.mean(x, [2, 3])
                else:
                  _0 = x
                return torch.linear(_0, weight)
            """;
    private static final String MODULES = "\u0080\2c__torch__\nNet\nq\0)\u0081}(X\10\0\0\0trainingq\1\u0088"
            + "X\6\0\0\0weightq\2ctorch._utils\n_rebuild_tensor_v2\nq\3((X\7\0\0\0storageq\4ctorch\nFloatStorage\nq\5"
            + "X\1\0\0\0"
            + "0q\6X\3\0\0\0cpuq\7K\14tq\10QK\0K\4K\3\u0086q\tK\3K\1\u0086q\n\u0089ccollections\nOrderedDict\n"
            + "q\13)Rq\14tq\rRq\16ub.";

    /** An archive of this program and tree of modules. */
    private static byte[] archive(byte[] program, byte[] modules) {
        Map<String, byte[]> entries = new TreeMap<>(Map.of(
                "net/code/__torch__.py", program,
                "net/data.pkl", modules,
                "net/constants.pkl", new byte[] {(byte) 0x80, 2, ')', '.'},
                "net/data/0", new byte[48],
                "net/version", new byte[] {'3', '\n'}));
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

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void run(Path file) {
        Budget budget = new Budget(new TrialLimits(2, 1024));
        try {
            Recording.of(ScriptFile.open(file), new ImageInput("x", 3, 8, 8), null, budget)
                    .close();
        } catch (NetworkFailure e) {
            throw e.after(file + ": ");
        }
    }

    static Stream<byte[]> archives() {
        byte[] whole = archive(latin(PROGRAM), latin(MODULES));
        byte[] longer = Arrays.copyOf(whole, whole.length + 7);
        return Stream.of(
                whole,
                archive(new byte[0], new byte[0]),
                longer,
                Arrays.copyOf(whole, whole.length - 30),
                latin("PK\5\6" + "\0".repeat(18)));
    }

    static Stream<byte[]> programs() {
        return Stream.of(
                        PROGRAM,
                        PROGRAM.replace("forward", "__setstate__"),
                        PROGRAM.replace("torch.gt(torch.dim(x), 2)", "torch.eq(torch.len([1, 2, x]), 3)"),
                        PROGRAM.replace(
                                "    weight = self.weight",
                                "    for i in range(3):\n"
                                        + "      x = torch.relu(x)\n"
                                        + "    l = [torch.size(x, 0), 2 if i > 1 else -1]\n"
                                        + "    _1 = torch.append(l, 3)\n"
                                        + "    d = {\"a\": l, \"b\": torch.slice(l, 0, 1, 1)}\n"
                                        + "    weight = self.weight"),
                        "CONSTANT = " + "(".repeat(300),
                        "def f(x: int=" + "[".repeat(150) + "]".repeat(150) + "):\n  return \"\"\"a\\\"\"\"\"",
                        "def f(a, b=torch.save(1)):\n  pass",
                        "  ".repeat(300) + "if a:\n")
                .map(ScriptArchiveFuzz::latin);
    }

    static Stream<byte[]> modules() {
        return Stream.of(MODULES, "\u0080\2X\u00ff\u00ff\u00ff\u00ff.", "U\u00ffabc", "cos\nsystem\n.", ".")
                .map(ScriptArchiveFuzz::latin);
    }

    @MethodSource("archives")
    @FuzzTest
    void archive(byte[] content) {
        FuzzedFile.check("fuzzed.pt", content, ScriptArchiveFuzz::run);
    }

    @MethodSource("programs")
    @FuzzTest
    void program(byte[] content) {
        FuzzedFile.check("fuzzed.pt", archive(content, latin(MODULES)), ScriptArchiveFuzz::run);
    }

    @MethodSource("modules")
    @FuzzTest
    void modules(byte[] content) {
        FuzzedFile.check("fuzzed.pt", archive(latin(PROGRAM), content), ScriptArchiveFuzz::run);
    }
}
