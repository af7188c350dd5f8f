package io.sidetone.transport.dialect;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.sidetone.transport.ws.WsHandshake;
import java.util.Set;

/** WebSocket sub-protocols: a switch may refuse a server that does not select the one it offers. */
public final class Subprotocols {
    private Subprotocols() {}

    /** Returns the first of {@code known} that is offered, or null: offering none is allowed. */
    public static String offered(WsHandshake handshake, Set<String> known) {
        for (String header : handshake.headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL)) {
            for (String name : header.split(",")) {
                if (known.contains(name.strip())) {
                    return name.strip();
                }
            }
        }
        return null;
    }
}
