package io.sidetone.transport.sip.ua;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.dialog.DialogId;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.ContactAddress;
import io.sidetone.transport.sip.endpoint.NamedAddress;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.service.Replaces;
import io.sidetone.transport.sip.transaction.FlowOpener;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Parts that every call of one user agent shares: the layers below, the dialogs, and the way messages look and go. */
final class CallContext {
    private final TransactionLayer layer;
    private final SipScheduler scheduler;
    private final SipTokens tokens;
    private final SingleWriterCounters<SipCoreCounter> counters;
    private final FlowOpener opener;
    private final SipUserAgentSettings settings;
    private final RequestScreening screening;
    private final Map<DialogId, CallLeg> dialogs = new HashMap<>();
    private final Set<CallLeg> calls = new LinkedHashSet<>();
    private Function<String, DigestAccount> accounts = trunk -> null;

    CallContext(
            TransactionLayer layer,
            SipScheduler scheduler,
            SipTokens tokens,
            SingleWriterCounters<SipCoreCounter> counters,
            FlowOpener opener,
            SipUserAgentSettings settings) {
        this.layer = layer;
        this.scheduler = scheduler;
        this.tokens = tokens;
        this.counters = counters;
        this.opener = opener;
        this.settings = settings;
        this.screening = new RequestScreening(settings);
    }

    TransactionLayer layer() {
        return layer;
    }

    SipScheduler scheduler() {
        return scheduler;
    }

    SipTokens tokens() {
        return tokens;
    }

    SipUserAgentSettings settings() {
        return settings;
    }

    RequestScreening screening() {
        return screening;
    }

    void accounts(Function<String, DigestAccount> ofTrunk) {
        accounts = ofTrunk;
    }

    /** Returns who we are to a trunk, or null; a null name is of none. */
    DigestAccount account(String trunk) {
        return trunk == null ? null : accounts.apply(trunk);
    }

    /** Returns what we want of session timers on a trunk; a null or empty name is of none. */
    SessionTimerPolicy sessionTimers(String trunk) {
        return settings.sessionTimers().apply(trunk == null || trunk.isEmpty() ? null : trunk);
    }

    /** Returns a ladder without messages. */
    SipLadder ladder() {
        return new SipLadder(settings.waits().ladderEntries());
    }

    Set<CallLeg> calls() {
        return calls;
    }

    int dialogCount() {
        return dialogs.size();
    }

    void count(SipCoreCounter counter) {
        counters.increment(counter);
    }

    CallLeg find(DialogId id) {
        return id == null ? null : dialogs.get(id);
    }

    /** Returns the call that an INVITE with a well-formed Replaces names, or null. */
    CallLeg replaced(SipRequest invite) {
        return Replaces.parse(invite.header(Replaces.NAME))
                .map(replaces -> find(replaces.dialog()))
                .orElse(null);
    }

    /**
     * Checks an INVITE with Replaces (RFC 3891 section 3); null when it may take the place of {@link #replaced}. Who may
     * replace a call is who it came from: a peer of the same trunk.
     *
     * @param trunk of the INVITE, or null
     */
    Refusal replacement(SipRequest invite, String trunk) {
        Replaces replaces = invite.headerValues(Replaces.NAME).size() == 1
                ? Replaces.parse(invite.header(Replaces.NAME)).orElse(null)
                : null;
        if (replaces == null) {
            return Refusal.of(400, "Replaces is malformed");
        }
        CallLeg call = find(replaces.dialog());
        if (call == null || !call.state().talking() && !call.state().over()) {
            return Refusal.of(481);
        }
        if (!call.trunk().equals(trunk == null ? "" : trunk)) {
            return Refusal.of(403);
        }
        if (call.state().over()) {
            return Refusal.of(603);
        }
        return replaces.earlyOnly() ? Refusal.of(486) : null;
    }

    void register(DialogId id, CallLeg leg) {
        dialogs.put(id, leg);
    }

    void unregister(DialogId id) {
        dialogs.remove(id);
    }

    /** Runs a callback of the application; its mistake is counted and harms no other call. */
    boolean shield(Runnable callback) {
        try {
            callback.run();
            return true;
        } catch (RuntimeException failure) {
            counters.increment(SipCoreCounter.APPLICATION_FAILURES);
            return false;
        }
    }

    /** Returns a new Via for a request on {@code flow}. */
    Via via(SipFlow flow) {
        return Via.client(
                flow.transport().name(), flow.sentBy().host(), flow.sentBy().port(), tokens.branch());
    }

