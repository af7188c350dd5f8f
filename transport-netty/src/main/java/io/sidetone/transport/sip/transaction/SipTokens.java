package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.Via;
import java.util.HexFormat;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Tags, branches and Call-IDs from an injected random source. In production that source is a
 * {@link java.security.SecureRandom}: tags guard dialogs against strangers (RFC 3261 19.3).
 */
public final class SipTokens {
    private final RandomGenerator random;
    private final long secret;

    /** Draws from {@code random}; SIP event loop only. */
    public SipTokens(RandomGenerator random) {
        this.random = Objects.requireNonNull(random, "random");
        this.secret = random.nextLong();
    }

    /** Returns a tag of 64 random bits. */
    public String tag() {
        return HexFormat.of().toHexDigits(random.nextLong());
    }

    /** Returns a branch of 96 random bits behind the cookie. */
    public String branch() {
        return Via.MAGIC_COOKIE
                + HexFormat.of().toHexDigits(random.nextLong())
                + HexFormat.of().toHexDigits(random.nextInt());
    }

    /** Returns a Call-ID of 128 random bits. */
    public String callId() {
        return HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
    }

    /** Returns the first CSeq number of a dialog, 1 … 65536. */
    public long firstCSeq() {
        return random.nextInt(65_536) + 1;
    }

    /** Returns a whole number from {@code from} to {@code to}, both included. */
    public int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    /**
     * Returns the same tag for every copy of a request, for answers that keep no transaction (RFC 3261 8.2.7).
     */
    public String stableTag(SipRequest request) {
        long hash = secret;
        hash = mix(hash, request.topVia().branch());
        hash = mix(hash, request.callId());
        hash = mix(hash, request.from().tag());
        return HexFormat.of().toHexDigits(hash);
    }

    private static long mix(long hash, String text) {
        long mixed = hash;
        for (int i = 0; text != null && i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * 0xff51afd7ed558ccdL;
            mixed ^= mixed >>> 32;
        }
        return mixed * 0xc4ceb9fe1a85ec53L + 1;
    }
}
