package io.sidetone.bench.engines;

import io.sidetone.speech.loopback.LoopbackServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Services on loopback, each with an event loop of its own, and the engines of a configuration that use them. One thread. */
public final class Services implements AutoCloseable {
    private final Map<String, LoopbackServer> servers = new LinkedHashMap<>();
    private final StringBuilder engines = new StringBuilder();

    /**
     * Opens a service that is spoken to over a WebSocket.
     *
     * @param name of the engine
     * @param more its other keys, as YAML
     */
    public LoopbackServer socket(String name, String type, String key, String more) {
        LoopbackServer server = LoopbackServer.realTime();
        return add(name, server, type, server.ws("").toString(), key, more);
    }

    /** Opens a service that is asked by HTTP requests. */
    public LoopbackServer pages(String name, String type, String key, String more) {
        LoopbackServer server = LoopbackServer.realTime();
        return add(name, server, type, server.http("").toString(), key, more);
    }

    private LoopbackServer add(String name, LoopbackServer server, String type, String url, String key, String more) {
        servers.put(name, server);
        engines.append("  %s: {type: %s, url: \"%s\", key: %s, %s}%n".formatted(name, type, url, key, more));
        return server;
    }

    /** Returns the engines, a line of YAML each. */
    public String engines() {
        return engines.toString();
    }

    /** Returns the present connections of each service. */
    Map<String, Integer> connections() {
        Map<String, Integer> connections = new LinkedHashMap<>();
        servers.forEach((name, server) -> connections.put(name, server.connections()));
        return connections;
    }

    /** Returns what the services saw that real ones would refuse. */
    public List<String> violations() {
        List<String> all = new ArrayList<>();
        servers.forEach((name, server) -> server.violations().forEach(what -> all.add(name + ": " + what)));
        return all;
    }

    @Override
    public void close() {
        servers.values().forEach(LoopbackServer::close);
    }
}
