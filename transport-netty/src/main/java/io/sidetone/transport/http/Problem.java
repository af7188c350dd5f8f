package io.sidetone.transport.http;

import io.netty.handler.codec.http.HttpResponseStatus;

/** Errors as {@code application/problem+json} (RFC 9457): type, title, status, and in detail what to do. */
public final class Problem {
    private static final String TYPE = "application/problem+json";

    private Problem() {}

    /**
     * An error.
     *
     * @param status HTTP status; its reason phrase is the title
     * @param detail what is wrong with this request and what to do
     */
    public static Answer of(int status, String detail) {
        byte[] body = Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("type", "about:blank");
            out.writeStringField("title", HttpResponseStatus.valueOf(status).reasonPhrase());
            out.writeNumberField("status", status);
            out.writeStringField("detail", detail);
            out.writeEndObject();
        });
        return new Answer(status, TYPE, body, java.util.Map.of());
    }

    /** A refusal because of the call's state (409). */
    public static Answer conflict(String detail, String state) {
        byte[] body = Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("type", "about:blank");
            out.writeStringField("title", HttpResponseStatus.CONFLICT.reasonPhrase());
            out.writeNumberField("status", 409);
            out.writeStringField("detail", detail);
            out.writeStringField("state", state);
            out.writeEndObject();
        });
        return new Answer(409, TYPE, body, java.util.Map.of());
    }
}
