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
    /** How long the answer may take. */
    static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    private final TrunkSettings trunk;
    private final StandaloneRequests requests;
    private final ClientDigest digest;

    OptionsProbe(TrunkSettings trunk, StandaloneRequests requests) {
        this.trunk = trunk;
        this.requests = requests;
        this.digest = new ClientDigest(trunk.account(), requests.tokens()::tag);
    }

    void send(SipFlow flow, Outcome outcome) {
        String user = trunk.account() == null ? "sidetone" : trunk.account().username();
        SipRequest options = requests.begin(
                        SipMethod.OPTIONS,
                        trunk.to(),
                        flow,
                        NameAddress.of(SipUri.sip(user, trunk.domain(), -1)),
                        NameAddress.of(trunk.to()),
                        requests.tokens().callId(),
                        requests.tokens().firstCSeq())
                .header("Accept", "application/sdp")
                .build();
        requests.send(options, flow, digest, LIMIT_NS, outcome);
    }
}
