package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The keys of one dialog's audio, by SDES (RFC 4568). Belongs to the dialog's event loop.
 *
 * <p>Keys stay as long as the peer's key stays. With a new key of the peer ours is new, too: it may be somebody else who
 * talks to us now. No key of ours is sent for two streams or in both directions (RFC 3711 section 9.1).
 */
public final class SdpCrypto {
    static final String SECURE = "RTP/SAVP";
    static final String PLAIN = "RTP/AVP";

    private static final String NO_SIGNALLING = "SRTP keys travel over encrypted signalling only: use TLS";

    private final SrtpPolicy policy;
    private final BooleanSupplier keysAllowed;
    private final Function<CryptoSuite, MasterKey> newKey;
    private List<CryptoAttribute> ours = List.of();
    private MasterKey remote;
    private boolean settled;

    /**
     * Creates the crypto of one dialog.
     *
     * @param keysAllowed whether the signalling may carry keys now; asked for each offer and answer
     * @param newKey makes unpredictable keys
     */
    public SdpCrypto(SrtpPolicy policy, BooleanSupplier keysAllowed, Function<CryptoSuite, MasterKey> newKey) {
        this.policy = policy;
        this.keysAllowed = keysAllowed;
        this.newKey = newKey;
    }

    /** No encryption. */
    static SdpCrypto off() {
        return new SdpCrypto(SrtpPolicy.OFF, () -> false, suite -> {
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
        return policy != SrtpPolicy.OFF && keysAllowed.getAsBoolean();
    }

    /** Returns why no call is possible whatever the peer offers, or null. */
    public String impossible() {
        return policy == SrtpPolicy.REQUIRED && !keysAllowed.getAsBoolean()
                ? "SRTP is required. " + NO_SIGNALLING
                : null;
    }

    /** Returns why we can offer nothing now, or null: the keys in force may not travel any more. */
    String offerProblem() {
        boolean plainSignalling = !ours.isEmpty() && !keysAllowed.getAsBoolean();
        return plainSignalling ? NO_SIGNALLING : impossible();
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
        List<CryptoAttribute> lines = policy == SrtpPolicy.OFF ? List.of() : CryptoAttribute.of(section);
        if (isSecure(section)) {
            if (policy == SrtpPolicy.OFF) {
                return "SRTP is off here: offer RTP/AVP";
            }
            if (!keysAllowed.getAsBoolean()) {
                return NO_SIGNALLING;
            }
            if (lines.isEmpty()) {
                return CryptoAttribute.problem(section) + ". Suites: " + List.of(CryptoSuite.values());
            }
        } else if (policy == SrtpPolicy.REQUIRED && lines.isEmpty()) {
            return "SRTP is required: offer RTP/SAVP with a=crypto. Here " + CryptoAttribute.problem(section);
        } else if (remote != null && !lines.isEmpty() && !keysAllowed.getAsBoolean()) {
            return NO_SIGNALLING;
        }
        return reuse(ours, lines);
    }

    /** Packets of two streams under one key give each other away (RFC 3711 section 9.1). */
    private static String reuse(List<CryptoAttribute> own, List<CryptoAttribute> theirs) {
        if (theirs.stream().anyMatch(line -> own.stream().anyMatch(line::sharesKeyWith))) {
            return "its a=crypto has our own key; each direction needs its own";
        }
        boolean twice = theirs.stream().anyMatch(line -> theirs.stream()
                .anyMatch(other -> other.key().suite() != line.key().suite() && line.sharesKeyWith(other)));
        return twice ? "its a=crypto lines have one key for several suites; each needs its own" : null;
    }

    /** Returns the protocol of a first offer. */
    String protocol() {
        return policy == SrtpPolicy.REQUIRED ? SECURE : PLAIN;
    }

    /**
     * Returns the lines of an offer of ours: the one in force, or one for each suite.
     *
     * @param fresh with new keys even though keys are in force, because somebody else may answer
     */
    List<SdpAttribute> offered(boolean fresh) {
        if (settled && !fresh) {
            return agreed();
        }
        List<CryptoAttribute> lines = new ArrayList<>();
        if (encrypts()) {
            for (CryptoSuite suite : CryptoSuite.values()) {
                lines.add(new CryptoAttribute(lines.size() + 1, newKey.apply(suite)));
            }
        }
        return attributes(lines);
    }

    /** Returns the line of our answer. */
    List<SdpAttribute> agreed() {
        return attributes(ours);
    }

    private static List<SdpAttribute> attributes(List<CryptoAttribute> lines) {
        return lines.stream().map(CryptoAttribute::attribute).toList();
    }

    /** Takes the first usable line of an offer; returns the keys, or null for a call that is not encrypted. */
    SrtpKeys answer(SdpMedia offered) {
        if (!usable(offered)) {
            return plain();
        }
        CryptoAttribute theirs = CryptoAttribute.of(offered).get(0);
        MasterKey local = theirs.key().equals(remote)
                ? ours.get(0).key()
                : newKey.apply(theirs.key().suite()).withMki(theirs.key().mki());
        return agreed(new CryptoAttribute(theirs.tag(), local), theirs.key());
    }

    /** Takes the peer's answer to the lines of an offer of ours; returns the keys, or null for a call that is not encrypted. */
    SrtpKeys answered(SdpMedia offer, SdpMedia answer) {
        CryptoAttribute own = answeredLine(offer, answer);
        return own == null
                ? plain()
                : agreed(own, CryptoAttribute.of(answer).get(0).key());
    }

    /** Returns why an answer cannot be used, although its section could be, or null. */
    String answerProblem(SdpMedia offer, SdpMedia answer) {
        if (isSecure(offer) != isSecure(answer)) {
            return "the answer has another protocol than the offer: " + answer.protocol();
        }
        List<CryptoAttribute> offered = CryptoAttribute.of(offer);
        List<CryptoAttribute> lines = CryptoAttribute.of(answer);
        String reused = reuse(offered, lines);
        if (reused != null) {
            return reused;
        }
        // Who answers with a key encrypts, whether we can read it or not.
        boolean encrypts = !offered.isEmpty() && CryptoAttribute.in(answer);
        boolean needed = isSecure(offer) || policy == SrtpPolicy.REQUIRED || encrypts;
        if (!needed || answeredLine(offer, answer) != null) {
            return null;
        }
        return lines.isEmpty()
                ? CryptoAttribute.problem(answer)
                : "the answer takes none of the a=crypto lines offered: tag or suite is another";
    }

    /** The line of ours that the answer takes, with its suite and tag (RFC 4568 section 5.1.3), or null. */
    private static CryptoAttribute answeredLine(SdpMedia offer, SdpMedia answer) {
        List<CryptoAttribute> theirs = CryptoAttribute.of(answer);
        return theirs.isEmpty()
                ? null
                : CryptoAttribute.of(offer).stream()
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
