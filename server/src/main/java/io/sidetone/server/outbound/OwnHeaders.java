package io.sidetone.server.outbound;

import io.sidetone.transport.http.control.PlaceOutcome.Kind;
import io.sidetone.transport.sip.message.SipHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Headers that whoever places a call adds to its INVITE. */
final class OwnHeaders {
    private static final String NAME = "[A-Za-z0-9.!%*_+`'~-]{1,64}";
    private static final int LONGEST = 512;
    private static final Set<String> OTHERS =
            Set.of("user-to-user", "diversion", "history-info", "subject", "call-info", "alert-info", "privacy");

    private OwnHeaders() {}

    static List<SipHeader> of(Map<String, String> headers) throws RefusedCallException {
        List<SipHeader> own = new ArrayList<>();
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String lower = header.getKey().toLowerCase(Locale.ROOT);
            boolean known = lower.startsWith("x-") || lower.startsWith("p-") || OTHERS.contains(lower);
            if (!known || !lower.matches(NAME)) {
                throw new RefusedCallException(
                        Kind.INVALID, "headers: one of the names is not free; use X-…, P-… or one of " + OTHERS);
            }
            String value = header.getValue();
            if (value.length() > LONGEST || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new RefusedCallException(
                        Kind.INVALID,
                        "headers: " + header.getKey() + " is longer than " + LONGEST
                                + " characters or has others than visible ASCII; shorten or encode it");
            }
            own.add(new SipHeader(header.getKey(), value));
        }
        return own;
    }
}
