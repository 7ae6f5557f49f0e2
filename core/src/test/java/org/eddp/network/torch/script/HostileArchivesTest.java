package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Archives edited by hand: nothing in them runs but operators on tensors, and nothing overflows. */
class HostileArchivesTest {
    private static final String CODE = "net/code/__torch__.py";
    private static final String FORWARD = "  def forward(self: __torch__.Net,\n";
    private static final int MANY = 5000;

    @TempDir
    private Path folder;

    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private Path victim;

    @BeforeEach
    void fineNetwork() throws IOException {
        Path file = folder.resolve("net.pt");
        try (Scope scope = Scope.open()) {
            new ScriptWriter("Net")
                    .parameter("weight", new Blocks(3).weights(1, 4, 3))
                    .source("def forward(self, x):\n    return torch.linear(torch.mean(x, [2, 3]), self.weight)\n")
                    .save(file);
            Libtorch.print(file);
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                try (InputStream in = zip.getInputStream(entry)) {
                    entries.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        assertThat(code()).contains(FORWARD);
        victim = Files.write(folder.resolve("victim.bin"), new byte[4096]);
    }

    private String code() {
        return new String(entries.get(CODE), StandardCharsets.UTF_8);
    }

    private void edit(UnaryOperator<String> change) {
        String before = code();
        String after = change.apply(before);
        assertThat(after).isNotEqualTo(before);
        entries.put(CODE, after.getBytes(StandardCharsets.UTF_8));
    }

    private Path pack() throws IOException {
        Path file = folder.resolve("edited.pt");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }

    private void expectRefusal(String... words) throws IOException {
        expectRefusal(pack(), words);
    }

    private void expectRefusal(Path file, String... words) throws IOException {
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(words)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
        assertThat(victim).hasBinaryContent(new byte[4096]);
    }

    /** It is a network like any other, and nothing else happens. */
    private void expectNothing() throws IOException {
        packedAgainItIsFine();
        assertThat(victim).hasBinaryContent(new byte[4096]);
    }

    /** Changes another file as soon as it is evaluated. */
    private String change() {
        return "torch.fill_(torch.from_file(\"" + victim + "\", True, 100), 7)";
    }

    @Test
    void packedAgainItIsFine() throws IOException {
        try (Scope scope = Scope.open();
                Network network = Networks.load(pack())) {
            assertThat(network.classes()).isEqualTo(4);
        }
    }

    @Test
    void literalsAreFineAsDefaultsAndConstants() throws IOException {
        edit(code -> code.replace("x: Tensor)", "x: Tensor, y: Optional[int]=None, z: Optional[List[float]]=[1., -2.])")
                .replace("  training : bool\n", "  training : bool\n  width : Final[int] = 3\n"));
        assertThat(code()).contains("width", "y: Optional");
        try (Scope scope = Scope.open();
                Network network = Networks.load(pack())) {
            assertThat(network.classes()).isEqualTo(4);
        }
    }

    @Test
    void defaultValuesDoNotRun() throws IOException {
        edit(code -> code.replace("x: Tensor)", "x: Tensor, y: Tensor=" + change() + ")"));
        expectRefusal("operator from_file is not supported", "code/__torch__.py line");
    }

    @Test
    void defaultValuesInBracketsDoNotRun() throws IOException {
        edit(code -> code.replace("x: Tensor)", "x: Tensor, y: List[Tensor]=[\n  " + change() + "])"));
        expectRefusal("operator from_file is not supported");
    }

    @Test
    void constantsOfClassesDoNotRun() throws IOException {
        edit(code -> code.replace(FORWARD, "  c : Final[Tensor] = " + change() + "\n" + FORWARD));
        expectNothing();
    }

    @Test
    void restoringStateDoesNotRun() throws IOException {
        edit(code -> code
                + "  def __getstate__(self: __torch__.Net) -> int:\n    return 3\n"
                + "  def __setstate__(self: __torch__.Net, state: int) -> NoneType:\n    "
                + change()
                + "\n    return None\n");
        expectNothing();
    }

    /** Puts instructions in front of the others of the pickle. */
    private void begin(String instructions) {
        byte[] pickle = entries.get("net/data.pkl");
        ByteArrayOutputStream edited = new ByteArrayOutputStream();
        edited.write(pickle, 0, 2);
        edited.writeBytes(instructions.getBytes(StandardCharsets.ISO_8859_1));
        edited.write(pickle, 2, pickle.length - 2);
        entries.put("net/data.pkl", edited.toByteArray());
    }

    @Test
    void objectsOfUnknownClassesAreRefused() throws IOException {
        begin("c__torch__.torch.classes.rnn\nCellParamsBase\n)\u00810");
        expectRefusal("data.pkl", "__torch__.torch.classes.rnn.CellParamsBase");
    }

    @Test
    void enumerationsArePlainValues() throws IOException {
        begin("c__torch__.layers\nFormat\nX\4\0\0\0NCHWR0");
        expectNothing();
    }

    @Test
    void picklesCutShortAreRefused() throws IOException {
        byte[] pickle = entries.get("net/data.pkl");
        entries.put("net/data.pkl", Arrays.copyOf(pickle, pickle.length / 2));
        expectRefusal("data.pkl", "ends in the middle");
    }

    /** Where a pickle says what a tensor of 4 x 3 numbers is like: one byte after each 'K'. */
    private void editTensor(String before, String after) {
        String pickle = new String(entries.get("net/data.pkl"), StandardCharsets.ISO_8859_1);
        assertThat(pickle).contains(before);
        entries.put("net/data.pkl", pickle.replace(before, after).getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void tensorsDoNotReachBeyondTheirNumbers() throws IOException {
        editTensor("(K\4K\3t", "(K\4K\143t");
        expectRefusal("data.pkl", "a tensor that reaches beyond the numbers it has");
    }

    @Test
    void stridesDoNotReachBeyondTheirNumbers() throws IOException {
        editTensor("(K\3K\1t", "(K\3K\144t");
        expectRefusal("data.pkl", "a tensor that reaches beyond the numbers it has");
    }

    @Test
    void numbersDoNotReachBeyondTheirEntry() throws IOException {
        editTensor("K\14tQ", "K\15tQ");
        expectRefusal("data.pkl", "says that entry", "has 13 numbers of 4 bytes, and it has 48 bytes");
    }

    @Test
    void valuesNestedDeepAreRefused() throws IOException {
        editTensor("\u0089", "N" + "\u0085".repeat(MANY));
        expectRefusal("data.pkl", "nests values more than 200 deep");
    }

    @Test
    void capitalLettersHideNothing() throws IOException {
        byte[] evil = ("def f(y: Tensor=" + change() + ") -> Tensor:\n  return y\n").getBytes(StandardCharsets.UTF_8);
        entries.put("net/CODE/__torch__/evil.PY", evil);
        edit(code -> code.replace("torch.mean(x", "torch.mean(torch.add(x, __torch__.evil.f())"));
        expectRefusal("no function or class __torch__.evil.f");
    }

    @Test
    void theOldFormIsRefused() throws IOException {
        entries.put("net/model.json", "{}".getBytes(StandardCharsets.UTF_8));
        expectRefusal("of the form that PyTorch 1.0 wrote");
    }

    @Test
    void nothingIsTakenForAnObjectUnchecked() throws IOException {
        edit(code -> code.replace("torch.mean(x", "torch.mean(torch.add(x, unchecked_cast(__torch__.Large, self).b)")
                + "class Large(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n"
                + "  a : int\n  b : int\n  c : int\n");
        expectRefusal("neither an attribute nor a method b");
    }

    @Test
    void nothingIsTakenForATupleUnchecked() throws IOException {
        edit(code -> code.replace(FORWARD, "  pair : Tuple[int]\n" + FORWARD)
                .replace(
                        "torch.mean(x",
                        "torch.mean(torch.add(x, (unchecked_cast(Tuple[int, int, int], self.pair))[2])"));
        editTensor("X\10\0\0\0training", "X\4\0\0\0pairK\1\u0085X\10\0\0\0training");
        expectRefusal("takes element 2 of 1");
    }

    /** Sorting compares objects by their own method, which no call in the program names. */
    @Test
    void objectsInListsAreRefused() throws IOException {
        edit(code -> code.replace(FORWARD, "  spy : __torch__.Spy\n" + FORWARD)
                        .replace(
                                "torch.mean(x",
                                "torch.mean(torch.add(x, torch.len(torch.sorted([self.spy, self.spy])))")
                + "class Spy(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n"
                + "  def __lt__(self: __torch__.Spy, other: __torch__.Spy) -> bool:\n    y = "
                + change()
                + "\n    return True\n");
        editTensor(
                "X\10\0\0\0training",
                "X\3\0\0\0spyc__torch__\nSpy\n)\u0081}(X\10\0\0\0training\u0089ub" + "X\10\0\0\0training");
        expectRefusal("operator sorted is not supported");
    }

    @Test
    void twoArchivesInOneAreRefused() throws IOException {
        Path file = pack();
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOfRange(whole, whole.length - 22, whole.length), StandardOpenOption.APPEND);
        expectRefusal(file, "damaged or incomplete");
    }

    @Test
    void twoEntriesOfOneNameAreRefused() throws IOException {
        entries.put("net/code/__TORCH__.py", entries.get(CODE));
        expectRefusal("two entries");
    }

    /** Ways to go deep. Each ended the process when libtorch parsed or compiled it. */
    enum Depth {
        BRACKETS {
            @Override
            String edit(String code) {
                return code.replace("torch.mean(x", "torch.mean(" + "torch.neg(".repeat(MANY) + "x" + ")".repeat(MANY));
            }
        },
        SIGNS {
            @Override
            String edit(String code) {
                return code.replace("torch.mean(x", "torch.mean(" + "-".repeat(MANY) + "x");
            }
        },
        SUM {
            @Override
            String edit(String code) {
                return code.replace("torch.mean(x", "torch.mean(x" + " + x".repeat(MANY));
            }
        },
        BLOCKS {
            @Override
            String edit(String code) {
                StringBuilder blocks = new StringBuilder();
                int many = MANY / 5; // the text grows with its square
                for (int i = 0; i < many; i++) {
                    blocks.append("    ").append(" ".repeat(i)).append("if True:\n");
                }
                blocks.append("    ").append(" ".repeat(many)).append("y = 3\n");
                return code.replaceFirst("(?m)^    (?=weight|return|_)", blocks + "    ");
            }
        },
        FUNCTIONS {
            @Override
            String edit(String code) {
                StringBuilder functions =
                        new StringBuilder(code.replace("torch.mean(x", "torch.mean(__torch__.f0(x, )"));
                for (int i = 0; i < MANY; i++) {
                    functions.append(String.format(
                            "def f%d(x: Tensor) -> Tensor:%n  return %s%n",
                            i, i < MANY - 1 ? "__torch__.f" + (i + 1) + "(x, )" : "x"));
                }
                return functions.toString();
            }
        };

        abstract String edit(String code);
    }

    @ParameterizedTest
    @EnumSource
    void depthIsBounded(Depth depth) throws IOException {
        edit(depth::edit);
        expectRefusal("nested more than");
    }
}
