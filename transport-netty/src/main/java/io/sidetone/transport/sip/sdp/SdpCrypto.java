package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The keys of one dialog's audio, by SDES (RFC 4568). Belongs to the dialog's event loop.
 *
 * <p>Keys stay as long as the peer's key stays. With a new key of the peer ours is new, too: who joins a call by a
 * re-INVITE cannot know how often our sequence numbers have rolled over.
 */
public final class SdpCrypto {
    static final String SECURE = "RTP/SAVP";
    static final String PLAIN = "RTP/AVP";

    private static final String NO_SIGNALLING = "SRTP keys travel over encrypted signalling only: use TLS";

    private final SrtpPolicy policy;
    private final boolean keysAllowed;
    private final Function<CryptoSuite, MasterKey> newKey;
    private List<CryptoAttribute> ours = List.of();
    private MasterKey remote;
    private boolean settled;

    /**
     * Creates the crypto of one dialog.
     *
     * @param keysAllowed whether the signalling may carry keys; if not, the call cannot be encrypted
     * @param newKey makes unpredictable keys
     */
    public SdpCrypto(SrtpPolicy policy, boolean keysAllowed, Function<CryptoSuite, MasterKey> newKey) {
        this.policy = policy;
        this.keysAllowed = keysAllowed;
        this.newKey = newKey;
    }

    /** No encryption. */
    static SdpCrypto off() {
        return new SdpCrypto(SrtpPolicy.OFF, false, suite -> {
            throw new IllegalStateException("a call without SRTP needs no key of " + suite);
        });
    }

    static boolean isSecure(SdpMedia section) {
        return section.protocol().equalsIgnoreCase(SECURE) || section.protocol().equalsIgnoreCase(SECURE + "F");
    }

    static boolean isPlain(SdpMedia section) {
        return section.protocol().equalsIgnoreCase(PLAIN) || section.protocol().equalsIgnoreCase(PLAIN + "F");
    }

    private boolean encrypts() {
        return policy != SrtpPolicy.OFF && keysAllowed;
    }

    /** Returns why no call is possible whatever the peer offers, or null. */
    public String impossible() {
        return policy == SrtpPolicy.REQUIRED && !keysAllowed ? "SRTP is required. " + NO_SIGNALLING : null;
    }

    /** Returns whether a section can be encrypted. */
    boolean usable(SdpMedia section) {
        return encrypts()
                && (isSecure(section) || isPlain(section))
                && !CryptoAttribute.of(section).isEmpty();
    }

    /** Returns why a section of the peer cannot be used, or null. */
    String problem(SdpMedia section) {
        if (impossible() != null) {
            return impossible();
        }
        if (isSecure(section)) {
            if (policy == SrtpPolicy.OFF) {
                return "SRTP is off here: offer RTP/AVP";
            }
            if (!keysAllowed) {
                return NO_SIGNALLING;
            }
            return usable(section) ? null : "no usable a=crypto line. Suites: " + List.of(CryptoSuite.values());
        }
        boolean refused = policy == SrtpPolicy.REQUIRED && !usable(section);
        return refused ? "SRTP is required: offer RTP/SAVP with a=crypto" : null;
    }

    /** Returns the protocol of a first offer. */
    String protocol() {
        return policy == SrtpPolicy.REQUIRED ? SECURE : PLAIN;
    }

    /** Returns the lines of our description: what was agreed on; before that, one for each suite. */
    List<SdpAttribute> lines() {
        if (encrypts() && !settled && ours.isEmpty()) {
            List<CryptoAttribute> lines = new ArrayList<>();
            for (CryptoSuite suite : CryptoSuite.values()) {
                lines.add(new CryptoAttribute(lines.size() + 1, newKey.apply(suite)));
            }
            ours = List.copyOf(lines);
        }
        return ours.stream().map(CryptoAttribute::attribute).toList();
    }

    /** Takes the first usable line of an offer; returns the keys, or null for a call that is not encrypted. */
    SrtpKeys answer(SdpMedia offered) {
        if (!usable(offered)) {
            return plain();
        }
        CryptoAttribute theirs = CryptoAttribute.of(offered).get(0);
        MasterKey local = theirs.key().equals(remote)
                ? ours.get(0).key()
                : newKey.apply(theirs.key().suite());
        return agreed(new CryptoAttribute(theirs.tag(), local), theirs.key());
    }

    /** Takes the peer's answer to the lines of our offer; returns the keys, or null for a call that is not encrypted. */
    SrtpKeys answered(SdpMedia answer) {
        CryptoAttribute own = answeredLine(answer);
        return own == null
                ? plain()
                : agreed(own, CryptoAttribute.of(answer).get(0).key());
    }

    /** Returns why an answer cannot be used, although its section could be, or null. */
    String answerProblem(SdpMedia offer, SdpMedia answer) {
        if (isSecure(offer) != isSecure(answer)) {
            return "the answer has another protocol than the offer: " + answer.protocol();
        }
        boolean needed = isSecure(offer) || policy == SrtpPolicy.REQUIRED;
        return needed && answeredLine(answer) == null ? "the answer takes none of the a=crypto lines offered" : null;
    }

    /** The line of ours that the answer takes, with its suite and tag (RFC 4568 section 5.1.3), or null. */
    private CryptoAttribute answeredLine(SdpMedia answer) {
        List<CryptoAttribute> theirs = CryptoAttribute.of(answer);
        return theirs.isEmpty()
                ? null
                : ours.stream()
                        .filter(own -> own.tag() == theirs.get(0).tag()
                                && own.key().suite() == theirs.get(0).key().suite())
                        .findFirst()
                        .orElse(null);
    }

    private SrtpKeys agreed(CryptoAttribute own, MasterKey theirs) {
        settled = true;
        ours = List.of(own);
        remote = theirs;
        return new SrtpKeys(own.key(), theirs);
    }

    private SrtpKeys plain() {
        settled = true;
        ours = List.of();
        remote = null;
        return null;
    }
}
