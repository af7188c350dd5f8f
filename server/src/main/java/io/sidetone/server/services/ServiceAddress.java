package io.sidetone.server.services;

import io.sidetone.config.engine.EngineConfig;
import java.net.URI;

/** Address of a service: the configured address, with the service's own path when only a host is configured. */
final class ServiceAddress {
    private ServiceAddress() {}

    /** Returns a WebSocket address. */
    static URI socket(EngineConfig engine, URI usual, String path) {
        return of(engine, usual, path, "ws");
    }

    /** Returns an HTTP address. */
    static URI web(EngineConfig engine, URI usual, String path) {
        return of(engine, usual, path, "http");
    }

    private static URI of(EngineConfig engine, URI usual, String path, String scheme) {
        if (engine.service().url().isEmpty()) {
            return usual;
        }
        URI given = engine.service().url().get();
        boolean secure = given.getScheme().equals("https") || given.getScheme().equals("wss");
        String port = given.getPort() < 0 ? "" : ":" + given.getPort();
        String own = given.getRawPath() == null || given.getRawPath().isEmpty() ? path : given.getRawPath();
        return URI.create(scheme + (secure ? "s" : "") + "://" + given.getHost() + port + own);
    }
}
