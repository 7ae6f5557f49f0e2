package org.eddp.studio;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.failure.Failure;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.run.Run;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running studio. */
public final class Studio implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Studio.class);
    /** Maximum size of a request body. */
    private static final long LARGEST_REQUEST = 1 << 20;

    private final RunRegistry registry;
    private final RequestCheck guard;
    private final CommandLines phrases;
    private final Javalin server;
    private final Listening listening;
    private final Scratch scratch = new Scratch();
    private final Jobs jobs = new Jobs(Jobs.PATIENCE);
    private final NewRuns newRuns;
    private final Drawings drawings = new Drawings();
    private final Uploads uploads = new Uploads(scratch, drawings);
    private final String host;

    /**
     * Options of a studio.
     *
     * @param runs folders of runs, or folders that contain some
     * @param listen address to listen on; null for loopback only
     * @param port 0 for any that is free
     * @param readOnly whether nothing can be changed
     * @param run how runs are opened
     * @param template inputs of new runs; null if there are none
     */
    public record Options(
            List<Path> runs, String listen, int port, boolean readOnly, Run.Options run, RunTemplate template) {
        public Options {
            runs = List.copyOf(runs);
            if (port < 0 || port > 65_535) {
                throw new InvalidInput("port = " + port + " must be within 0 .. 65535");
            }
        }

        /** Runs, and folders of runs, on a free port of this machine; no new runs. */
        public static Options of(Path... runs) {
            return new Options(List.of(runs), null, 0, false, Run.Options.DEFAULT, null);
        }

        /** The folders with runs. The folder for new runs need not exist yet. */
        private List<Path> places() {
            if (template == null) {
                return runs;
            }
            List<Path> places = new ArrayList<>(runs);
            places.remove(template.runs());
            if (Files.isDirectory(template.runs())) {
                places.add(template.runs());
            }
            return places;
        }

        public Options withRuns(List<Path> changed) {
            return new Options(changed, listen, port, readOnly, run, template);
        }

        public Options withListen(String changed) {
            return new Options(runs, changed, port, readOnly, run, template);
        }

        public Options withPort(int changed) {
            return new Options(runs, listen, changed, readOnly, run, template);
        }

        public Options withReadOnly(boolean changed) {
            return new Options(runs, listen, port, changed, run, template);
        }

        public Options withRun(Run.Options changed) {
            return new Options(runs, listen, port, readOnly, changed, template);
        }

        public Options withTemplate(RunTemplate changed) {
            return new Options(runs, listen, port, readOnly, run, changed);
        }
    }

    private Studio(Options options, CommandLines phrases) {
        this.phrases = phrases;
        String address = options.listen() == null ? "127.0.0.1" : options.listen();
        host = address.contains(":") ? "[" + address + "]" : address; // as addresses of pages have it
        int port = free(address, options.port());
        registry = new RunRegistry(options.places(), options.run(), !options.readOnly());
        newRuns = new NewRuns(options.template(), options.run().threads(), registry, phrases, options.readOnly());
        guard = new RequestCheck(options.readOnly());
        server = Javalin.create(this::configure);
        listening = server::stop;
        List<String> names = new ArrayList<>(List.of("127.0.0.1", "localhost", "[::1]"));
        if (options.listen() != null) {
            names.add(host);
        }
        guard.reachedAs(names, port);
        server.start(address, port);
    }

    /**
     * Starts to listen.
     *
     * @throws FileFailure if there are no such folders
     * @throws InvalidInput if the address or the port cannot be used
     */
    public static Studio start(Options options, CommandLines phrases) {
        return new Studio(options, phrases);
    }

    /** Finds a port to listen on before anything is started. */
    private static int free(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            InetAddress address = InetAddress.getByName(host);
            if (address.isAnyLocalAddress()) {
                throw new InvalidInput(host
                        + " stands for every address of this machine; name the one under which the studio is"
                        + " to be reached");
            }
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return socket.getLocalPort();
        } catch (UnknownHostException e) {
            throw new InvalidInput("there is no address " + host + " on this machine", e);
        } catch (IOException e) {
            throw new InvalidInput(
                    "cannot listen on " + host + ", port " + port + ": " + e.getMessage() + "; choose another port", e);
        }
    }

    /** The address to open, with the secret in it. */
    public String address() {
        return "http://" + host + ":" + server.port() + "/?" + RequestCheck.TOKEN + "=" + guard.secret();
    }

    /** Remarks about runs that the given names of classes do not fit. */
    public List<String> remarks() {
        return registry.all().stream().flatMap(run -> run.unfitNames().stream()).toList();
    }

    /** Number of runs. */
    public int runs() {
        return registry.all().size();
    }

    /** Closes everything, in reverse order, even if something fails, so that learning is saved. */
    @Override
    public void close() {
        try (scratch;
                registry;
                jobs;
                listening;
                newRuns) {
            LOG.debug("closing");
        }
    }

    /** A resource that closes without a checked exception. */
    private interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.http.maxRequestSize = LARGEST_REQUEST;
        RoutesConfig routes = config.routes;
        routes.before(guard::check);
        routes.get("/", context -> Assets.serve(context, "index.html"));
        routes.get("/assets/<name>", context -> Assets.serve(context, context.pathParam("name")));
        routes.get(
                "/api/session",
                context -> answer(context, new Session(guard.writeSecret(), guard.readOnly(), newRuns.possible())));
        routes.get(
                "/api/runs",
                context -> answer(
                        context,
                        registry.rescan().stream()
                                .map(run -> RunViews.card(run, phrases))
                                .toList()));
        routes.get(
                "/api/compare",
                context -> answer(
                        context,
                        PairViews.page(
                                registry.get(text(context, "first")), registry.get(text(context, "second")), phrases)));
        routes.get("/api/runs/{run}", context -> answer(context, RunViews.page(run(context), phrases)));
        routes.get("/api/runs/{run}/concepts", context -> answer(context, Gallery.of(run(context), phrases)));
        routes.get(
                "/api/runs/{run}/concepts/{concept}",
                context -> answer(context, ConceptViews.page(run(context), number(context, "concept"), phrases)));
        routes.get(
                "/api/runs/{run}/concepts/{concept}/selection",
                context -> answer(
                        context,
                        ConceptViews.select(
                                run(context),
                                number(context, "concept"),
                                real(context.queryParam("threshold")),
                                phrases)));
        routes.get("/api/runs/{run}/concepts/{concept}/crops/{image}", context -> {
            boolean large = !text(context, "large").isEmpty();
            serve(
                    context,
                    ConceptViews.crop(
                            run(context), number(context, "concept"), number(context, "image"), large, drawings));
        });
        routes.put("/api/runs/{run}/concepts/{concept}/note", context -> {
            ConceptViews.note(run(context), number(context, "concept"), body(context, ConceptViews.NoteRequest.class));
            context.status(HttpStatus.NO_CONTENT);
        });
        routes.get("/api/runs/{run}/images/{image}", context -> {
            OpenRun run = run(context);
            answer(
                    context,
                    ImageViews.page(
                            run,
                            image(run, context),
                            context.queryParam("class"),
                            context.queryParam("against"),
                            phrases));
        });
        routes.post("/api/runs/{run}/images/{image}/edit", context -> {
            OpenRun run = run(context);
            WhatIfViews.EditRequests requests = body(context, WhatIfViews.EditRequests.class);
            answer(context, WhatIfViews.after(run, image(run, context), requests, phrases));
        });
        routes.post("/api/runs/{run}/images/{image}/search", context -> {
            OpenRun run = run(context);
            WhatIfViews.SearchRequest goal = body(context, WhatIfViews.SearchRequest.class);
            answer(
                    context,
                    WhatIfViews.search(run, jobs, image(run, context), goal, phrases)
                            .state());
        });
        routes.post("/api/runs/{run}/everyone", context -> {
            WhatIfViews.ClassEditRequest request = body(context, WhatIfViews.ClassEditRequest.class);
            answer(
                    context,
                    WhatIfViews.everyone(run(context), jobs, request, phrases).state());
        });
        routes.get("/api/runs/{run}/pictures/{image}", this::picture);
        routes.post("/api/uploads", context -> {
            try (InputStream body = context.bodyInputStream()) {
                answer(context, uploads.take(text(context, "name"), body));
            }
        });
        images(routes);
        repairs(routes);
        audits(routes);
        classes(routes);
        newRuns(routes);
        routes.get(
                "/api/jobs/{job}",
                context -> answer(context, jobs.get(context.pathParam("job")).state()));
        routes.post("/api/jobs/{job}/stop", context -> {
            jobs.get(context.pathParam("job")).stop();
            context.status(HttpStatus.NO_CONTENT);
        });
        routes.exception(HttpResponseException.class, (e, context) -> problem(context, e.getStatus(), e.getMessage()));
        routes.exception(
                Exception.class,
                (e, context) -> Failure.of(e)
                        .ifPresentOrElse(
                                failure -> problem(
                                        context, failure instanceof InvalidInput ? 400 : 422, failure.getMessage()),
                                () -> {
                                    LOG.warn("{} {} failed", context.method().name(), context.path(), e);
                                    problem(context, 500, FailureText.UNEXPECTED);
                                }));
        routes.error(404, context -> {
            if (context.result() == null || !context.result().startsWith("{")) {
                problem(context, 404, "there is nothing here");
            }
        });
    }

    private void images(RoutesConfig routes) {
        routes.get(
                "/api/runs/{run}/images",
                context -> answer(
                        context,
                        ImageLists.list(
                                run(context),
                                new ImageLists.Query(
                                        text(context, "text"),
                                        text(context, "which"),
                                        label(context, "taken"),
                                        label(context, "label"),
                                        text(context, "sort"),
                                        whole(text(context, "from"))))));
        routes.post(
                "/api/runs/{run}/predictions",
                context ->
                        answer(context, ImageLists.compute(run(context), jobs).state()));
        routes.post("/api/runs/{run}/labels", context -> {
            String source = body(context, ImageLists.LabelRequest.class).source();
            answer(context, ImageLists.labels(run(context).table().label(source)));
        });
        routes.post("/api/runs/{run}/labels/table", context -> {
            OpenRun run = run(context);
            try (InputStream body = context.bodyInputStream()) {
                answer(
                        context,
                        uploads.table(
                                text(context, "name"),
                                body,
                                file -> ImageLists.labels(run.table().label(file))));
            }
        });
    }

    private void classes(RoutesConfig routes) {
        routes.get("/api/runs/{run}/classes", context -> answer(context, ClassViews.list(run(context), phrases)));
        routes.get(
                "/api/runs/{run}/classes/{class}",
                context -> answer(context, ClassViews.page(run(context), number(context, "class"), phrases)));
        routes.post(
                "/api/runs/{run}/classes/{class}/portrait",
                context -> answer(
                        context,
                        ClassViews.portrait(run(context), jobs, number(context, "class"))
                                .state()));
    }

    private void newRuns(RoutesConfig routes) {
        routes.get("/api/new", context -> answer(context, newRuns.page()));
        routes.get("/api/new/work", context -> answer(context, newRuns.going()));
        routes.post("/api/new", context -> answer(context, newRuns.start(body(context, NewRuns.NewRunRequest.class))));
        routes.post(
                "/api/new/commands",
                context -> answer(context, newRuns.commands(body(context, NewRuns.NewRunRequest.class))));
        routes.post("/api/new/{name}/resume", context -> answer(context, newRuns.resume(context.pathParam("name"))));
        routes.post("/api/new/stop", context -> {
            newRuns.stop();
            context.status(HttpStatus.NO_CONTENT);
        });
    }

    private void repairs(RoutesConfig routes) {
        routes.get("/api/runs/{run}/repair", context -> answer(context, RepairViews.page(run(context))));
        routes.post("/api/runs/{run}/repair", context -> {
            RepairViews.RepairRequest request = body(context, RepairViews.RepairRequest.class);
            answer(
                    context,
                    RepairViews.start(run(context), jobs, request, scratch, phrases)
                            .state());
        });
        routes.get("/api/jobs/{job}/network", context -> {
            RepairViews.Repaired repaired = jobs.get(context.pathParam("job")).outcome(RepairViews.Repaired.class);
            context.header(
                            "Content-Disposition",
                            "attachment; filename=\"" + repaired.shown().file().replaceAll("[^A-Za-z0-9._-]", "_")
                                    + "\"")
                    .contentType("application/octet-stream")
                    .result(Files.newInputStream(repaired.network()));
        });
        routes.get("/api/jobs/{job}/pictures/{image}", context -> {
            RepairViews.Repaired repaired = jobs.get(context.pathParam("job")).outcome(RepairViews.Repaired.class);
            draw(context, repaired.picture(number(context, "image")), repaired.preprocessing());
        });
    }

    private void audits(RoutesConfig routes) {
        routes.get("/api/runs/{run}/audit", context -> answer(context, AuditViews.page(run(context), phrases)));
        routes.post(
                "/api/runs/{run}/audit",
                context -> answer(
                        context, AuditViews.start(run(context), jobs, phrases).state()));
        routes.put(
                "/api/runs/{run}/audit/decision",
                context -> answer(
                        context,
                        AuditViews.decide(run(context), body(context, AuditViews.DecisionRequest.class), phrases)));
    }

    private record Session(String write, boolean readOnly, boolean makesRuns) {}

    private record Problem(String error) {}

    private static void answer(Context context, Object value) {
        context.contentType("application/json; charset=utf-8").result(Json.toText(value));
    }

    private static void problem(Context context, int status, String message) {
        context.status(status);
        answer(context, new Problem(message));
    }

    private OpenRun run(Context context) {
        return registry.get(context.pathParam("run"));
    }

    private static int number(Context context, String name) {
        return whole(context.pathParam(name));
    }

    private static int whole(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        if (!text.matches("\\d{1,9}")) {
            throw new BadRequestResponse("a number is expected in the address");
        }
        return Integer.parseInt(text);
    }

    /** The number of a class; null if none is given. */
    private static Integer label(Context context, String name) {
        String text = text(context, name);
        return text.isEmpty() ? null : (Integer) whole(text);
    }

    private static double real(String text) {
        try {
            double value = Double.parseDouble(text == null ? "" : text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) { // reported below, like infinite numbers
        }
        throw new BadRequestResponse("a number is expected in the address");
    }

    private static String text(Context context, String name) {
        String text = context.queryParam(name);
        return text == null ? "" : text;
    }

    private static <T> T body(Context context, Class<T> type) {
        try {
            return Json.fromText("the request", context.body(), type);
        } catch (FileFailure e) {
            throw new BadRequestResponse(e.getMessage());
        }
    }

    /** An image of the feature set of a run, or one that was dropped into the window. */
    private ImageList.Entry image(OpenRun run, Context context) {
        String text = context.pathParam("image");
        return text.startsWith(Uploads.MARK) ? uploads.get(text) : ImageViews.entry(run, whole(text));
    }

    /** The part of an image that the network sees. */
    private void picture(Context context) {
        OpenRun run = run(context);
        ImageList.Entry image = image(run, context);
        Preprocessing preprocessing = run.ask(open -> open.network().preprocessing());
        draw(context, image.path(), preprocessing);
    }

    private void draw(Context context, Path file, Preprocessing preprocessing) {
        serve(context, drawings.of(file, preprocessing));
    }

    /** Browsers must revalidate, because a number may later refer to another picture. */
    private static void serve(Context context, Drawings.Drawing drawing) {
        String tag = '"' + drawing.digest() + '"';
        context.header("Cache-Control", "private, no-cache").header("ETag", tag);
        if (tag.equals(context.header("If-None-Match"))) {
            context.status(HttpStatus.NOT_MODIFIED);
        } else {
            context.contentType("image/jpeg").result(drawing.jpeg());
        }
    }
}
