package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.network.onnx.file.Node;

/**
 * Which modules of a program a node was exported from, from the outside in.
 *
 * <p>PyTorch notes them beside the node, {@code ['', 'layer4', 'layer4.1', 'layer4.1.relu', 'relu_16']}: the whole network, modules,
 * and the node's own name. Until version 2.8 it put them into the name of the node: {@code /layer4/layer4.1/relu_1/Relu} was
 * computed in the module {@code layer4.1.relu_1}, which is in {@code layer4.1}, which is in {@code layer4}.
 */
final class ModuleNames {
    private static final String NOTE = "pkg.torch.onnx.name_scopes";
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

    private ModuleNames() {}

    static List<String> of(Node node) {
        String note = node.metadata().get(NOTE);
        return note == null ? inName(node.name()) : inNote(note);
    }

    private static List<String> inNote(String note) {
        List<String> names = new ArrayList<>();
        for (Matcher quoted = QUOTED.matcher(note); quoted.find(); ) {
            names.add(quoted.group(1) == null ? quoted.group(2) : quoted.group(1));
        }
        List<String> modules = new ArrayList<>(names.subList(0, Math.max(0, names.size() - 1)));
        modules.removeIf(String::isEmpty);
        return modules;
    }

    private static List<String> inName(String node) {
        List<String> modules = new ArrayList<>();
        if (!node.startsWith("/")) {
            return modules;
        }
        String[] parts = node.substring(1).split("/", -1);
        String name = "";
        for (int i = 0; i < parts.length - 1; i++) {
            // A sequence repeats its own name in that of its members: layer4, then layer4.1.
            boolean member = i > 0 && parts[i].startsWith(parts[i - 1] + ".");
            name = member
                    ? name + parts[i].substring(parts[i - 1].length())
                    : i == 0 ? parts[0] : name + "." + parts[i];
            modules.add(name);
        }
        return modules;
    }
}
