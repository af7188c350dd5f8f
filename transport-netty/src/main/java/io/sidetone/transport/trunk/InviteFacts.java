package io.sidetone.transport.trunk;

import io.netty.util.NetUtil;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.control.ExtraHeaders;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.facts.PartyAddress;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.CallerPrivacy;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.sdp.SessionDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads what an INVITE says of its call for people and applications: who calls whom, and the headers that mean something to
 * them. What a caller hides (RFC 3323, RFC 3325 section 7), what a stranger asserts of himself (RFC 3325 section 5) and
 * credentials stay here.
 */
final class InviteFacts {
    private static final String ASSERTED = "P-Asserted-Identity";
    private static final String CALLED_PARTY = "P-Called-Party-ID";

    /** Headers that the stack writes and that tell people something as well; in lower case. */
    private static final Set<String> OF_PEOPLE =
            Set.of("from", "to", "user-agent", "reason", "referred-by", "replaces", "content-language");

    private final SipRequest sip;
    private final SipFlow flow;
    private final byte[] offer;
    private final boolean trusted;
    private final NumberPlan plan;
    private final boolean hidden;

    /**
     * Reads an INVITE.
     *
     * @param flow that it came on
     * @param offer its session description, or null
     * @param trusted whether it came from a trunk, so that what it asserts holds
     * @param plan how the trunk writes numbers
     */
    InviteFacts(SipRequest sip, SipFlow flow, byte[] offer, boolean trusted, NumberPlan plan) {
        this.sip = sip;
        this.flow = flow;
        this.offer = offer;
        this.trusted = trusted;
        this.plan = plan;
        this.hidden = CallerPrivacy.wished(sip.headerValues("Privacy"));
    }

    /** Returns the address of the caller: as the trunk asserts it, else as the caller says. */
    String from() {
        NameAddress asserted = trusted && !hidden ? asserted() : null;
        return String.valueOf((asserted == null ? sip.from() : asserted).uri());
    }

    private NameAddress asserted() {
        List<String> values = sip.headerValues(ASSERTED);
        try {
            return values.isEmpty() ? null : NameAddress.shown(values.get(0));
        } catch (SipParseException unreadable) {
            return null;
        }
    }

    private CallOrigin origin() {
        String peer = flow.transport().parameter() + " " + NetUtil.toSocketAddressString(flow.remote());
        return new CallOrigin(flow.trunk() == null ? "" : flow.trunk(), peer, SessionDescription.audioOffered(offer));
    }

    /** Returns which call it is, under {@code callId}. */
    CallPlan.Identity identity(String callId) {
        return new CallPlan.Identity(
                callId,
                sip.callId(),
                "sip-" + flow.transport().name().toLowerCase(Locale.ROOT),
                from(),
                String.valueOf(sip.requestUri()),
                facts());
    }

    /** Returns the numbers and the headers. */
    CallFacts facts() {
        List<CallHeader> headers = new ArrayList<>();
        int withheld = 0;
        for (SipHeader header : sip.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (!ExtraHeaders.ofTheStack(name) || OF_PEOPLE.contains(name)) {
                if (withheld(name)) {
                    withheld++;
                } else {
                    headers.add(CallHeader.of(header.name(), header.value()));
                }
            }
        }
        return CallFacts.of(caller(), called(), headers, withheld).by(origin());
    }

    private boolean withheld(String name) {
        return hidden && CallerPrivacy.names(name)
                || !trusted && (name.equals("p-asserted-identity") || name.equals("p-called-party-id"));
    }

    private String caller() {
        if (hidden) {
            return "";
        }
        List<String> asserted = trusted ? sip.headerValues(ASSERTED) : List.of();
        return firstNumber(
                asserted.isEmpty() ? List.of(String.valueOf(sip.from().uri())) : asserted);
    }

    /** A registered server is called by the address it gave: then To has the number. */
    private String called() {
        List<String> candidates = new ArrayList<>(trusted ? sip.headerValues(CALLED_PARTY) : List.of());
        candidates.add(String.valueOf(sip.requestUri()));
        candidates.add(String.valueOf(sip.to().uri()));
        return firstNumber(candidates);
    }

    private String firstNumber(List<String> addresses) {
        return addresses.stream()
                .map(address -> PartyAddress.of(address).number(plan))
                .filter(number -> !number.isEmpty())
                .findFirst()
                .orElse("");
    }
}
