package org.eddp.studio;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.ConflictResponse;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.Folders;
import org.eddp.files.json.Json;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.run.RunRequest;
import org.eddp.study.NetworkPreview;

/**
 * New runs of a network: started, observed, stopped and resumed. One is made at a time; its request is kept in its
 * folder until it is finished, so that another studio can resume it.
 */
final class NewRuns implements AutoCloseable {
    /** A plain name: it cannot form a path, and works in every shell and file system. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,63}");

    private static final int MOST_BEGUN = 100;

    private final RunTemplate template;
    private final int threads;
    private final RunRegistry registry;
    private final CommandLines phrases;
    private final boolean readOnly;
    private final Jobs jobs =
            new Jobs(null); // separate from the jobs of views, which would wait for hours; continues without a client
    private final Jobs looks = new Jobs(null);
    private Jobs.Job look;
    private RunCreation making;

    /** @param template null if the studio knows no network */
    NewRuns(RunTemplate template, int threads, RunRegistry registry, CommandLines phrases, boolean readOnly) {
        this.template = template;
        this.threads = threads;
        this.registry = registry;
        this.phrases = phrases;
        this.readOnly = readOnly;
    }

    /** Whether new runs are possible. */
    boolean possible() {
        return template != null;
    }

    /**
     * The choices.
     *
     * @param part current part of the examination of the network
     * @param failure why it cannot be studied; null if it can, or while unknown
     * @param prospect null while unknown
     */
    record Page(
            String network,
            String images,
            String runs,
            boolean readOnly,
            String part,
            double done,
            String failure,
            NetworkPreview prospect) {}

    /** The choices; the first call starts the examination. */
    synchronized Page page() {
        requireNetwork();
        if (look == null) {
            look = looks.start(monitor -> {
                NetworkPreview found = NetworkPreview.of(template.network(), template.images(), threads, monitor);
                return () -> found;
            });
        }
        Jobs.State state = look.state();
        if (state.ended() && state.failure() != null) {
            look = null; // the next request tries again: the user may have corrected the file by then
        }
        return new Page(
                template.network().toString(),
                template.images().toString(),
                template.runs().toString(),
                readOnly,
                state.part(),
                state.done(),
                state.ended() ? state.failure() : null,
                (NetworkPreview) state.result());
    }

    private String freeName() {
        String base = RunPlan.stem(template.network()) + "-" + RunPlan.stem(template.images());
        String shortest = base.length() > 50 ? base.substring(0, 50) : base;
        String name = shortest;
        for (int n = 2; Files.exists(template.runs().resolve(name)); n++) {
            name = shortest + "-" + n;
        }
        return name;
    }

    /**
     * The request of the user.
     *
     * @param name of the run
     * @param preprocessing name of a preset; null for the one declared in the network's file
     * @param concepts null for as many as the patches support
     * @param epochs null for the usual
     */
    record NewRunRequest(
            String name,
            String layer,
            @Json.MayBeNull String preprocessing,
            @Json.MayBeNull Integer concepts,
            Variant variant,
            @Json.MayBeNull List<Integer> epochs,
            long seed) {}

    /**
     * An unfinished run that is not running.
     *
     * @param request null if it cannot be read
     * @param learned whether learning has started
     * @param problem why it cannot be resumed here; null if it can
     */
    record Begun(String name, RunRequest request, boolean learned, String problem) {}

    /**
     * The run that is being made, or was made last.
     *
     * @param state "working", "stopped", "failed" or "done"
     * @param secondsLeft of the part; null while unknown
     * @param losses null before learning
     * @param run id of the finished run; null before
     */
    record Work(
            String name,
            RunRequest request,
            String state,
            String part,
            double done,
            Double secondsLeft,
            String status,
            List<String> remarks,
            String failure,
            LossHistory.Shown losses,
            List<ShownCommand> commands,
            String run) {}

    /**
     * The running work, and unfinished runs.
     *
     * @param name default name of the next run; the user can choose another
     */
    record Going(Work work, List<Begun> begun, String name) {}

    synchronized Going going() {
        requireNetwork();
        return new Going(making == null ? null : work(), begun(), freeName());
    }

    private Work work() {
        Jobs.State state = making.job().state();
        String why = making.stopped() != null ? making.stopped() : state.failure();
        boolean stopped = making.stopped() != null || Jobs.STOPPED.equals(why);
        String how = !state.ended() ? "working" : stopped ? "stopped" : state.failure() != null ? "failed" : "done";
        return new Work(
                making.plan().name(),
                making.plan().wanted(),
                how,
                state.part(),
                state.done(),
                making.secondsLeft(),
                state.status(),
                state.remarks(),
                state.ended() ? why : null,
                making.losses(),
                making.plan()
                        .commands(!how.equals("done")
                                && RunRequest.hasLearned(making.plan().folder())),
                (String) state.result());
    }

