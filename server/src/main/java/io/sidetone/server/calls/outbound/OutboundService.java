package io.sidetone.server.calls.outbound;

import io.sidetone.config.OutboundConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.SipConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.control.ExtraHeaders;
import io.sidetone.core.dial.DialPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.facts.PartyAddress;
import io.sidetone.transport.http.control.CallPlacer;
import io.sidetone.transport.http.control.PlaceCall;
import io.sidetone.transport.http.control.PlaceOutcome;
import io.sidetone.transport.http.control.PlaceOutcome.Kind;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.trunk.LegListener;
import io.sidetone.transport.trunk.LegPlacer;
import io.sidetone.transport.trunk.NoPlaceException;
import io.sidetone.transport.trunk.OutboundCalls;
import io.sidetone.transport.trunk.OutboundOrder;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Checks calls that are to be placed against the configuration, and places them. Thread-safe. */
public final class OutboundService implements CallPlacer, LegPlacer {
    private static final int RETRY_AFTER_S = 5;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    /** Neither a voicemail nor a fax machine can take a caller. */
    private static final DialPlan PEOPLE = new DialPlan(true, true, "");

    /** Stands where a call has its agent. */
    private static final String SECOND_LEG = "second-leg";

    private final OutboundCalls calls;
    private final Supplier<SidetoneConfig> config;
    private final Function<String, CallPlan> plans;
    private final LongSupplier clock;
    private final Retries retries;
    private final HourlyQuota quota = new HourlyQuota();
    private final PaceLimits paces = new PaceLimits();

    /**
     * Creates it.
     *
     * @param config the present configuration
     * @param plans agent to its plan, or null
     * @param retries places calls again where that is asked for
     * @param clock monotonic, ns
     */
    public OutboundService(
            OutboundCalls calls,
            Supplier<SidetoneConfig> config,
            Function<String, CallPlan> plans,
            Retries retries,
            LongSupplier clock) {
        this.calls = calls;
        this.config = config;
        this.plans = plans;
        this.retries = retries;
        this.clock = clock;
        retries.placer(this::place);
    }

    @Override
    public CompletionStage<PlaceOutcome> place(PlaceCall call) {
        try {
            OutboundConfig outbound = config.get().outbound();
            DialPlan dial = new DialPlan(
                    outbound.onVoicemail().equals("hang-up"),
                    outbound.onFax().equals("hang-up"),
                    outbound.voicemailMessage());
            return checked(call, plans.apply(call.agent()), dial, LegListener.NONE)
                    .thenApply(outcome -> {
                        if (outcome.kind() == Kind.PLACED) {
                            retries.placed(outcome.callId(), call);
                        }
                        return outcome;
                    });
        } catch (RefusedCallException refused) {
            return CompletableFuture.completedFuture(refused.outcome());
        }
    }

    @Override
    public CompletionStage<Integer> place(String trunk, String to, LegListener watch) {
        String over = trunk != null && calls.trunk(trunk) != null ? trunk : "";
        try {
            return checked(
                            PlaceCall.once(to, SECOND_LEG, over, Map.of()),
                            SecondLeg.plan(SECOND_LEG),
                            SecondLeg.ANYBODY,
                            watch)
                    .thenApply(outcome -> status(outcome.kind()));
        } catch (RefusedCallException refused) {
            return CompletableFuture.completedFuture(status(refused.outcome().kind()));
        }
    }

    /**
     * Calls somebody who is asked whether to take a caller, with the warm-transfer agent of the caller's agent.
     *
     * @param caller the call that waits
     * @param to number or URI
     * @param briefing what is said first
     * @return what became of it; null where the caller's agent has no such agent
     */
    public CompletionStage<PlaceOutcome> consult(CallRecord caller, String to, String briefing) {
        String agent = config.get().agents().stream()
                .filter(each -> each.name().equals(caller.setup().who().agent()))
                .findFirst()
                .flatMap(AgentConfig::warmTransferAgent)
                .orElse(null);
        CallPlan plan = agent == null ? null : plans.apply(agent);
        if (plan == null) {
            return null;
        }
        PlaceCall call = PlaceCall.once(
                to,
                agent,
                calls.trunkOf(caller.setup().who().callId()),
                Map.of(
                        "caller",
                        caller.setup()
                                .who()
                                .facts()
                                .callerOr(caller.setup().who().from()),
                        "briefing",
                        briefing,
                        "waiting-call",
                        caller.setup().who().callId()));
        try {
            return checked(call, plan.withIntroduction(person -> briefing), PEOPLE, LegListener.NONE);
        } catch (RefusedCallException refused) {
            return CompletableFuture.completedFuture(refused.outcome());
        }
    }

    private static int status(Kind kind) {
        return switch (kind) {
            case PLACED -> 0;
            case INVALID -> NOT_FOUND;
            case FORBIDDEN -> FORBIDDEN;
            case TOO_MANY, FULL -> UNAVAILABLE;
        };
    }

    /**
     * Returns why a peer of {@code trunk} may not have us call {@code target} by REFER now, with a remedy; empty where it may, and then it
     * counts like any call. Any thread.
     */
    public String refers(String trunk, SipUri target) {
        SidetoneConfig present = config.get();
        SipConfig.Trunk asking = present.sip().trunks().stream()
                .filter(each -> each.name().equals(trunk) && each.acceptRefer())
                .findFirst()
                .orElse(null);
        if (asking == null) {
            return "accept-refer is off for trunk " + trunk + "; set it to let its peers have others called";
        }
        SipUri reached = asking.to().map(SipUri::of).orElse(null);
        if (!new AllowedTargets(present.outbound().allow()).uri(target, reached)) {
            return "outbound.allow does not list it; list " + target + ", or sip:*@ with its host and port";
        }
        try {
            count(asking, present.outbound().perHour());
            return "";
        } catch (RefusedCallException tooMany) {
            return tooMany.getMessage();
        }
    }

