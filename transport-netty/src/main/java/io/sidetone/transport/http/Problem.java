package io.sidetone.transport.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Map;

/** Errors as {@code application/problem+json} (RFC 9457): type, title, status, and the remedy in the detail. */
public final class Problem {
    private static final String TYPE = "application/problem+json";

    private Problem() {}

    /** The members of RFC 9457 section 3.1, and the call state that forbids a command. */
    private record Body(
            String type, String title, int status, String detail, @JsonInclude(Include.NON_NULL) String state) {}

    /**
     * Creates an error.
     *
     * @param status HTTP status; its reason phrase is the title
     * @param detail problem of this request and its remedy
     */
    public static Answer of(int status, String detail) {
        return of(status, detail, null);
    }

    /** Creates a refusal because of the call's state (409). */
    public static Answer conflict(String detail, String state) {
        return of(HttpResponseStatus.CONFLICT.code(), detail, state);
    }

    private static Answer of(int status, String detail, String state) {
        String title = HttpResponseStatus.valueOf(status).reasonPhrase();
        byte[] body = Json.bytes(new Body("about:blank", title, status, detail, state));
        return new Answer(status, TYPE, body, Map.of());
    }
}
