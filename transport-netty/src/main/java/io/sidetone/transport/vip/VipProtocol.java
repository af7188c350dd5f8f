package io.sidetone.transport.vip;

import io.sidetone.transport.stream.NettyLoop;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.vip.message.VipReader;
import io.sidetone.transport.vip.token.EphemeralKeys;
import io.sidetone.transport.vip.token.KeyGrant;
import io.sidetone.transport.vip.token.KeyRefusedException;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProof;
import io.sidetone.transport.ws.WsProtocol;
import java.util.Locale;

/** VIP as it is spoken at {@code /vip}: a key that is wrong, expired or used is refused before the upgrade. Thread-safe. */
public final class VipProtocol implements WsProtocol {
    /** Offered by clients that want to name the protocol (RFC 6455 section 1.9); not needed. */
    private static final String SUBPROTOCOL = "vip-1";

    private static final String SCHEME = "bearer ";

    private final VipServices services;
    private final StreamCalls calls;
    private final StreamRouter router;

    /**
     * Creates the protocol.
     *
     * @param router the one {@code calls} has
     */
    public VipProtocol(VipServices services, StreamCalls calls, StreamRouter router) {
        this.services = services;
        this.calls = calls;
        this.router = router;
    }

    @Override
    public WsDecision admit(WsHandshake handshake) {
        KeyGrant grant = null;
        String key = key(handshake);
        if (key != null) {
            try {
                grant = services.keys().redeem(key);
            } catch (KeyRefusedException refused) {
                services.counters().refused(refused.code());
                return WsDecision.refuse(401, refused.getMessage());
            }
        }
        boolean trusted = grant == null && handshake.authorized();
        WsProof proof = grant != null || trusted ? WsProof.given() : WsProof.awaited();
        VipConnection connection = new VipConnection(
                services,
                out -> new NettyLoop(out.loop()),
                out -> new StreamCallFactory(calls, router, services.settings(), handshake, out.loop()),
                grant,
                grant == null ? null : key,
                trusted,
                proof);
        return new WsDecision.Accept(
                connection, handshake.offers(SUBPROTOCOL) ? SUBPROTOCOL : null, VipReader.MAX_BYTES, 0, proof);
    }

    /** The key a handshake presents, in its query or as its authorization; null when there is none. */
    private String key(WsHandshake handshake) {
        boolean tokenNeeded = services.settings().tokenNeeded();
        String query = handshake.queryValue("token");
        if (query != null) {
            return tokenNeeded && handshake.authorized() && !EphemeralKeys.isKey(query) ? null : query;
        }
        String authorization = handshake.header("Authorization");
        if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return null;
        }
        String bearer = authorization.substring(SCHEME.length()).strip();
        boolean serversOwn = tokenNeeded && handshake.authorized();
        boolean concernsUs = tokenNeeded || EphemeralKeys.isKey(bearer);
        return serversOwn || !concernsUs ? null : bearer;
    }
}
