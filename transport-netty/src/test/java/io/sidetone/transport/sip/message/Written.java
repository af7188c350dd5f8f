package io.sidetone.transport.sip.message;

/** Headers as tests write them; a malformed one is a mistake of the test. */
public final class Written {
    private Written() {}

    /** Returns the address that {@code text} says. */
    public static NameAddress address(String text) {
        try {
            return NameAddress.parse(text);
        } catch (SipParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Returns the Via that {@code text} says. */
    public static Via via(String text) {
        try {
            return Via.parse(text);
        } catch (SipParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
