package io.sidetone.server;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.ws.WsRoute;
import java.io.IOException;
import java.util.List;

/**
 * Something of the server that runs from its start to its end. All that the rest of the server learns of it is here; a part
 * leaves out what it does not have. Opened, asked and closed on the thread that runs the server, unless a method says otherwise.
 */
public interface Part extends AutoCloseable {
    /** Returns what is printed of it before the server is ready. */
    default List<String> lines() {
        return List.of();
    }

    /** Returns what it answers over HTTP. */
    default List<Route> routes() {
        return List.of();
    }

    /** Returns what it speaks over WebSocket. */
    default List<WsRoute> sockets() {
        return List.of();
    }

    /** Returns who sees calls for it: itself, where it is an observer. */
    default CallObserver observer() {
        return this instanceof CallObserver self ? self : CallObserver.none();
    }

    /** Shows what it counts in {@code registry}, which holds it by weak references only. */
    default void bindTo(PrometheusMeterRegistry registry) {}

    /** Returns why the server should get no new calls; nothing where it may. Any thread; never blocks. */
    default List<String> problems() {
        return List.of();
    }

    @Override
    default void close() throws IOException {}
}