    private CompletionStage<PlaceOutcome> checked(PlaceCall call, CallPlan plan, DialPlan dial, LegListener watch)
            throws RefusedCallException {
        SidetoneConfig present = config.get();
        OutboundConfig outbound = present.outbound();
        AllowedTargets allowed = new AllowedTargets(outbound.allow());
        if (allowed.none()) {
            throw new RefusedCallException(
                    Kind.FORBIDDEN, "no call may be placed; list in outbound.allow whom this server may call");
        }
        if (plan == null) {
            throw new RefusedCallException(
                    Kind.INVALID, "agent: there is no agent of that name; give one of the agents of the configuration");
        }
        TrunkSettings trunk = trunk(call.trunk());
        DialledTarget target = DialledTarget.of(call.to(), trunk.to());
        if (!target.allowedBy(allowed, trunk.to())) {
            throw new RefusedCallException(
                    Kind.FORBIDDEN,
                    "to: this server may not call it; outbound.allow says whom it may, and has no entry for it");
        }
        SipConfig.Trunk limits = present.sip().trunks().stream()
                .filter(each -> each.name().equals(trunk.name()))
                .findFirst()
                .orElseThrow();
        OutboundOrder order = new OutboundOrder(
                trunk.name(),
                target.uri(),
                call.from().isEmpty() ? limits.callerId() : DialledTarget.caller(call.from()),
                headers(call.headers()),
                facts(call, target, limits),
                outbound.ringTimeout().toNanos(),
                outbound.earlyMedia().equals("hear"),
                outbound.redirects(),
                uri -> allowed.uri(uri, trunk.to()),
                dial,
                watch);
        return counted(order, plan, outbound, limits);
    }

    private static List<SipHeader> headers(Map<String, String> own) throws RefusedCallException {
        Optional<String> problem = ExtraHeaders.problem(own);
        if (problem.isPresent()) {
            throw new RefusedCallException(Kind.INVALID, "headers: " + problem.get());
        }
        return SipHeader.of(own);
    }

    /** The caller is we; the variables stand where an incoming call has its headers. */
    private static CallFacts facts(PlaceCall call, DialledTarget target, SipConfig.Trunk trunk) {
        NumberPlan plan = trunk.numbers().plan();
        List<CallHeader> variables = call.variables().entrySet().stream()
                .map(each -> CallHeader.of(each.getKey(), each.getValue()))
                .toList();
        String from = call.from().isEmpty() ? trunk.callerId() : call.from();
        return CallFacts.of(
                        PartyAddress.of(from).number(plan),
                        PartyAddress.of(target.uri().toString()).number(plan),
                        variables,
                        0)
                .by(new CallOrigin(trunk.name(), "", List.of()))
                .withVariables(call.variables());
    }

    private TrunkSettings trunk(String name) throws RefusedCallException {
        List<String> names = calls.trunks();
        if (names.isEmpty()) {
            throw new RefusedCallException(Kind.FORBIDDEN, "no trunk can be called; give a trunk in sip.trunks its to");
        }
        TrunkSettings trunk = calls.trunk(name.isEmpty() ? names.get(0) : name);
        if (trunk == null) {
            throw new RefusedCallException(
                    Kind.INVALID, "trunk: no trunk of that name can be called; give one of " + names);
        }
        return trunk;
    }

    private CompletionStage<PlaceOutcome> counted(
            OutboundOrder order, CallPlan plan, OutboundConfig outbound, SipConfig.Trunk trunk)
            throws RefusedCallException {
        count(trunk, outbound.perHour());
        return calls.place(order, plan).handle((callId, failure) -> {
            if (failure == null) {
                return PlaceOutcome.placed(callId);
            }
            quota.giveBack();
            if (failure instanceof NoPlaceException full) {
                return PlaceOutcome.later(Kind.FULL, full.getMessage(), RETRY_AFTER_S);
            }
            throw new IllegalStateException("a call could not be placed", failure);
        });
    }

    /** Counts a call over {@code trunk} that is placed now; refuses it where too many were placed within a second or an hour. */
    private void count(SipConfig.Trunk trunk, int perHour) throws RefusedCallException {
        long nowNs = clock.getAsLong();
        long paceNs = paces.wait(trunk.name(), trunk.callsPerSecond(), nowNs);
        if (paceNs > 0) {
            throw RefusedCallException.later(
                    Kind.TOO_MANY,
                    "trunk " + trunk.name() + " takes " + trunk.callsPerSecond()
                            + " calls per second (calls-per-second); ask again later",
                    seconds(paceNs));
        }
        long quotaNs = quota.take(perHour, nowNs);
        if (quotaNs > 0) {
            throw RefusedCallException.later(
                    Kind.TOO_MANY,
                    perHour + " calls were placed within the last hour, as many as outbound.per-hour allows;"
                            + " ask again later",
                    seconds(quotaNs));
        }
    }

    private static int seconds(long ns) {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toSeconds(ns + TimeUnit.SECONDS.toNanos(1) - 1));
    }
}
