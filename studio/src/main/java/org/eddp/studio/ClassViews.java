package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.util.ArrayList;
import java.util.List;
import org.eddp.influence.Influence;
import org.eddp.labels.ConceptNames;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.ClassEffects;
import org.eddp.study.ClassPortrait;

/** What is said of the classes of a network. */
final class ClassViews {
    private static final int SHOWN = 12;

    private ClassViews() {}

    /**
     * The classes of the network.
     *
     * @param kind what they are called: class or label
     * @param command that prints them
     */
    record Listed(List<ClassPortrait.Taken> classes, String kind, String command) {}

    static Listed list(OpenRun open, Phrases phrases) {
        return open.ask(run -> new Listed(
                ClassPortrait.taken(run),
                run.features().outputs().noun(),
                phrases.classes(open.folder(), null, List.of())));
    }

    /**
     * A class.
     *
     * @param kind what it is called: class or label
     * @param effects concepts that move it; null if influence was not measured
     * @param command that measures influence
     * @param contents the command that tells what its images contain
     */
    record Page(
            Named label,
            String kind,
            ClassEffects effects,
            List<String> titles,
            String command,
            String contents,
            List<String> problems) {}

    static Page page(OpenRun open, int label, Phrases phrases) {
        return open.ask(run -> {
            requireClass(run, label);
            List<String> problems = new ArrayList<>();
            ConceptNames names = RunViews.names(run, problems);
            Influence influence =
                    RunViews.attempt(() -> run.read(Results.SCORES).orElse(null), problems);
            return new Page(
                    run.classNames().of(label),
                    run.features().outputs().noun(),
                    influence == null ? null : ClassEffects.of(influence, label, SHOWN, names),
                    names.all().stream().map(ConceptName::title).toList(),
                    Repeat.influence(open.folder(), List.of(label), influence, phrases),
                    phrases.classes(open.folder(), label, List.of()),
                    problems);
        });
    }

    private static void requireClass(Run run, int label) {
        int classes = run.features().info().classes();
        if (label >= classes) {
            throw new NotFoundResponse("there is no " + run.features().outputs().noun() + " " + label
                    + "; the network has 0 .. " + (classes - 1));
        }
    }

    /** What the images of a class contain. */
    record Portrait(ClassPortrait found) implements Jobs.Outcome {
        @Override
        public Object shown() {
            return found;
        }
    }

    static Jobs.Job portrait(OpenRun open, Jobs jobs, int label) {
        open.ask(run -> {
            requireClass(run, label);
            return null;
        });
        return jobs.start(monitor -> open.alone(monitor, run -> new Portrait(ClassPortrait.of(run, label, monitor))));
    }
}
