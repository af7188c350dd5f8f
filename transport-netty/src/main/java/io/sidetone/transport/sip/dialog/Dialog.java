package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.message.CSeq;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Via;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The state of one dialog (RFC 3261 section 12): who the peer is, which way requests to it go, and both sequence
 * numbers. Knows nothing of calls and sends nothing. SIP event loop only.
 */
public final class Dialog {
    private static final String MAX_FORWARDS = "70";

    private final DialogId id;
    private final NameAddress local;
    private final NameAddress remote;
    private final NameAddress localContact;
    private final List<NameAddress> routeSet;
    private SipUri remoteTarget;
    private long localCSeq;
    private long remoteCSeq;

    private Dialog(
            DialogId id,
            NameAddress local,
            NameAddress remote,
            NameAddress localContact,
            List<NameAddress> routeSet,
            SipUri remoteTarget) {
        this.id = id;
        this.local = local;
        this.remote = remote;
        this.localContact = localContact;
        this.routeSet = routeSet;
        this.remoteTarget = remoteTarget;
    }

    /**
     * The dialog of an INVITE we received (RFC 3261 12.1.1): route set in the order of its Record-Route.
     *
     * @param invite with a Contact that holds a SIP URI
     * @param localTag the tag of our responses
     * @param firstCSeq the number before that of our first request
     */
    public static Dialog ofServer(SipRequest invite, String localTag, NameAddress localContact, long firstCSeq) {
        Dialog dialog = new Dialog(
                new DialogId(invite.callId(), localTag, invite.from().tag()),
                invite.to().withTag(localTag),
                invite.from(),
                localContact,
                List.copyOf(invite.recordRoutes()),
                invite.contact().uri());
        dialog.localCSeq = firstCSeq;
        dialog.remoteCSeq = invite.cseq().number();
        return dialog;
    }

    /**
     * The dialog of an INVITE we sent (RFC 3261 12.1.2): route set in the reverse order of the response's Record-Route.
     * Without a Contact in the response the target stays the one of the INVITE.
     */
    public static Dialog ofClient(SipRequest invite, SipResponse response, NameAddress localContact) {
        List<NameAddress> routes = new ArrayList<>(response.recordRoutes());
        Collections.reverse(routes);
        Dialog dialog = new Dialog(
                DialogId.of(response),
                invite.from(),
                response.to(),
                localContact,
                List.copyOf(routes),
                invite.requestUri());
        dialog.refreshTarget(response);
        dialog.localCSeq = invite.cseq().number();
        dialog.remoteCSeq = -1;
        return dialog;
    }

    /**
     * The same for a 2xx, whose route set and target count (RFC 3261 13.2.2.4); sequence numbers go on where requests before
     * it left them.
     *
     * @param early the dialog of a reliable provisional response with the same tag, or null
     */
    public static Dialog ofClient(SipRequest invite, SipResponse success, NameAddress localContact, Dialog early) {
        Dialog dialog = ofClient(invite, success, localContact);
        if (early != null) {
            dialog.localCSeq = early.localCSeq;
            dialog.remoteCSeq = early.remoteCSeq;
        }
        return dialog;
    }

    /** Returns Call-ID and tags. */
    public DialogId id() {
        return id;
    }

    /** Returns who we are in this dialog, with our tag. */
    public NameAddress local() {
        return local;
    }

    /** Returns our Contact in this dialog. */
    public NameAddress localContact() {
        return localContact;
    }

    /** Returns where requests to the peer are addressed: its latest Contact. */
    public SipUri remoteTarget() {
        return remoteTarget;
    }

    /** Returns the proxies that want to see every request, in the order we use them. */
    public List<NameAddress> routeSet() {
        return routeSet;
    }

    /** Returns where a request goes next: the first route, else the peer itself. */
    public SipUri nextHop() {
        return routeSet.isEmpty() ? remoteTarget : routeSet.get(0).uri();
    }

    /** Takes over the peer's Contact from a target refresh (RFC 3261 12.2); without a usable one nothing changes. */
    public void refreshTarget(SipMessage message) {
        NameAddress contact = message.contact();
        if (contact != null && contact.uri().isSip()) {
            remoteTarget = contact.uri();
        }
    }

    /**
     * Takes the sequence number of a new request from the peer (RFC 3261 12.2.2).
     *
     * @return false when it is not above the last one: the request is out of order and gets a 500
     */
    public boolean inOrder(SipRequest request) {
        long number = request.cseq().number();
        if (number <= remoteCSeq) {
            return false;
        }
        remoteCSeq = number;
        return true;
    }

    /**
     * Begins a new request in this dialog (RFC 3261 12.2.1.1): Via, Request-URI and Route for loose or strict routing,
     * both parties, the next sequence number, our Contact where the method refreshes the target.
     */
    public SipRequest.Builder request(SipMethod method, Via via) {
        localCSeq++;
        SipRequest.Builder builder = begin(method, via, localCSeq);
        if (method.equals(SipMethod.INVITE) || method.equals(SipMethod.UPDATE)) {
            builder.header("Contact", localContact);
        }
        return builder;
    }

    /** Builds a request of ours again, as a new one: with the next sequence number. */
    public SipRequest again(SipRequest request, Via via) {
        localCSeq++;
        return again(request, via, localCSeq);
    }

    /** Builds a request again as a new one. */
    public static SipRequest again(SipRequest request, Via via, long number) {
        return request.toBuilder()
                .removeHeader("Via")
                .headerFirst("Via", via.toString())
                .replaceHeader("CSeq", new CSeq(number, request.method()).toString())
                .build();
    }

    /** Builds the ACK of a 2xx (RFC 3261 13.2.2.4): a new branch, the INVITE's number. */
    public SipRequest ack(long inviteCSeq, Via via) {
        return begin(SipMethod.ACK, via, inviteCSeq).build();
    }

    private SipRequest.Builder begin(SipMethod method, Via via, long number) {
        boolean strict = !routeSet.isEmpty() && !routeSet.get(0).uri().looseRouting();
        SipUri requestUri = strict ? routeSet.get(0).uri() : remoteTarget;
        SipRequest.Builder builder = SipRequest.builder(
                        method, requestUri.isSip() ? requestUri.withoutHeaders() : requestUri)
                .header("Via", via)
                .header("Max-Forwards", MAX_FORWARDS);
        for (int i = strict ? 1 : 0; i < routeSet.size(); i++) {
            builder.header("Route", routeSet.get(i));
        }
        if (strict) {
            builder.header("Route", NameAddress.of(remoteTarget));
        }
        return builder.header("From", local)
                .header("To", remote)
                .header("Call-ID", id.callId())
                .header("CSeq", new CSeq(number, method));
    }
}
