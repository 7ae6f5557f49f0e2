package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.metrics.Comparison;
import org.eddp.study.Ablation;

/** The paper's ablations; variants that tables have in common are learned once. */
final class AblationPart implements Reproduction.Part {
    @Override
    public String name() {
        return "ablations";
    }

    @Override
    public String title() {
        return "Ablations";
    }

    @Override
    public PartResult run(Protocol protocol) {
        int number = protocol.first();
        Path place = protocol.runs(number);
        Ablation.Options how = Ablation.Options.of(
                        protocol.learning(number), protocol.labelling(), protocol.commands(number))
                .withShared(true)
                .withInfluence(protocol.options().size().ablationInfluence());
        List<ResultTable> tables = new ArrayList<>();
        List<Ablation.Table> wanted = protocol.options().size().ablations();
        for (Ablation.Table table : wanted) {
            Comparison comparison = Ablation.run(protocol.set(), table, how, place, protocol.observer());
            ResultTable ours = AblationTable.of(table, comparison);
            tables.add(protocol.paper()
                    .beside(ours, AblationTable.name(table), protocol.options().paper()));
        }
        List<String> leftOut = new ArrayList<>();
        for (Ablation.Table table : Ablation.Table.values()) {
            if (!wanted.contains(table)) {
                leftOut.add("Ablation " + table.label() + ": left out of the quick protocol.");
            }
        }
        return new PartResult(title(), List.of(), tables, List.of(), List.of(), leftOut);
    }
}
