package io.sidetone.transport.sip.digest;

import java.util.List;
import java.util.Optional;

/**
 * A challenge that can be answered (RFC 7616 section 3.3). Immutable.
 *
 * @param realm as it stands between its quotes
 * @param nonce as it stands between its quotes
 * @param opaque as it stands between its quotes, or null
 * @param algorithm the hash function
 * @param session whether the hash of the password holds the nonces, too ({@code -sess})
 * @param qop whether qop auth is offered; without it the proof has no count
 * @param stale whether the credentials were right and only their nonce was too old
 */
record DigestChallenge(
        String realm,
        String nonce,
        String opaque,
        DigestAlgorithm algorithm,
        boolean session,
        boolean qop,
        boolean stale) {
    private static final String SESSION = "-sess";

    /** Reads a header value: the challenges in it that are of this scheme and ask for what is supported. */
    static List<DigestChallenge> parseAll(String header) {
        return AuthParameters.parseAll(header).stream()
                .filter(given -> given.scheme().equals("digest"))
                .flatMap(given -> of(given).stream())
                .toList();
    }

    private static Optional<DigestChallenge> of(AuthParameters given) {
        String name = given.get("algorithm") == null ? DigestAlgorithm.MD5.token() : given.get("algorithm");
        boolean session = name.regionMatches(true, name.length() - SESSION.length(), SESSION, 0, SESSION.length());
        DigestAlgorithm algorithm =
                DigestAlgorithm.of(session ? name.substring(0, name.length() - SESSION.length()) : name);
        String qop = given.get("qop");
        boolean auth = qop != null && lists(qop, "auth");
        boolean answerable = algorithm != null
                && given.get("realm") != null
                && given.get("nonce") != null
                && !given.get("nonce").isEmpty()
                && (qop == null || auth)
                && (auth || !session);
        return answerable
                ? Optional.of(new DigestChallenge(
                        given.get("realm"),
                        given.get("nonce"),
                        given.get("opaque"),
                        algorithm,
                        session,
                        auth,
                        "true".equalsIgnoreCase(given.get("stale"))))
                : Optional.empty();
    }

    private static boolean lists(String list, String word) {
        for (String each : list.split(",")) {
            if (each.strip().equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }
}
