package io.sidetone.transport.sip.digest;

import io.sidetone.transport.sip.digest.NonceIssuer.Nonce;
import io.sidetone.transport.sip.digest.PeerAccounts.Account;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Asks peers for a password and checks what they answer (RFC 7616, RFC 8760). A user that does not exist takes the same
 * way, and gets the same answer, as a wrong password. SIP event loop only.
 */
final class ServerDigest {
    /** Time for which a nonce may be used. */
    static final long NONCE_LIFE_NS = TimeUnit.SECONDS.toNanos(60);

    private static final int MAX_NONCES = 16_384;
    private static final String HEADER = "Authorization";

    private final PeerAccounts accounts;
    private final List<DigestAlgorithm> algorithms;
    private final NonceIssuer nonces;
    private final NonceCounts counts = new NonceCounts(MAX_NONCES, NONCE_LIFE_NS);

    /**
     * Creates the check.
     *
     * @param algorithms hash functions to offer, the preferred first
     * @param random unpredictable
     */
    ServerDigest(PeerAccounts accounts, List<DigestAlgorithm> algorithms, RandomGenerator random) {
        this.accounts = accounts;
        this.algorithms = List.copyOf(algorithms);
        this.nonces = new NonceIssuer(random, NONCE_LIFE_NS);
    }

    /** Worth of credentials. */
    enum Verdict {
        /** The password is right and was not used with this count. */
        RIGHT,
        /** None of this realm are there: the first request of a peer. */
        NONE,
        /**
         * The nonce is none of this source, or not good any more, or its count was used. The password was not looked at: who can forge a
         * source must learn nothing about it, and does its owner no harm.
         */
        STALE,
        /** The credentials make no sense, and are not for a nonce of this source. */
        SENSELESS,
        /** User or password is wrong for a nonce that went to this source. */
        WRONG
    }

    /**
     * The outcome of a check.
     *
     * @param trunk whose password it was, only with {@link Verdict#RIGHT}
     */
    record Checked(Verdict verdict, String trunk) {
        private static Checked of(Verdict verdict) {
            return new Checked(verdict, null);
        }
    }

    /** Checks the credentials of a request that came from {@code source}. */
    Checked check(SipRequest request, InetAddress source, long nowNs) {
        AuthParameters mine = null;
        for (String header : request.headerValues(HEADER)) {
            AuthParameters given = AuthParameters.parse(header);
            if (given == null) {
                return Checked.of(Verdict.SENSELESS);
            }
            if (given.scheme().equals("digest") && accounts.realm().equals(given.get("realm"))) {
                mine = given;
            }
        }
        return mine == null ? Checked.of(Verdict.NONE) : check(mine, request, source, nowNs);
    }

    private Checked check(AuthParameters given, SipRequest request, InetAddress source, long nowNs) {
        String name = given.get("algorithm") == null ? DigestAlgorithm.MD5.token() : given.get("algorithm");
        DigestAlgorithm algorithm = DigestAlgorithm.of(name);
        String username = given.get("username");
        String nonce = given.get("nonce");
        String response = given.get("response");
        long count = count(given.get("nc"));
        Nonce ours = nonce == null ? null : nonces.read(nonce, source, nowNs);
        if (algorithm == null
                || !algorithms.contains(algorithm)
                || username == null
                || nonce == null
                || response == null
                || !"auth".equalsIgnoreCase(given.get("qop"))
                || given.get("cnonce") == null
                || count < 1
                || !sameUser(request.requestUri(), given.get("uri"))) {
            return Checked.of(ours == null ? Verdict.SENSELESS : Verdict.WRONG);
        }
        if (ours == null) {
            return Checked.of(Verdict.STALE);
        }
        Account account = accounts.of(unescaped(username));
        String expected = algorithm.response(
                account.secrets().get(algorithm),
                request.method().name(),
                given.get("uri"),
                nonce,
                new DigestAlgorithm.Count(given.get("nc"), given.get("cnonce")));
        boolean right = MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), response.getBytes(StandardCharsets.UTF_8));
        if (!right || account.trunk() == null) {
            return Checked.of(Verdict.WRONG);
        }
        return counts.take(ours, count, nowNs)
                ? new Checked(Verdict.RIGHT, account.trunk())
                : Checked.of(Verdict.STALE);
    }

    /**
     * Returns whether the credentials are for the user that is called. Proxies may have changed the rest of the Request-URI on the
     * way (RFC 3261 section 22.4).
     */
    private static boolean sameUser(SipUri called, String uri) {
        try {
            return uri != null
                    && Objects.equals(called.user(), SipUri.parse(uri).user());
        } catch (SipParseException malformed) {
            return false;
        }
    }

    private static String unescaped(String quoted) {
        StringBuilder out = new StringBuilder(quoted.length());
        for (int i = 0; i < quoted.length(); i++) {
            if (quoted.charAt(i) == '\\' && i + 1 < quoted.length()) {
                i++;
            }
            out.append(quoted.charAt(i));
        }
        return out.toString();
    }

    private static long count(String nc) {
        return nc != null && nc.matches("[0-9A-Fa-f]{8}") ? Long.parseLong(nc, 16) : -1;
    }

    /** Returns the challenges of one 401, one for each hash function, in the order of preference. */
    List<SipHeader> challenge(InetAddress source, boolean stale, long nowNs) {
        String nonce = nonces.issue(source, nowNs);
        List<SipHeader> headers = new ArrayList<>(algorithms.size());
        for (DigestAlgorithm algorithm : algorithms) {
            headers.add(new SipHeader(
                    "WWW-Authenticate",
                    "Digest realm=\"" + accounts.realm() + "\", nonce=\"" + nonce + "\", algorithm=" + algorithm.token()
                            + ", qop=\"auth\"" + (stale ? ", stale=true" : "")));
        }
        return headers;
    }
}
