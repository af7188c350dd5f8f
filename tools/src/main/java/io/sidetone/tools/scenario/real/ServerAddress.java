package io.sidetone.tools.scenario.real;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.value.IpAddress;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/**
 * Address of the server that is called.
 *
 * @param sip host and port of its signalling
 * @param api root of its API
 * @param token of the API, where it wants one
 */
public record ServerAddress(String sip, URI api, Optional<String> token) {
    /** Returns where a server with {@code config} listens on this machine. */
    public static ServerAddress of(SidetoneConfig config) {
        String scheme = config.http().tls().on() ? "https" : "http";
        return new ServerAddress(
                host(config.sip().bind()) + ":" + config.sip().port(),
                URI.create(scheme + "://" + host(config.http().bind()) + ":"
                        + config.http().port()),
                config.http().token().map(secret -> secret.value()));
    }

    private static String host(IpAddress bind) {
        InetAddress address = bind.toInetAddress();
        String text = (address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address).getHostAddress();
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }
}
