package io.sidetone.transport.sip.digest;

import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Answers the challenges that the requests of one dialog, or of one registration, meet (RFC 3261 section 22, RFC 8760), and
 * adds credentials to later requests without being asked. Never answers the same challenge twice. SIP event loop only.
 */
public final class ClientDigest {
    private static final int MAX_ROUNDS = 3;
    private static final int MAX_REALMS = 4;

    private final DigestAccount account;
    private final Supplier<String> cnonces;
    private final Map<Asker, Asked> answered = new LinkedHashMap<>();
    private int rounds;

    /** Party that asks: a proxy or the peer itself, of a realm. */
    private record Asker(boolean proxy, String realm) {
        String credentials() {
            return proxy ? "Proxy-Authorization" : "Authorization";
        }
    }

    /** A challenge in use, and how often its nonce was. */
    private static final class Asked {
        private final DigestChallenge challenge;
        private int uses;

        Asked(DigestChallenge challenge) {
            this.challenge = challenge;
        }
    }

    /**
     * Creates the answers of one dialog or registration.
     *
     * @param account who we are; null when there is none, so that no challenge is answered
     * @param cnonces unpredictable tokens
     */
    public ClientDigest(DigestAccount account, Supplier<String> cnonces) {
        this.account = account;
        this.cnonces = cnonces;
    }

    /**
     * Takes the final response to a request.
     *
     * @param sent the request as it was sent
     * @return true when the request should be sent again through {@link #authorize}: it was challenged, and with a
     *     challenge that can be answered and was not yet
     */
    public boolean challenged(SipRequest sent, SipResponse response) {
        int status = response.statusCode();
        if (status != 401 && status != 407) {
            rounds = 0;
            return false;
        }
        rounds++;
        if (account == null || rounds > MAX_ROUNDS) {
            return false;
        }
        boolean proxy = status == 407;
        Map<String, DigestChallenge> best = new LinkedHashMap<>();
        for (String header : response.headerValues(proxy ? "Proxy-Authenticate" : "WWW-Authenticate")) {
            for (DigestChallenge challenge : DigestChallenge.parseAll(header)) {
                if (mayAnswer(challenge.realm())) {
                    best.merge(challenge.realm(), challenge, ClientDigest::stronger);
                }
            }
        }
        boolean any = false;
        for (DigestChallenge challenge : best.values()) {
            Asker asker = new Asker(proxy, challenge.realm());
            if (refused(asker, challenge, sent)) {
                return false;
            }
            if (answered.containsKey(asker) || answered.size() < MAX_REALMS) {
                answered.put(asker, new Asked(challenge));
                any = true;
            }
        }
        return any;
    }

    private boolean mayAnswer(String realm) {
        return account.realm() == null || account.realm().equals(realm);
    }

    /** Of equal strength the first one, as the asker prefers it (RFC 8760 section 2.4). */
    private static DigestChallenge stronger(DigestChallenge one, DigestChallenge next) {
        return next.algorithm().compareTo(one.algorithm()) < 0 ? next : one;
    }

    /**
     * Returns whether the answer of {@code sent} was wrong. Credentials that were added unasked may have met an asker that forgot
     * its nonce without saying stale: they get one more round.
     */
    private boolean refused(Asker asker, DigestChallenge challenge, SipRequest sent) {
        Asked before = answered.get(asker);
        boolean answer = before != null && carries(sent, asker);
        return answer && (before.challenge.nonce().equals(challenge.nonce()) || !challenge.stale() && rounds > 1);
    }

    private static boolean carries(SipRequest sent, Asker asker) {
        for (String header : sent.headerValues(asker.credentials())) {
            AuthParameters given = AuthParameters.parse(header);
            if (given != null && asker.realm().equals(given.get("realm"))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the request with our answer to every challenge so far, in place of credentials it had. */
    public SipRequest authorize(SipRequest request) {
        if (answered.isEmpty()) {
            return request;
        }
        SipRequest.Builder builder =
                request.toBuilder().removeHeader("Authorization").removeHeader("Proxy-Authorization");
        answered.forEach((asker, asked) -> builder.header(asker.credentials(), credentials(asked, request)));
        return builder.build();
    }

    /** Returns the ACK of a 2xx with the credentials of its INVITE (RFC 3261 section 22.1). */
    public static SipRequest acknowledge(SipRequest ack, SipRequest invite) {
        List<SipHeader> credentials = new ArrayList<>();
        for (SipHeader header : invite.headers()) {
            if (header.is("Authorization") || header.is("Proxy-Authorization")) {
                credentials.add(header);
            }
        }
        if (credentials.isEmpty()) {
            return ack;
        }
        SipRequest.Builder builder = ack.toBuilder();
        credentials.forEach(header -> builder.header(header.name(), header.value()));
        return builder.build();
    }

    private String credentials(Asked asked, SipRequest request) {
        DigestChallenge challenge = asked.challenge;
        DigestAlgorithm algorithm = challenge.algorithm();
        asked.uses++;
        DigestAlgorithm.Count count =
                challenge.qop() ? new DigestAlgorithm.Count(String.format("%08x", asked.uses), cnonces.get()) : null;
        String ha1 = algorithm.hash(account.username(), challenge.realm(), account.password());
        if (challenge.session()) {
            ha1 = algorithm.hash(ha1, challenge.nonce(), count.cnonce());
        }
        String uri = request.requestUri().toString();
        StringBuilder out = new StringBuilder(256)
                .append("Digest username=\"")
                .append(account.username().replace("\\", "\\\\").replace("\"", "\\\""))
                .append("\", realm=\"")
                .append(challenge.realm())
                .append("\", nonce=\"")
                .append(challenge.nonce())
                .append("\", uri=\"")
                .append(uri)
                .append("\", response=\"")
                .append(algorithm.response(ha1, request.method().name(), uri, challenge.nonce(), count))
                .append("\", algorithm=")
                .append(algorithm.token())
                .append(challenge.session() ? "-sess" : "");
        if (count != null) {
            out.append(", qop=auth, nc=").append(count.nc());
            out.append(", cnonce=\"").append(count.cnonce()).append('"');
        }
        if (challenge.opaque() != null) {
            out.append(", opaque=\"").append(challenge.opaque()).append('"');
        }
        return out.toString();
    }
}
