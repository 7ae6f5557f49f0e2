package org.eddp.studio;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.HttpStatus;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks every request before its route: requests that do not come from a page of this studio are refused.
 *
 * <p>A page of another site can make a browser send requests here, also under a domain name that points to this
 * machine. So the {@code Host} must be ours, and the sender must have the secret of the printed address, as a cookie
 * that scripts cannot read and that other sites cannot send. A request that changes something must also come from a
 * page of ours ({@code Origin}) with a second secret.
 */
final class RequestCheck {
    /** The header with the second secret, for requests that change something. */
    static final String WRITE_HEADER = "X-Eddp-Write";

    static final String TOKEN = "token";
    /** The default port of HTTP, which browsers omit. */
    private static final int HTTP = 80;

    private static final int SECRET_BYTES = 32;
    private static final Set<String> READING = Set.of("GET", "HEAD");
    /** POST requests that change nothing in runs; they are allowed in read-only mode. */
    private static final List<Pattern> ASKING = Stream.of(
                    "/api/uploads",
                    "/api/new/commands",
                    "/api/jobs/[^/]+/stop",
                    "/api/runs/[^/]+/(audit|repair|predictions|labels|labels/table)",
                    "/api/runs/[^/]+/everyone",
                    "/api/runs/[^/]+/classes/[^/]+/portrait",
                    "/api/runs/[^/]+/images/[^/]+/(edit|search)")
            .map(Pattern::compile)
            .toList();

    private final String secret = random();
    private final String writeSecret = random();
    private final boolean readOnly;
    private List<String> hosts = List.of();
    private String cookie = "eddp-studio";

    RequestCheck(boolean readOnly) {
        this.readOnly = readOnly;
    }

    private static String random() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Sets the host names under which clients reach this machine. Before this call, the guard refuses all requests. */
    void reachedAs(List<String> names, int port) {
        hosts = names.stream()
                .flatMap(name -> port == HTTP ? Stream.of(name, name + ":" + port) : Stream.of(name + ":" + port))
                .toList();
        cookie = "eddp-studio-" + port; // cookies do not tell ports apart
    }

    String secret() {
        return secret;
    }

    /** The second secret, for our own pages. */
    String writeSecret() {
        return writeSecret;
    }

    boolean readOnly() {
        return readOnly;
    }

    /** Lets a request through, answers it if it brings the secret for the first time, or refuses it. */
    void check(Context context) {
        protect(context);
        String host = context.header("Host");
        if (host == null || !hosts.contains(host)) {
            throw new ForbiddenResponse("this address is not one of the studio's; use the one it printed");
        }
        String site = context.header("Sec-Fetch-Site");
        boolean arrival = context.path().equals("/") && context.method().name().equals("GET");
        if (site != null && !site.equals("same-origin") && !site.equals("none") && !arrival) {
            throw new ForbiddenResponse("requests from pages of other sites are refused");
        }
        if (arrival && context.queryParam(TOKEN) != null) {
            arrive(context);
            return;
        }
        if (!same(secret, context.cookie(cookie))) {
            throw new ForbiddenResponse("open the address that the studio printed when it started");
        }
        if (!READING.contains(context.method().name())) {
            checkWriting(context, host);
        }
    }

    private void arrive(Context context) {
        if (!same(secret, context.queryParam(TOKEN))) {
            throw new ForbiddenResponse("this is not the address that the studio printed when it started");
        }
        Cookie own = new Cookie(cookie, secret);
        own.setHttpOnly(true);
        own.setSameSite(SameSite.STRICT);
        own.setPath("/");
        context.cookie(own);
        // The browser does not send a SameSite=Strict cookie when another site led to the request, even after a
        // redirect.
        // It sends the cookie when our own page makes the next request, so this answer is a page that loads "/".
        context.html("<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=\"0;url=/\"><link rel=icon"
                + " href=\"data:,\"><title>eddp</title><a href=\"/\">To the studio</a>");
        context.status(HttpStatus.OK);
        context.skipRemainingHandlers();
    }

    private void checkWriting(Context context, String host) {
        if (readOnly && !isAsking(context)) {
            throw new ForbiddenResponse("this studio was started with --read-only: nothing can be changed in it");
        }
        if (!("http://" + host).equals(context.header("Origin"))) {
            throw new ForbiddenResponse("changes are taken from pages of the studio only");
        }
        if (!same(writeSecret, context.header(WRITE_HEADER))) {
            throw new ForbiddenResponse("this page is older than the studio; reload it");
        }
    }

    private static boolean isAsking(Context context) {
        return context.method().name().equals("POST")
                && ASKING.stream()
                        .anyMatch(asking -> asking.matcher(context.path()).matches());
    }

    private static void protect(Context context) {
        context.header(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
                                + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
                .header("X-Content-Type-Options", "nosniff")
                .header("X-Frame-Options", "DENY")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cache-Control", "no-store");
    }

    /** Compares in constant time. */
    private static boolean same(String secret, String given) {
        return given != null
                && MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
