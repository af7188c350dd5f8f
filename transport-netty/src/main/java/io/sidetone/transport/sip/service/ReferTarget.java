package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.message.SipUri;
import java.util.regex.Pattern;

/** Party that a call is transferred to: the URI of a Refer-To header (RFC 3515 section 2.1), from whoever asks for it. */
public final class ReferTarget {
    /** The longest target taken. */
    public static final int MAX_LENGTH = 256;

    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9*#][0-9*#.-]*");
    private static final Pattern SEPARATORS = Pattern.compile("[.-]");

    private ReferTarget() {}

    /**
     * Checks a target that may be a number alone, which is then meant to be dialled by the peer.
     *
     * @param peer host of the peer, a name or an address
     * @throws IllegalArgumentException as {@link #of(String)}
     */
    public static SipUri of(String text, String peer) {
        return text.length() <= MAX_LENGTH && NUMBER.matcher(text).matches()
                ? SipUri.sip(SEPARATORS.matcher(text).replaceAll("").replace("#", "%23"), peer, -1)
                : of(text);
    }

    /**
     * Checks a target. Headers in the URI ({@code ?Replaces=…}) are refused: the peer would copy them into its INVITE, and
     * a blind transfer needs none.
     *
     * @throws IllegalArgumentException when it is no {@code sip}, {@code sips} or {@code tel} URI; the message says why
     */
    public static SipUri of(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "transfer target of " + text.length() + " characters; at most " + MAX_LENGTH + " are taken");
        }
        SipUri uri = SipUri.of(text);
        if (!uri.isSip() && !uri.scheme().equals("tel")) {
            throw new IllegalArgumentException("transfer target with the scheme " + uri.scheme()
                    + "; give a sip, sips or tel URI, such as sip:+15550123@example.com");
        }
        if (text.indexOf('?') >= 0) {
            throw new IllegalArgumentException(
                    "transfer target with headers after '?'; give the URI alone, headers would reach a third party");
        }
        if (!uri.dialled().equals(uri)) {
            throw new IllegalArgumentException(
                    "transfer target with a password, maddr, method or ttl; give user and host alone");
        }
        return uri;
    }
}
