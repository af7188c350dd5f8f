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
 * Decides before the upgrade who may connect to one dialect. With a secret, whoever carries it may connect (HTTP Basic,
 * a bearer token, or a token signed with it). Without one, only this machine may, by its address. Immutable.
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
     * Creates the rule.
     *
     * @param keys configuration keys of the secrets, for people: {@code streams.asterisk}
     * @param user of HTTP Basic, or empty for any
     * @param password of HTTP Basic, or empty for none
     * @param token bearer token, or empty for none
     * @param signed checks signed bearer tokens, or null
     */
    public PbxAccess(String keys, String user, String password, String token, SignedToken signed) {
        this.keys = keys;
        this.user = bytes(user);
        this.password = bytes(password);
        this.token = bytes(token);
        this.signed = signed;
    }

    /** Returns the rule that admits only this machine. */
    public static PbxAccess loopback(String keys) {
        return new PbxAccess(keys, "", "", "", null);
    }

    private static byte[] bytes(String text) {
        return text.isEmpty() ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether there is a secret; without one only this machine may connect. */
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
        // Both are compared in any case: a wrong name takes as long as a wrong password.
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
