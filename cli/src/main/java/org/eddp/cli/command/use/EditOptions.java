package org.eddp.cli.command.use;

import java.util.ArrayList;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.intervene.Edit;
import org.eddp.labels.ConceptNames;
import org.eddp.study.EditStudy;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Edits as options, in the order given. */
final class EditOptions {
    @ArgGroup(exclusive = true, multiplicity = "0..*")
    private List<Change> changes = new ArrayList<>();

    @Option(
            names = "--where",
            paramLabel = "PLACE",
            description =
                    "The patches to change: the number or name of a concept (where its detector fires on the unchanged"
                            + " image), everywhere, r0,c0,r1,c1 (first row and column, last row and column, from 0), or"
                            + " patches:p.p.p (single patches, counted row by row from 0). Once for all edits, or once per"
                            + " edit in their order (default: where the concept itself is for --remove, everywhere for"
                            + " --add).")
    private List<String> places = new ArrayList<>();

    @Option(
            names = "--amount",
            paramLabel = "AMOUNT",
            description =
                    "What is written: mean (of patches without the concept for --remove, with it for --add), qX (the X"
                            + " quantile of all patches for --remove, 1 - X for --add; the paper's is q0.005), or a"
                            + " number. Once for all edits, or once per edit (default: mean).")
    private List<String> amounts = new ArrayList<>();

    /** One edit. */
    private static final class Change {
        @Option(names = "--remove", required = true, paramLabel = "CONCEPT", description = "Take a concept away.")
        private String remove;

        @Option(names = "--add", required = true, paramLabel = "CONCEPT", description = "Put a concept there.")
        private String add;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    public List<EditStudy.Change> changes(ConceptNames names) {
        checkCount("--where", places);
        checkCount("--amount", amounts);
        List<EditStudy.Change> edits = new ArrayList<>();
        for (int k = 0; k < changes.size(); k++) {
            Change change = changes.get(k);
            boolean removes = change.remove != null;
            int concept = names.parse(removes ? "--remove" : "--add", removes ? change.remove : change.add);
            String place = of(places, k);
            Edit.Place where = place != null
                    ? EditText.place(place, names)
                    : removes ? new Edit.Place.Detected(concept) : new Edit.Place.Everywhere();
            String amount = of(amounts, k);
            edits.add(new EditStudy.Change(
                    new Edit(concept, EditText.target(amount == null ? EditText.MEAN : amount, removes), where),
                    removes));
        }
        return edits;
    }

    private void checkCount(String option, List<String> values) {
        if (values.size() > 1 && values.size() != changes.size()) {
            throw new InvalidInput(option + " is given " + values.size() + " times for " + changes.size()
                    + " edits; give it once for all of them, or once for each");
        }
    }

    private static String of(List<String> values, int k) {
        return values.isEmpty() ? null : values.get(values.size() == 1 ? 0 : k);
    }
}
