package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that would do more than compute is refused by operator and place: operators that are not computed here do not exist. */
class HostileProgramsTest {
    @TempDir
    private Path folder;

    private final Blocks blocks = new Blocks(13);

    /** A classifier that would be fine without {@code statement}. */
    private ScriptWriter with(String statement) {
        return new ScriptWriter("Net")
                .module("conv", blocks.conv(3, 5, 3, 2, 1, 1))
                .source("def forward(self, x):\n    " + statement.replace("\n", "\n    ")
                        + "\n    return torch.mean(self.conv.forward(x), [2, 3])\n");
    }

    private void expectRefusal(ScriptWriter writer, String... words) {
        Path file = folder.resolve("network.pt");
        writer.save(file);
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(words)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void withoutTheStatementItIsFine() {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            with("y = x.size(0)").save(file);
            try (Network network = Networks.load(file)) {
                assertThat(network.classes()).isEqualTo(5);
            }
        }
    }

    @Test
    void nothingIsWritten() {
        Path made = folder.resolve("made.bin");
        try (Scope scope = Scope.open()) {
            expectRefusal(with("torch.save(x, \"" + made + "\")"), "operator save", "code/__torch__.py line");
        }
        assertThat(made).doesNotExist();
    }

    @Test
    void noOtherFileIsChanged() throws IOException {
        byte[] content = new byte[4096];
        Path other = Files.write(folder.resolve("other.bin"), content);
        try (Scope scope = Scope.open()) {
            expectRefusal(
                    with("x = x + torch.fill_(torch.from_file(\"" + other + "\", True, 100), 7).sum()"),
                    "operator from_file");
        }
        assertThat(other).hasBinaryContent(content);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x = torch.as_strided(x, [1, 3, 8, 8], [1, 1, 1, 1], 0)   | as_strided",
                "x = torch.quantize_per_tensor(x, 0.1, 10, 13)            | quantize_per_tensor",
                "x = x.resize_([1, 3, 99, 99])                            | resize_",
                "x = x.cuda()                                             | cuda",
            })
    void otherOperatorsAreRefusedByName(String statement, String operator) {
        try (Scope scope = Scope.open()) {
            expectRefusal(with(statement), "operator " + operator, "code/__torch__.py line");
        }
    }

    @Test
    void methodsAndSubmodulesAreFollowed() {
        String save = "torch.save(x, \"" + folder.resolve("made.bin") + "\")\n";
        try (Scope scope = Scope.open()) {
            expectRefusal(with("for i in range(3):\n    if i > 1:\n        " + save), "operator save");
            expectRefusal(
                    with("self.note(x)").source("def note(self, x) -> int:\n    " + save + "    return 3\n"),
                    "operator save");
            expectRefusal(
                    with("y = self.spy.forward(x)")
                            .module(
                                    "spy",
                                    new ScriptWriter("Spy")
                                            .source("def forward(self, x):\n    " + save + "    return x\n")),
                    "operator save");
        }
        assertThat(folder.resolve("made.bin")).doesNotExist();
    }

    @Test
    void pixelsDecideNothing() {
        try (Scope scope = Scope.open()) {
            expectRefusal(with("if bool(x.sum() > 0):\n    x = x + 1"), "by the pixels", "line");
            expectRefusal(with("x = torch.slice(x, 2, 0, int(x.sum().item()))"), "by the pixels", "line");
        }
    }

    @Test
    void programsThatNeverEndAreRefused() {
        try (Scope scope = Scope.open()) {
            expectRefusal(with("i = 0\nwhile i < 5:\n    i = i * 1"), "did not come to an end", "line");
            expectRefusal(with("l = [1]\nwhile True:\n    l = l + l"), "list or a text of more than");
            expectRefusal(with("s = \"ab\"\nwhile True:\n    s = s + s"), "list or a text of more than");
        }
    }

    /** Two lists of 2^25 numbers each, in 26 lists: every list holds the one before twice. */
    private static final String SHARED = "a = [1]\nb = [1]\nfor i in range(25):\n    a = [a, a]\n    b = [b, b]\n";

    private static final String TOO_MANY = "makes or compares more than 4000000 values";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "same = a == b",
                "same = a is not b",
                "found = torch.__contains__([a], b)",
                "same = {\"l\": a} == {\"l\": b}",
                "t = int\nfor i in range(26):\n    t = List[t]\nlists = isinstance(a, t)",
                "x = torch.relu(a)",
                "x = torch.to(x, 6, False, False, memory_format=a)",
            })
    void listsThatShareListsAreWalkedOverForALimitedTime(String statement) {
        try (Scope scope = Scope.open()) {
            expectRefusal(with(SHARED + statement), TOO_MANY, "line");
        }
    }

    @Test
    void listsThatShareListsHaveAShortText() {
        Object shared = List.of(1L);
        for (int i = 0; i < 20; i++) {
            shared = List.of(shared, shared);
        }
        assertThat(Values.text(shared)).isEqualTo("[[...], [...]]");
        assertThat(Values.text(Map.of("key", shared))).isEqualTo("{key}");
        assertThat(Values.text(new ScriptObject.Constant("Kind", shared))).isEqualTo("Kind");
        assertThat(Values.text(new Global("List", shared))).isEqualTo("List");
    }

    @Test
    void listsThatShareListsAreNotReturned() {
        ScriptWriter writer = new ScriptWriter("Net")
                .source("def forward(self, x):\n    " + SHARED.replace("\n", "\n    ") + "\n    return (x, a)\n");
        try (Scope scope = Scope.open()) {
            expectRefusal(writer, "returns more than 10000 values");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all = []\nfor i in range(100):\n    all.append([1] * 90000)",
                "all = [1] * 90000\nkept = []\nfor i in range(100):\n    kept.append(all + [1])",
                "all = [1] * 90000\nkept = []\nfor i in range(100):\n    kept.append(all[1:])",
                "all = [1] * 90000\nkept = []\nfor i in range(100):\n    kept.append(torch.list(all))",
                "kept = []\nfor i in range(100):\n    kept.append(torch.tolist(torch.ones([90000], dtype=4)))",
                "d = {0: 0}\nfor i in range(2000000):\n    d[i] = i",
                "s = \"ab\"\nfor i in range(15):\n    s = s + s\n"
                        + "kept = []\nfor i in range(1000):\n    kept.append(s + \"c\")",
                "kept = []\nfor j in range(50):\n    inner = []\n    kept.append(inner)\n"
                        + "    for i in range(90000):\n        inner.append(i)",
            })
    void allListsTogetherAreBounded(String statements) {
        try (Scope scope = Scope.open()) {
            expectRefusal(with(statements), TOO_MANY, "line");
        }
    }

    @Test
    void textsAreBounded() {
        String text = "s = \"ab\"\nfor i in range(15):\n    s = s + s\n";
        try (Scope scope = Scope.open()) {
            for (String longer :
                    new String[] {"str([s, s])", "torch.join(s, [s, s])", "torch.format(\"{}{}\", s, s)"}) {
                expectRefusal(with(text + "t = " + longer), "list or a text of more than", "line");
            }
            expectRefusal(with("t = torch\nfor i in range(1000):\n    t = t.nn"), "a name of more than 1000 letters");
        }
    }

    @Test
    void keysOfDictionariesAreTextsOrNumbers() {
        try (Scope scope = Scope.open()) {
            expectRefusal(with("d = {[1]: 2}"), "keys are neither texts nor numbers", "line");
            expectRefusal(with("d = {1: 2}\ny = d[[1]]"), "keys are neither texts nor numbers", "line");
        }
    }

    /** It would take half an hour: the limit is checked before, not only afterwards. */
    @Test
    void workOnConstantsIsEstimatedBeforeItIsDone() {
        try (Scope scope = Scope.open()) {
            expectRefusal(
                    with("w = torch.ones([1, 1, 256, 256])\ny = torch.conv2d(w, w, None, [1, 1], [8000, 8000])"),
                    "Conv on inputs of shape [1, 1, 256, 256], [1, 1, 256, 256]",
                    "did not come to an end",
                    "seconds of processor time");
        }
    }

    @Test
    void nothingIsPrinted() {
        Path file = folder.resolve("network.pt");
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (Scope scope = Scope.open()) {
            with("print(\"\\033[2J\", x.size(0))\ntorch.warn(\"text\")").save(file);
            Networks.load(file).close();
        } finally {
            System.setOut(out);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private static final String TOO_MANY_OPERATIONS = "more than 100000 operations and constants";

    private static final String TOO_LARGE = "its constants and names take more than 64 MB";

    @Test
    void theNumberOfOperationsIsLimited() {
        try (Scope scope = Scope.open()) {
            expectRefusal(with("while True:\n    x = torch.neg(x)"), TOO_MANY_OPERATIONS, "line");
            expectRefusal(with("y = torch.ones([1])\nwhile True:\n    y = torch.neg(y)"), TOO_MANY_OPERATIONS, "line");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while True:\n    y = torch.arange(1000000)",
                "while True:\n    y = torch.linspace(0, 1, 1000000)",
                "while True:\n    y = torch.eye(1000)",
                "while True:\n    y = torch.nonzero(torch.ones([1000000], dtype=4))",
                "while True:\n    y = torch.nonzero(torch.zeros([1000000], dtype=4))",
                "y = torch.nonzero(torch.ones([4000000, 1, 1, 1, 1, 1, 1, 1], dtype=4))",
            })
    void constantsThatLoopsMakeAreBounded(String statements) {
        try (Scope scope = Scope.open()) {
            expectRefusal(with(statements), TOO_LARGE, "line");
        }
    }

    @Test
    void namesOfModulesBehindOperatorsAreBounded() {
        String long63 = ("m".repeat(900) + " ").repeat(63);
        try (Scope scope = Scope.open()) {
            expectRefusal(with("while True:\n    x = torch.neg(x) # " + long63), TOO_LARGE, "line");
            expectRefusal(with("x = torch.neg(x) # " + "m".repeat(1001)), "a name of more than 1000 letters");
        }
    }

    @Test
    void wordsBeyondThe64ModulesOfAnOperatorAreLeftOut() {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            with("x = torch.neg(x) # " + "m ".repeat(64) + "n ".repeat(1000)).save(file);
            assertThat(ScriptNetwork.graph(file, null, null).graph().nodes())
                    .filteredOn(node -> node.operator().equals("Neg"))
                    .singleElement()
                    .satisfies(node -> assertThat(node.metadata().get("pkg.torch.onnx.name_scopes"))
                            .contains("'m'")
                            .doesNotContain("n n"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"t = int\nwhile True:\n    t = List[t]", "t = [1]\nwhile True:\n    t = t.a"})
    void namesAroundNamesAreCounted(String statements) {
        try (Scope scope = Scope.open()) {
            expectRefusal(with(statements), TOO_MANY, "line");
        }
    }

    @Test
    void viewsOfViewsTakeNoMoreTimeThanOthers() {
        try (Scope scope = Scope.open()) {
            expectRefusal(with("while True:\n    x = torch.detach(x)"), TOO_MANY, "line");
        }
    }

    @Test
    void messagesQuoteAPartOfALongText() {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            with("raise \"" + "m".repeat(100_000) + "\"").save(file);
            assertThatThrownBy(() -> Networks.load(file))
                    .hasMessageContainingAll(file.toString(), " ... mmm", "give the size")
                    .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(5000));
        }
    }
}
