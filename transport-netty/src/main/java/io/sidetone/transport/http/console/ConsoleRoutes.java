package io.sidetone.transport.http.console;

import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.util.List;
import java.util.Map;

/**
 * The console at {@code /}. The page needs no token and contains no data of calls: it reads them from the API, with the
 * token that the user enters.
 */
public final class ConsoleRoutes {
    private static final String PREFIX = "/console/";
    private static final String PAGE = "index.html";

    /**
     * Only scripts, styles and connections of this server; nothing inline, no embedding in frames, no form to other
     * servers.
     */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; worker-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'";

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", POLICY,
            "Permissions-Policy", "microphone=(self), camera=(), geolocation=()",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-cache");

    private ConsoleRoutes() {}

    /** Returns the routes; reads the files. */
    public static List<Route> of() {
        ConsoleFiles files = ConsoleFiles.load();
        return List.of(
                Route.open("GET", "/", request -> answer(files, PAGE, request)),
                Route.open("GET", "/console/{file}", request -> answer(files, name(request), request)),
                Route.open("GET", "/console/{folder}/{file}", request -> answer(files, name(request), request)));
    }

    private static String name(Request request) {
        return request.path().substring(PREFIX.length());
    }

    private static Answer answer(ConsoleFiles files, String name, Request request) {
        ConsoleFile file = files.file(name);
        if (file == null) {
            return Problem.of(404, "the console has no such file; it begins at /");
        }
        Answer answer = file.known(request.header("if-none-match"))
                ? Answer.empty(304)
                : new Answer(200, file.contentType(), file.bytes(), Map.of());
        for (Map.Entry<String, String> header : HEADERS.entrySet()) {
            answer = answer.with(header.getKey(), header.getValue());
        }
        return answer.with("ETag", file.etag());
    }
}
