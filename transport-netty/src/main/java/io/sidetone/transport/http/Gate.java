package io.sidetone.transport.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.ws.HostHeader;
import io.sidetone.transport.ws.Origins;
import io.sidetone.transport.ws.ProxyHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides who may make requests. With a token, whoever carries it may. Without one (loopback only), whoever named this
 * machine by address may. The latter rule prevents a web page from reaching the API through a host name that points
 * here.
 */
final class Gate {
    private static final String SCHEME = "bearer ";

    private final byte[] token;

    private final Origins origins;

    Gate(Optional<String> token, Origins origins) {
        this.origins = origins;
        this.token = token.map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
    }

    /**
     * Refuses requests that a proxy passed on, even to an open route, while there is no token: the address of the
     * connection then does not show who asks.
     *
     * @return the refusal, or null
     */
    Answer throughProxy(HttpHeaders headers) {
        String header = token == null ? ProxyHeaders.first(headers) : null;
        return header == null
                ? null
                : Problem.of(
                        403,
                        "the header " + header
                                + " says that a proxy passed this on, and without http.token only this machine"
                                + " is served; set http.token");
    }

    /** Returns the refusal, or null if the request may pass. */
    Answer refusal(HttpHeaders headers) {
        if (token == null) {
            return stranger(headers);
        }
        String authorization = headers.get(HttpHeaderNames.AUTHORIZATION);
        if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return unauthorized("send the header 'Authorization: Bearer TOKEN'", "Bearer");
        }
        byte[] given = authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        // The comparison takes the same time for every wrong token of the right length.
        return MessageDigest.isEqual(token, given)
                ? null
                : unauthorized("the token is not the one of http.token", "Bearer error=\"invalid_token\"");
    }

    private Answer stranger(HttpHeaders headers) {
        String host = headers.get(HttpHeaderNames.HOST);
        if (!HostHeader.local(host)) {
            return Problem.of(
                    421,
                    "without http.token only localhost and addresses are served; set http.token to use a host name");
        }
        // Nothing else separates a page that the user merely visits from a page that may command calls.
        return origins.allows(headers.get(HttpHeaderNames.ORIGIN), host)
                ? null
                : Problem.of(
                        403, "a page of another host may not ask for this; name its origin in http.allowed-origins");
    }

    /**
     * Returns whether a WebSocket may be opened: as for any request, or by the token in its query, because a browser sends no
     * own header with a handshake.
     *
     * @param query values of the parameter {@code token}; null when there are none
     */
    boolean admits(HttpHeaders headers, List<String> query) {
        return refusal(headers) == null
                || token != null
                        && query != null
                        && query.size() == 1
                        && MessageDigest.isEqual(token, query.get(0).getBytes(StandardCharsets.UTF_8));
    }

    private static Answer unauthorized(String detail, String challenge) {
        return Problem.of(401, detail).with("WWW-Authenticate", challenge);
    }
}
