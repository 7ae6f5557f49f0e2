package org.eddp.studio;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The files of the pages: those listed here and no others, so that no path leads anywhere else. */
final class Assets {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("index.html", "text/html; charset=utf-8"),
            Map.entry("style.css", "text/css; charset=utf-8"),
            Map.entry("main.js", SCRIPT),
            Map.entry("api.js", SCRIPT),
            Map.entry("parts.js", SCRIPT),
            Map.entry("runs.js", SCRIPT),
            Map.entry("audit.js", SCRIPT),
            Map.entry("suspect.js", SCRIPT),
            Map.entry("choose.js", SCRIPT),
            Map.entry("classes.js", SCRIPT),
            Map.entry("compare.js", SCRIPT),
            Map.entry("concepts.js", SCRIPT),
            Map.entry("concept.js", SCRIPT),
            Map.entry("image.js", SCRIPT),
            Map.entry("images.js", SCRIPT),
            Map.entry("jobs.js", SCRIPT),
            Map.entry("losses.js", SCRIPT),
            Map.entry("map.js", SCRIPT),
            Map.entry("new.js", SCRIPT),
            Map.entry("over.js", SCRIPT),
            Map.entry("repair.js", SCRIPT),
            Map.entry("save.js", SCRIPT),
            Map.entry("table.js", SCRIPT),
            Map.entry("tiles.js", SCRIPT),
            Map.entry("whatif.js", SCRIPT),
            Map.entry("why.js", SCRIPT),
            Map.entry("vendor/preact-htm.js", SCRIPT),
            Map.entry("vendor/uPlot.esm.js", SCRIPT),
            Map.entry("vendor/uPlot.min.css", "text/css; charset=utf-8"));

    private Assets() {}

    /** Answers with a file. */
    static void serve(Context context, String name) {
        String type = TYPES.get(name);
        if (type == null) {
            throw new NotFoundResponse("there is no page here");
        }
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            context.contentType(type).result(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
