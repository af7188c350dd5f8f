package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.ua.OutgoingCall;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.trunk.link.TrunkLinks;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.util.List;
import java.util.function.Consumer;

/** Calls over the trunks that are called, by the user agent. */
record TrunkRoutes(TrunkLinks links, SipUserAgent agent) implements OutboundRoute {
    @Override
    public List<String> trunks() {
        return links.names();
    }

    @Override
    public TrunkSettings trunk(String name) {
        return links.settings(name);
    }

    @Override
    public void servers(String trunk, Consumer<Located> done) {
        links.servers(trunk, done);
    }

    @Override
    public SipFlow open(SipTarget server) {
        return links.open(server);
    }

    @Override
    public OutgoingCall call(OutgoingCallRequest request, SipCallListener listener) {
        return agent.call(request, listener);
    }
}
