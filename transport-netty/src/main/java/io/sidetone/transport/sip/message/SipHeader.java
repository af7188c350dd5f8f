package io.sidetone.transport.sip.message;

/**
 * One header field as it is in a message, unfolded.
 *
 * @param name canonical long name ({@code v} becomes {@code Via}); unknown names as received
 * @param value text without surrounding white space
 */
public record SipHeader(String name, String value) {
    /** True when this header carries the given name, in whatever case. */
    public boolean is(String otherName) {
        return name.equalsIgnoreCase(otherName);
    }
}
