package org.eddp.network.torch.script;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.junit.jupiter.params.provider.MethodSource;

/** TorchScript archives, the pickles and the programs in them: read, parsed and run on an image of 8 x 8. */
class ScriptArchiveFuzz {
    private static final String PROGRAM = HandmadeTorchScript.program(
            "if torch.gt(torch.dim(x), 2):",
            "  _0 = torch.mean(x, [2, 3])",
            "else:",
            "  _0 = x",
            "return torch.linear(_0, weight)");
    /** An archive of this program and tree of modules. */
    private static byte[] archive(byte[] program, byte[] modules) {
        return HandmadeTorchScript.archive(program, modules, HandmadeTorchScript.weights());
    }

    /** Reads the modules and the program, without running it. */
    private static void read(Path file) {
        try {
            ScriptFile.open(file).inputName();
        } catch (NetworkFailure e) {
            throw e.after(file + ": ");
        }
    }

    private static void run(Path file) {
        Budget budget = new Budget(new TrialLimits(1, 1024));
        try {
            Recording.of(ScriptFile.open(file), new ImageInput("x", 3, 8, 8), null, budget)
                    .close();
        } catch (NetworkFailure e) {
            throw e.after(file + ": ");
        }
    }

    private static void check(byte[] content) {
        FuzzedFile.check("fuzzed.pt", content, ScriptArchiveFuzz::read);
        FuzzedFile.checkProgram("fuzzed.pt", content, ScriptArchiveFuzz::run);
    }

    static Stream<byte[]> archives() {
        byte[] whole =
                archive(HandmadeTorchScript.latin(PROGRAM), HandmadeTorchScript.latin(HandmadeTorchScript.MODULES));
        byte[] longer = Arrays.copyOf(whole, whole.length + 7);
        return Stream.of(
                whole,
                archive(new byte[0], new byte[0]),
                longer,
                Arrays.copyOf(whole, whole.length - 30),
                HandmadeTorchScript.latin("PK\5\6" + "\0".repeat(18)));
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
                .map(HandmadeTorchScript::latin);
    }

    static Stream<byte[]> modules() {
        return Stream.of(
                        HandmadeTorchScript.MODULES,
                        "\u0080\2X\u00ff\u00ff\u00ff\u00ff.",
                        "U\u00ffabc",
                        "cos\nsystem\n.",
                        ".")
                .map(HandmadeTorchScript::latin);
    }

    @MethodSource("archives")
    @FuzzTest
    void archive(byte[] content) {
        check(content);
    }

    @MethodSource("programs")
    @FuzzTest
    void program(byte[] content) {
        check(archive(content, HandmadeTorchScript.latin(HandmadeTorchScript.MODULES)));
    }

    @MethodSource("modules")
    @FuzzTest
    void modules(byte[] content) {
        check(archive(HandmadeTorchScript.latin(PROGRAM), content));
    }
}
