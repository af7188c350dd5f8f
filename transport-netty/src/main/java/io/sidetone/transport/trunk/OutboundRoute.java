package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.ua.OutgoingCall;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.util.List;
import java.util.function.Consumer;

/** Way in which calls of ours get out. SIP event loop only, except what says otherwise. */
interface OutboundRoute {
    /** Returns the names of the trunks that can be called, in the order of the configuration. Any thread. */
    List<String> trunks();

    /** Returns the trunk of that name that can be called, or null. Any thread. */
    TrunkSettings trunk(String name);

    /** Finds the servers of a trunk, the one in use first; the answer may come from inside this call. */
    void servers(String trunk, Consumer<Located> done);

    /** Opens a flow to a server that {@link #servers} found. */
    SipFlow open(SipTarget server);

    /** Sends an INVITE; its outcome never comes from inside this call. */
    OutgoingCall call(OutgoingCallRequest request, SipCallListener listener);
}
