package io.sidetone.server;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.ws.WsRoute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a server, in the order in which they were opened: calls are observed in this order, and the last part is closed
 * first. Problems are read on any thread; everything else belongs to the thread that runs the server.
 */
public final class Parts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private boolean observed;
    private boolean answering;

    /** Returns the registry that is scraped. */
    public PrometheusMeterRegistry registry() {
        return registry;
    }

    /**
     * Adds {@code part}, which is open, and shows what it counts.
     *
     * @throws IllegalStateException if it observes calls after {@link #observer}, or answers after {@link #routes} or {@link #sockets}
     */
    public <P extends Part> P add(P part) {
        boolean unseen = observed && part.observer() != CallObserver.none();
        boolean unasked =
                answering && !(part.routes().isEmpty() && part.sockets().isEmpty());
        if (unseen || unasked) {
            throw new IllegalStateException(part.getClass().getSimpleName() + " is added too late and would "
                    + (unseen ? "see no call" : "answer nobody") + "; add it before the "
                    + (unseen ? "calls are made" : "web server is opened"));
        }
        parts.add(part);
        part.bindTo(registry);
        return part;
    }

    /** Adds something that is closed with the server and has nothing else to say. */
    public <C extends AutoCloseable> C closing(C open) {
        parts.add(new Closing(open));
        return open;
    }

    /** Adds something that sees calls and has nothing else to say. */
    public <O extends CallObserver> O observing(O observer) {
        add(new Observing(observer));
        return observer;
    }

    private record Closing(AutoCloseable open) implements Part {
        @Override
        public void close() throws IOException {
            try {
                open.close();
            } catch (IOException | RuntimeException failed) {
                throw failed;
            } catch (Exception failed) {
                throw new IOException(failed);
            }
        }

        @Override
        public String toString() {
            return open.getClass().getSimpleName();
        }
    }

    private record Observing(CallObserver observer) implements Part {}

    /** Returns everyone who sees calls for the parts so far. */
    public CallObserver observer() {
        observed = true;
        return CallObserver.all(parts.stream()
                .map(Part::observer)
                .filter(observer -> observer != CallObserver.none())
                .toArray(CallObserver[]::new));
    }

    /** Returns what the parts so far answer over HTTP. */
    public List<Route> routes() {
        answering = true;
        return all(Part::routes);
    }

    /** Returns what the parts so far speak over WebSocket. */
    public List<WsRoute> sockets() {
        answering = true;
        return all(Part::sockets);
    }

    /** Returns what every part gives, such as {@code Part::lines}, in one list. */
    public <T> List<T> all(Function<Part, List<T>> given) {
        List<T> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(given.apply(part)));
        return all;
    }

    /** Closes every part; one that fails keeps no other open. */
    @Override
    public void close() {
        List<Part> last = new ArrayList<>(parts);
        Collections.reverse(last);
        for (Part part : last) {
            try {
                part.close();
            } catch (IOException | RuntimeException e) {
                String name = part instanceof Closing
                        ? part.toString()
                        : part.getClass().getSimpleName();
                LOG.warn("{} did not close: {}", name, e.toString());
            }
        }
    }
}
