package io.sidetone.transport.pbx;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.dialect.UpgradeGate;
import io.sidetone.transport.ws.HostHeader;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/**
 * Who may connect to one dialect, decided before the upgrade: with a secret, whoever carries it (HTTP Basic, a bearer
 * token, or a token signed with it); without one, this machine alone, by its address. Immutable.
 */
public final class PbxAccess implements UpgradeGate {
    private static final String BASIC = "basic ";
    private static final String BEARER = "bearer ";

    private final String keys;
    private final byte[] user;
    private final byte[] password;
    private final byte[] token;
    private final SignedToken signed;

    /**
     * Who may connect.
     *
     * @param keys where the configuration holds the secrets, for people: {@code streams.asterisk}
     * @param user of HTTP Basic, or empty for any
     * @param password of HTTP Basic, or empty for none
     * @param token that a bearer carries, or empty for none
     * @param signed checks signed tokens of a bearer, or null
     */
    public PbxAccess(String keys, String user, String password, String token, SignedToken signed) {
        this.keys = keys;
        this.user = bytes(user);
        this.password = bytes(password);
        this.token = bytes(token);
        this.signed = signed;
    }

    /** This machine alone. */
    public static PbxAccess loopback(String keys) {
        return new PbxAccess(keys, "", "", "", null);
    }

    private static byte[] bytes(String text) {
        return text.isEmpty() ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether there is a secret; if not, only this machine may connect. */
    public boolean guarded() {
        return password != null || token != null || signed != null;
    }

    @Override
    public String path(WsHandshake handshake) {
        return handshake.path();
    }

    @Override
    public WsDecision.Refuse refusal(WsHandshake handshake) {
        HttpHeaders headers = handshake.headers();
        if (!guarded()) {
            return withoutSecret(handshake);
        }
        String given = headers.get(HttpHeaderNames.AUTHORIZATION);
        if (given == null) {
            return new WsDecision.Refuse(401, "send the secret of " + keys + " in the header Authorization");
        }
        boolean known = startsWith(given, BASIC)
                ? basic(given.substring(BASIC.length()).strip())
                : startsWith(given, BEARER)
                        && bearer(given.substring(BEARER.length()).strip());
        return known
                ? null
                : new WsDecision.Refuse(401, "the header Authorization does not hold the secret of " + keys);
    }

    private WsDecision.Refuse withoutSecret(WsHandshake handshake) {
        if (!handshake.direct()) {
            return new WsDecision.Refuse(
                    403, "without a secret only this machine is served; configure one in " + keys + " and send it");
        }
        if (!HostHeader.local(handshake.header("Host"))) {
            return new WsDecision.Refuse(
                    403, "without a secret only localhost and addresses are served; configure one in " + keys);
        }
        return null;
    }

    private boolean basic(String encoded) {
        if (password == null) {
            return false;
        }
        byte[] given;
        try {
            given = Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException noBase64) {
            return false;
        }
        int colon = 0;
        while (colon < given.length && given[colon] != ':') {
            colon++;
        }
        if (colon == given.length) {
            return false;
        }
        byte[] name = java.util.Arrays.copyOfRange(given, 0, colon);
        byte[] word = java.util.Arrays.copyOfRange(given, colon + 1, given.length);
        // Both are compared whatever the first says: a wrong name takes as long as a wrong password.
        boolean named = user == null || MessageDigest.isEqual(user, name);
        return MessageDigest.isEqual(password, word) & named;
    }

    private boolean bearer(String given) {
        return token != null && MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8))
                || signed != null && signed.valid(given);
    }

    private static boolean startsWith(String value, String scheme) {
        return value.regionMatches(true, 0, scheme, 0, scheme.length());
    }
}
