package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.ua.OutgoingCall;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.trunk.link.CallerIdentity;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A trunk whose user agent is the test. */
final class FakeWay implements OutboundRoute {
    final List<OutgoingCallRequest> requests = new ArrayList<>();
    final List<String> did = new ArrayList<>();
    SipUri proxy;
    CallerIdentity identity = CallerIdentity.FROM;
    List<SipTarget> servers = List.of();
    SipCallListener listener;

    @Override
    public List<String> trunks() {
        return List.of("carrier");
    }

    @Override
    public TrunkSettings trunk(String name) {
        return name.equals("carrier")
                ? new TrunkSettings(
                        "carrier",
                        SipUri.of("sip:carrier.example"),
                        proxy,
                        "carrier.example",
                        identity,
                        null,
                        false,
                        false,
                        0,
                        "urn:x")
                : null;
    }

    @Override
    public void servers(String trunk, Consumer<Located> done) {
        done.accept(new Located(servers, List.of(), servers.isEmpty() ? "no such name; check it" : null));
    }

    @Override
    public SipFlow open(SipTarget server) {
        return new FakeFlow(SipTransport.UDP, server.address().getAddress().getHostAddress(), 5060);
    }

    @Override
    public OutgoingCall call(OutgoingCallRequest request, SipCallListener heard) {
        requests.add(request);
        listener = heard;
        return (OutgoingCall) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {OutgoingCall.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "flow" -> {
                            return request.flow();
                        }
                        case "to" -> {
                            return NameAddress.of(request.target());
                        }
                        case "callId" -> {
                            return request.callId();
                        }
                        case "listener" -> {
                            listener = (SipCallListener) arguments[0];
                            return null;
                        }
                        case "hangUp" -> {
                            did.add("hang up");
                            heard.onEnded(new SipEndCause(SipEndCause.Kind.HUNG_UP, 0, ""));
                            return null;
                        }
                        default -> {
                            return method.getReturnType() == boolean.class ? false : null;
                        }
                    }
                });
    }
}
