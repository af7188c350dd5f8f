package io.sidetone.transport.sip.ua;

import io.netty.util.NetUtil;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.service.Replaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Conditions that a request has to meet before it is processed (RFC 3261 8.2.1–8.2.3), in the order of that section: method,
 * Request-URI, Require, body.
 *
 * <p>Max-Forwards of 0 is a rule for those who forward (RFC 3261 16.3), and we never do. A request with no hops left is
 * therefore processed when it is meant for us: inside a dialog, as OPTIONS (RFC 3261 section 11 answers it for whoever
 * is reached), or with a Request-URI that names one of our hosts. Only when its Request-URI names somebody else would it
 * need another hop, and then it gets 483, as the last proxy would have answered.
 */
final class RequestScreening {
    static final String ALLOW = "INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO, NOTIFY, PRACK, REFER";
    static final String SUPPORTED = "timer, 100rel, " + Replaces.TAG;
    static final String RELIABLE = "100rel";

    /** Methods that exist but are not for a telephone endpoint. */
    private static final Set<String> NOT_ALLOWED = Set.of("REGISTER", "MESSAGE", "PUBLISH");

    private static final Set<String> IN_DIALOG_ONLY = Set.of("REFER", "PRACK");
    private static final Set<String> PROCESSED =
            Set.of("INVITE", "BYE", "OPTIONS", "UPDATE", "INFO", "NOTIFY", "SUBSCRIBE");

    private final SipUserAgentSettings settings;

    RequestScreening(SipUserAgentSettings settings) {
        this.settings = settings;
    }

    /** Checks what needs no dialog; null when the request may go on. */
    Refusal beforeDialog(SipRequest request, SipFlow flow) {
        boolean inDialog = request.to().tag() != null;
        Refusal refusal = method(request.method().name(), inDialog);
        if (refusal == null && !inDialog) {
            refusal = requestUri(request, flow);
        }
        return refusal == null ? require(request) : refusal;
    }

    /**
     * Checks an INVITE that wants to begin a call; null when it may.
     *
     * @param timers what we want of session timers where it comes from
     */
    Refusal newCall(SipRequest invite, SessionTimerPolicy timers) {
        if (invite.contact() == null || !invite.contact().uri().isSip()) {
            return Refusal.of(400, "Contact with a SIP URI is missing");
        }
        List<String> missing = settings.requiredExtensions().stream()
                .filter(tag -> !invite.lists("Supported", tag))
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            return Refusal.with(421, "Require", String.join(", ", missing));
        }
        return session(invite, timers);
    }

    /** Checks what an INVITE or UPDATE says about the session; null when it can be understood. */
    Refusal session(SipRequest request, SessionTimerPolicy timers) {
        Refusal body = SdpBody.problem(request);
        if (body != null) {
            return body;
        }
        if (!accepts(request)) {
            return Refusal.with(406, "Accept", SdpBody.TYPE);
        }
        return timers.refuses(request) ? Refusal.with(422, "Min-SE", Integer.toString(timers.minimumSeconds())) : null;
    }

    private static Refusal method(String method, boolean inDialog) {
        if (NOT_ALLOWED.contains(method) || (IN_DIALOG_ONLY.contains(method) && !inDialog)) {
            return Refusal.with(405, "Allow", ALLOW);
        }
        if (!PROCESSED.contains(method) && !IN_DIALOG_ONLY.contains(method)) {
            return Refusal.with(501, "Allow", ALLOW);
        }
        return null;
    }

    private Refusal requestUri(SipRequest request, SipFlow flow) {
        String scheme = request.requestUri().scheme();
        if (!request.requestUri().isSip() && !scheme.equals("tel")) {
            return Refusal.of(416);
        }
        String host = request.requestUri().host();
        if (request.maxForwards() == 0
                && host != null
                && !ours(host, flow)
                && !request.method().equals(SipMethod.OPTIONS)) {
            return Refusal.of(483);
        }
        return null;
    }

    private boolean ours(String host, SipFlow flow) {
        return host.equalsIgnoreCase(flow.sentBy().host())
                || settings.localHosts().contains(host.toLowerCase(Locale.ROOT))
                || host.equals(NetUtil.toAddressString(flow.local().getAddress()));
    }

    private static Refusal require(SipRequest request) {
        List<SipHeader> unsupported = new ArrayList<>();
        for (String tag : request.headerValues("Require")) {
            boolean ofInvite = (tag.equalsIgnoreCase(RELIABLE) || tag.equalsIgnoreCase(Replaces.TAG))
                    && request.method().equals(SipMethod.INVITE);
            if (!tag.equalsIgnoreCase("timer") && !ofInvite) {
                unsupported.add(new SipHeader("Unsupported", tag));
            }
        }
        return unsupported.isEmpty() ? null : new Refusal(420, null, unsupported);
    }

    private static boolean accepts(SipRequest request) {
        if (request.header("Accept") == null) {
            return true;
        }
        for (String range : request.headerValues("Accept")) {
            int parameters = range.indexOf(';');
            String type = (parameters < 0 ? range : range.substring(0, parameters))
                    .strip()
                    .toLowerCase(Locale.ROOT);
            if (type.equals("*/*") || type.equals("application/*") || type.equals(SdpBody.TYPE)) {
                return true;
            }
        }
        return false;
    }
}
