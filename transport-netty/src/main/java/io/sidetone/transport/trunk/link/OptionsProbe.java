package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.digest.ClientDigest;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.register.StandaloneRequests;
import io.sidetone.transport.sip.register.StandaloneRequests.Outcome;
import java.util.concurrent.TimeUnit;

/** Asks a trunk by OPTIONS whether it is there (RFC 3261 section 11). SIP event loop only. */
final class OptionsProbe {
    /** Time that the answer may take. */
    static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    private final TrunkSettings trunk;
    private final StandaloneRequests requests;
    private final LinkServices.Contacts contacts;
    private final ClientDigest digest;

    OptionsProbe(TrunkSettings trunk, LinkServices services) {
        this.trunk = trunk;
        this.requests = services.requests();
        this.contacts = services.contacts();
        this.digest = new ClientDigest(trunk.account(), requests.tokens()::tag);
    }

    void send(SipFlow flow, Outcome outcome) {
        String user = trunk.account() == null ? "sidetone" : trunk.account().username();
        SipRequest.Builder options = requests.begin(
                        SipMethod.OPTIONS,
                        trunk.to(),
                        flow,
                        NameAddress.of(SipUri.sip(user, trunk.domain(), -1)),
                        NameAddress.of(trunk.to()),
                        requests.tokens().callId(),
                        requests.tokens().firstCSeq())
                // Some carriers know a peer by the host of its Contact and answer no OPTIONS without.
                .header("Contact", NameAddress.of(contacts.of(flow, trunk.to().secure())))
                .header("Accept", "application/sdp");
        trunk.route().forEach(header -> options.header(header.name(), header.value()));
        requests.send(options.build(), flow, digest, LIMIT_NS, outcome);
    }
}