    private List<Begun> begun() {
        if (!Files.isDirectory(template.runs())) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(template.runs())) {
            return folders.filter(RunRequest::isIn)
                    .filter(folder ->
                            !isUnderWay() || !folder.equals(making.plan().folder()))
                    .sorted()
                    .limit(MOST_BEGUN)
                    .map(this::begun)
                    .toList();
        } catch (IOException e) {
            throw FileFailure.reading(template.runs(), e);
        }
    }

    private Begun begun(Path folder) {
        String name = folder.getFileName().toString();
        try {
            RunRequest request = RunRequest.read(folder);
            return new Begun(name, request, RunRequest.hasLearned(folder), isOfThese(request) ? null : others(request));
        } catch (FileFailure e) {
            return new Begun(name, null, false, e.getMessage());
        }
    }

    private boolean isOfThese(RunRequest request) {
        return request.network().equals(absolute(template.network()))
                && request.images().equals(absolute(template.images()));
    }

    private static String others(RunRequest request) {
        return "was begun with other files; start the studio with --network " + request.network() + " --images "
                + request.images() + " to continue it";
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    private boolean isUnderWay() {
        return making != null && !making.job().ended();
    }

    /** The commands that do the same. */
    synchronized List<ShownCommand> commands(NewRunRequest wanted) {
        return plan(wanted).commands(false);
    }

    /** Starts a run, or resumes one with the same request. */
    synchronized Going start(NewRunRequest wanted) {
        requireFree();
        RunPlan plan = plan(wanted);
        Path folder = plan.folder();
        boolean before = RunRequest.isIn(folder);
        if (before && RunRequest.hasLearned(folder)) {
            if (!RunRequest.read(folder).equals(plan.wanted())) {
                throw new ConflictResponse("the run " + wanted.name()
                        + " was begun with other choices; go on with it, or choose another name");
            }
        } else if (!before && isTaken(folder)) {
            throw new ConflictResponse("there is something of the name " + wanted.name() + " in " + template.runs()
                    + " already; choose another name");
        }
        begin(plan);
        return going();
    }

    /** Resumes an unfinished run. */
    synchronized Going resume(String name) {
        requireFree();
        Path folder = folder(name);
        if (!RunRequest.isIn(folder)) {
            throw new NotFoundResponse("no run of this name was begun");
        }
        RunRequest request = RunRequest.read(folder);
        if (!isOfThese(request)) {
            throw new ConflictResponse("the run " + name + " " + others(request));
        }
        begin(new RunPlan(template, folder, request, threads, phrases));
        return going();
    }

    private void begin(RunPlan plan) {
        plan.learning(); // refuses impossible requests now
        plan.wanted().write(Folders.prepare("the run", plan.folder()));
        boolean same = making != null
                && making.plan().folder().equals(plan.folder())
                && making.plan().wanted().equals(plan.wanted());
        RunCreation next = new RunCreation(plan, same ? making : null);
        next.begin(jobs, template.pages(), () -> registry.add(plan.folder()));
        making = next;
    }

    /** Stops the running work. */
    synchronized void stop() {
        requireWriting();
        if (!isUnderWay()) {
            throw new NotFoundResponse("nothing is being made");
        }
        making.job().stop();
    }

    private RunPlan plan(NewRunRequest wanted) {
        requireNetwork();
        NetworkPreview prospect = page().prospect();
        if (prospect == null) {
            throw new ConflictResponse("the network is still being looked at; wait a moment");
        }
        if (prospect.layers().stream().noneMatch(layer -> layer.name().equals(wanted.layer()))) {
            throw new BadRequestResponse("there is no layer '" + wanted.layer() + "' to choose");
        }
        if (wanted.preprocessing() != null && !prospect.presets().contains(wanted.preprocessing())) {
            throw new BadRequestResponse("there is no preprocessing '" + wanted.preprocessing() + "' to choose");
        }
        if (wanted.concepts() != null && wanted.concepts() < 1) {
            throw new BadRequestResponse(
                    "there must be one concept at least; leave the number out to let the data decide");
        }
        if (wanted.epochs() != null
                && (wanted.epochs().size() != 3 || wanted.epochs().stream().anyMatch(n -> n == null || n < 0))) {
            throw new BadRequestResponse("give three numbers of epochs, for steps (a), (b) and (d), or none");
        }
        RunRequest request = new RunRequest(
                absolute(template.network()),
                absolute(template.images()),
                RunPlan.features(template, wanted.layer(), wanted.preprocessing(), prospect.digest()),
                wanted.layer(),
                wanted.preprocessing(),
                wanted.concepts(),
                wanted.variant(),
                wanted.epochs(),
                wanted.seed());
        return new RunPlan(template, folder(wanted.name()), request, threads, phrases);
    }

    private Path folder(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new BadRequestResponse("a run is called by letters, digits, dots, dashes and underscores, at most 64,"
                    + " a letter or digit first");
        }
        return template.runs().resolve(name);
    }

    private static boolean isTaken(Path folder) {
        if (Files.isSymbolicLink(folder) || Files.isRegularFile(folder)) {
            return true;
        }
        if (!Files.exists(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return !files.allMatch(FolderLock::isMark);
        } catch (IOException e) {
            throw FileFailure.reading(folder, e);
        }
    }

    private void requireNetwork() {
        if (template == null) {
            throw new NotFoundResponse(
                    "this studio knows no network to study; start it with --network FILE --images DIR");
        }
    }

    private void requireWriting() {
        requireNetwork();
        if (readOnly) {
            throw new ForbiddenResponse("this studio was started with --read-only: nothing can be made in it");
        }
    }

    private void requireFree() {
        requireWriting();
        if (isUnderWay()) {
            throw new ConflictResponse(
                    "the run " + making.plan().name() + " is being made; wait until it has finished, or stop it first");
        }
    }

    /** Stops the running work, which is kept. */
    @Override
    public void close() {
        looks.close();
        jobs.close();
    }
}
