package io.sidetone.transport.sip.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One header field as it is in a message, unfolded.
 *
 * @param name canonical long name ({@code v} becomes {@code Via}); unknown names as received
 * @param value text without surrounding white space
 */
public record SipHeader(String name, String value) {
    /** Returns headers by their names, in the order of the map. */
    public static List<SipHeader> of(Map<String, String> byName) {
        List<SipHeader> headers = new ArrayList<>(byName.size());
        for (Map.Entry<String, String> header : byName.entrySet()) {
            headers.add(new SipHeader(header.getKey(), header.getValue()));
        }
        return headers;
    }

    /** True when this header carries the given name, in whatever case. */
    public boolean is(String otherName) {
        return name.equalsIgnoreCase(otherName);
    }
}