    /**
     * Returns our Contact for messages that go over {@code flow}.
     *
     * @param secure whether the dialog is one of sips, in which all Contacts are (RFC 3261 12.1.1, RFC 5630)
     */
    NameAddress contact(SipFlow flow, boolean secure) {
        ContactAddress here = flow.sentBy();
        if (secure) {
            return NameAddress.of(SipUri.sips("sidetone", here.host(), here.port()));
        }
        SipUri uri = SipUri.sip("sidetone", here.host(), here.port());
        SipTransport transport = flow.transport();
        return NameAddress.of(
                transport == SipTransport.UDP ? uri : uri.withParameter("transport", transport.parameter()));
    }

    /** Begins a response: what RFC 3261 8.2.6 copies, and Server. */
    SipResponse.Builder answer(SipRequest request, int status, String reason, String toTag) {
        return SipResponse.forRequest(request, status, reason, toTag).header("Server", settings.product());
    }

    SipResponse answer(SipRequest request, Refusal refusal, String toTag) {
        SipResponse.Builder builder = answer(request, refusal.status(), refusal.reason(), toTag);
        for (SipHeader header : refusal.headers()) {
            builder.header(header.name(), header.value());
        }
        return builder.build();
    }

    /** Builds the 200 to OPTIONS: what this user agent can do (RFC 3261 11.2). */
    SipResponse capabilities(SipRequest options, String toTag) {
        return answer(options, 200, null, toTag)
                .header("Allow", RequestScreening.ALLOW)
                .header("Accept", SdpBody.TYPE)
                .header("Accept-Encoding", "identity")
                .header("Accept-Language", "en")
                .header("Supported", RequestScreening.SUPPORTED)
                .build();
    }

    /** Sends a request that has no transaction, an ACK; false when the flow is closed. */
    boolean send(SipRequest ack, SipFlow flow) {
        if (!flow.isOpen()) {
            counters.increment(SipCoreCounter.SENDS_REFUSED);
            return false;
        }
        flow.send(SipEncoder.encode(ack));
        return true;
    }

    /** Builds the CANCEL of an INVITE of ours (RFC 3261 9.1). */
    static SipRequest cancelOf(SipRequest invite, String reasonText) {
        SipRequest.Builder cancel = SipRequest.builder(SipMethod.CANCEL, invite.requestUri())
                .header("Via", invite.topVia())
                .header("Max-Forwards", "70");
        invite.routes().forEach(route -> cancel.header("Route", route));
        cancel.header("From", invite.from())
                .header("To", invite.to())
                .header("Call-ID", invite.callId())
                .header("CSeq", invite.cseq().number() + " CANCEL");
        if (reasonText != null) {
            cancel.header("Reason", ReasonHeader.of(reasonText));
        }
        return cancel.build();
    }

    /**
     * Returns the flow for a request in a dialog: the open connection the peer uses; else, for peers behind NAT, where
     * its last message came from; else the first route or its Contact. No name is ever resolved here: a host that is not
     * an address also leads to where the last message came from.
     */
    SipFlow wayTo(Dialog dialog, SipFlow last) {
        SipUri uri = dialog.nextHop();
        boolean safe = last.transport().encrypted() || !uri.secure();
        if (last.transport().isReliable() && last.isOpen() && safe) {
            return last;
        }
        SipTransport written = SipTransport.of(uri.transport());
        SipTransport transport = uri.secure() ? SipTransport.TLS : written == null ? last.transport() : written;
        InetAddress address = uri.isSip() ? uri.literalHost() : null;
        if (address == null || settings.followSource().test(last)) {
            return last.isOpen() && safe
                    ? last
                    : opener.open(safe ? last.transport() : transport, beside(last, uri, transport));
        }
        InetSocketAddress target = new InetSocketAddress(address, port(uri, transport));
        if (transport == last.transport() && target.equals(last.remote()) && last.isOpen()) {
            return last;
        }
        boolean samePlace = address.equals(last.remote().getAddress());
        return opener.open(
                transport,
                samePlace ? NamedAddress.of(last.remote().getHostString(), address, target.getPort()) : target);
    }

    /** Returns where the last message came from, at the port of the URI: under its name, which over TLS a certificate has to carry. */
    private static InetSocketAddress beside(SipFlow last, SipUri uri, SipTransport transport) {
        boolean named = uri.isSip() && uri.literalHost() == null;
        return NamedAddress.of(
                named ? uri.host() : last.remote().getHostString(),
                last.source().getAddress(),
                port(uri, transport));
    }

    private static int port(SipUri uri, SipTransport transport) {
        return uri.port() > 0 ? uri.port() : transport.defaultPort();
    }
}
