package io.sidetone.server.trunks;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.RtpConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.SipConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.server.Part;
import io.sidetone.server.agents.ActiveConfiguration;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.outbound.OutboundService;
import io.sidetone.server.calls.transfer.FollowUpCalls;
import io.sidetone.server.ops.metrics.TrunkMeter;
import io.sidetone.server.ops.metrics.TrunkQuality;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.control.PlaceRoute;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.link.TrunkStatus;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** View that the rest of the server has of the trunks. */
public record TrunkWiring(SipStack sip, OutboundService outbound, Supplier<SidetoneConfig> config) implements Part {
    /** The list of {@code GET /api/trunks}. */
    record TrunkList(List<TrunkView> trunks) {}

    /** The list of {@code GET /api/agents}. */
    record AgentList(List<String> agents) {}

    /**
     * One trunk in that list.
     *
     * @param optionsMs how long its last answer to OPTIONS took; null before the first
     * @param inbound true where it only brings calls: it has a name, and nothing is asked of it; null where it is called
     */
    record TrunkView(
            String name,
            String to,
            String server,
            String health,
            Double optionsMs,
            String registration,
            String problem,
            Boolean inbound) {
        static TrunkView inbound(String name) {
            return new TrunkView(name, null, null, null, null, null, null, true);
        }

        static TrunkView of(TrunkStatus status) {
            return new TrunkView(
                    status.name(),
                    status.to(),
                    status.server(),
                    status.health().name().toLowerCase(Locale.ROOT),
                    status.latencyMs() < 0 ? null : status.latencyMs(),
                    status.registration().name().toLowerCase(Locale.ROOT),
                    status.problem(),
                    null);
        }
    }

    /**
     * Has {@code sip} place the second legs of calls that it hands on, and tell {@code book} of its media; agents are those of {@code present}.
     */
    public static TrunkWiring open(SipStack sip, ActiveConfiguration present, CallBook book, FollowUpCalls followers) {
        book.transport(sip.trunk()::statistics, sip.trunk()::ladder);
        OutboundService outbound = new OutboundService(
                sip.outbound(), present::config, present::plan, followers.retries(), System::nanoTime);
        sip.trunk().secondLegs(outbound);
        sip.trunk().referrals(outbound::refers);
        followers.transfers().placer(outbound::consult);
        return new TrunkWiring(sip, outbound, present::config);
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        TrunkMeter.bind(registry, sip.links());
        sip.trunk()
                .onMediaEnded(new TrunkQuality(
                        registry,
                        config.get().sip().trunks().stream()
                                .map(SipConfig.Trunk::name)
                                .toList()));
        sip.authentications().ifPresent(counters -> CounterMeters.bind(registry, counters));
    }

    /** Returns the lists of trunks and of agents, and what places calls over trunks. */
    @Override
    public List<Route> routes() {
        Route agents = Route.of(
                "GET",
                "/api/agents",
                request -> Answer.json(
                        200,
                        Json.bytes(new AgentList(config.get().agents().stream()
                                .map(AgentConfig::name)
                                .toList()))));
        return List.of(page(), agents, PlaceRoute.of(outbound));
    }

    private Route page() {
        return Route.of(
                "GET",
                "/api/trunks",
                request -> Answer.json(
                        200,
                        Json.bytes(new TrunkList(Stream.concat(
                                        sip.links().status().stream().map(TrunkView::of),
                                        config.get().sip().trunks().stream()
                                                .filter(trunk -> trunk.to().isEmpty())
                                                .map(trunk -> TrunkView.inbound(trunk.name())))
                                .toList()))));
    }

    /** Returns where SIP and its media listen. */
    public List<String> listening() {
        RtpConfig rtp = config.get().rtp();
        return Stream.concat(
                        SipWiring.lines(sip.listeners()).stream(),
                        Stream.of("rtp udp " + rtp.bind() + ":" + rtp.ports()))
                .toList();
    }

    /** Why no call can go out; nothing as long as one of the trunks that are called is usable, or there is none. */
    public List<String> noWayOut() {
        List<TrunkStatus> trunks = sip.links().status();
        return trunks.stream().anyMatch(TrunkStatus::usable)
                ? List.of()
                : trunks.stream().map(TrunkStatus::reason).toList();
    }

    /** Why no trunk can bring calls: calls come by our registrations alone, and none of them stands. */
    @Override
    public List<String> problems() {
        SipConfig now = config.get().sip();
        boolean onlyByRegistration = !now.trunks().isEmpty()
                && !now.allowAnyone()
                && now.trunks().stream().allMatch(SipConfig.Trunk::register);
        return onlyByRegistration ? noWayOut() : List.of();
    }
}
