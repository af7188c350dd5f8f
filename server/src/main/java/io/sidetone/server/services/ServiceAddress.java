package io.sidetone.server.services;

import io.sidetone.config.engine.EngineConfig;
import java.net.URI;

/** Where a service is: what the configuration says, completed by the service's own path where it names a host alone. */
final class ServiceAddress {
    private ServiceAddress() {}

    /** Over WebSocket. */
    static URI socket(EngineConfig engine, URI usual, String path) {
        return of(engine, usual, path, "ws");
    }

    /** Over HTTP. */
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
