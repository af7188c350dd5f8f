package io.sidetone.speech.loopback;

import java.util.Map;

/** Thrown by a script: the WebSocket upgrade is refused. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    final int status;
    final transient Map<String, String> headers;

    public Refusal(int status, Map<String, String> headers, String body) {
        super(body);
        this.status = status;
        this.headers = headers;
    }
}
