package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.digest.AuthenticatedFlow;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import java.util.List;
import java.util.function.Consumer;

/** All trunks that are called. SIP event loop only, except what says otherwise. */
public final class TrunkLinks {
    private final List<TrunkLink> links;
    private int stopping;

    /** Creates the links; nothing is sent yet. */
    public TrunkLinks(List<TrunkSettings> trunks, LinkServices services) {
        this(trunks.stream().map(trunk -> new TrunkLink(trunk, services)).toList());
    }

    private TrunkLinks(List<TrunkLink> links) {
        this.links = links;
    }

    /** Returns the links of no trunk. */
    public static TrunkLinks none() {
        return new TrunkLinks(List.of());
    }

    /** Begins to ask and to register. */
    public void start() {
        links.forEach(TrunkLink::start);
    }

    /** Takes registrations back and stops; {@code ended} is told once. */
    public void stop(Runnable ended) {
        stopping = links.size();
        if (stopping == 0) {
            ended.run();
        }
        for (TrunkLink link : links) {
            link.stop(() -> {
                stopping--;
                if (stopping == 0) {
                    ended.run();
                }
            });
        }
    }

    /** Returns the latest snapshot of every trunk, in the order of the configuration. Any thread. */
    public List<TrunkStatus> status() {
        return links.stream().map(TrunkLink::status).toList();
    }

    /** Returns the names of all trunks that are called, in the order of the configuration. Any thread. */
    public List<String> names() {
        return links.stream().map(TrunkLink::name).toList();
    }

    /** Returns the trunk of that name, or null. Any thread. */
    public TrunkSettings settings(String name) {
        return links.stream()
                .map(TrunkLink::settings)
                .filter(trunk -> trunk.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Finds the servers of the trunk of that name, the one in use first; the answer may come from inside this call. */
    public void servers(String name, Consumer<Located> done) {
        links.stream()
                .filter(link -> link.name().equals(name))
                .findFirst()
                .orElseThrow()
                .servers(done);
    }

    /** Opens a flow to a server that {@link #servers} found. */
    public SipFlow open(SipTarget server) {
        return links.get(0).open(server);
    }

    /**
     * Two accounts at one carrier share its addresses; the user that a registration named tells their calls apart. Requests
     * in a dialog stay with the trunk of that.
     */
    private SipFlow attributed(SipMessage message, SipFlow flow) {
        if (message instanceof SipRequest request && request.to().tag() == null) {
            String user = request.requestUri().user();
            for (TrunkLink link : links) {
                if (link.takes(user, flow.source().getAddress())) {
                    return link.name().equals(flow.trunk()) ? flow : new AuthenticatedFlow(flow, link.name());
                }
            }
        }
        return flow;
    }

    /** Returns {@code layer} with the links hearing of connections that close. */
    public SipMessageListener watching(SipMessageListener layer) {
        return new SipMessageListener() {
            @Override
            public void onMessage(SipMessage message, SipFlow flow, long nowNs) {
                layer.onMessage(message, attributed(message, flow), nowNs);
            }

            @Override
            public void onUnparseable(SipParseException problem, SipFlow flow, long nowNs) {
                layer.onUnparseable(problem, flow, nowNs);
            }

            @Override
            public void onFlowFailing(SipFlow flow, long nowNs) {
                layer.onFlowFailing(flow, nowNs);
            }

            @Override
            public void onFlowClosed(SipFlow flow, long nowNs) {
                layer.onFlowClosed(flow, nowNs);
                links.forEach(link -> link.onFlowClosed(flow));
            }
        };
    }
}
