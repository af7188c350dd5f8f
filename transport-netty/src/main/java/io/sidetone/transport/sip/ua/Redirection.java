package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import java.util.Comparator;
import java.util.List;

/** Destination to which a 3xx sends a call (RFC 3261 8.1.3.4 and 20.10). */
final class Redirection {
    private static final double DEFAULT_WEIGHT = 1;

    private Redirection() {}

    /** Returns the SIP addresses of its Contact, by falling {@code q}; a {@code q} that is no number counts as 0. */
    static List<SipUri> of(SipResponse response) {
        return response.contacts().stream()
                .sorted(Comparator.comparingDouble(contact -> -weight(contact)))
                .map(NameAddress::uri)
                .filter(SipUri::isSip)
                .map(SipUri::dialled)
                .toList();
    }

    private static double weight(NameAddress contact) {
        String q = contact.params().get("q");
        if (q == null) {
            return DEFAULT_WEIGHT;
        }
        return q.matches("[01](\\.\\d{0,3})?") ? Double.parseDouble(q) : 0;
    }
}
