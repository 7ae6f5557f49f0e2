package org.eddp.network.torch.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eddp.network.torch.TorchGraph;

/** The modules whose methods are running, from the outside in. */
final class Scopes {
    /** Modules that a comment may name. */
    private static final int MOST = 64;

    private final TorchGraph graph;
    private final Budget budget;
    private final Deque<String> open = new ArrayDeque<>();
    private final List<List<String>> ofCalls = new ArrayList<>();

    Scopes(TorchGraph graph, Budget budget) {
        this.graph = graph;
        this.budget = budget;
    }

    int size() {
        return open.size();
    }

    void enter(String module) {
        open.addLast(module);
        graph.enter(module);
    }

    /** Leaves modules until there are no more than so many. */
    void leaveTo(int size) {
        while (open.size() > size) {
            open.removeLast();
            graph.leave();
        }
    }

    /** Enters the modules that a flat program names behind a statement, instead of those it named before. */
    void comment(String modules) {
        if (modules == null) {
            return;
        }
        leaveTo(0);
        String[] names = modules.split(" ", MOST + 1);
        for (int i = 0; i < Math.min(names.length, MOST); i++) {
            if (!names[i].isEmpty()) {
                enter(Values.checkedName(names[i]));
            }
        }
    }

    /** Assigns the last calls of the graph to these modules. */
    void noteCalls() {
        while (ofCalls.size() < graph.calls().size()) {
            budget.values(open.size());
            ofCalls.add(List.copyOf(open));
        }
    }

    /** Modules around each call of the graph, from the outside in. */
    List<List<String>> ofCalls() {
        return ofCalls;
    }
}
