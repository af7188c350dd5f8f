package io.sidetone.core.turn.event;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnListener;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnRole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Keeps the turns of one call and notifies its subscribers (ITE-PAT-001, ITE-MSG-001). Lane thread only; what it publishes is
 * immutable.
 *
 * <p>It also proves the mutual exclusion of turn tokens (ITE-REQ-006): a turn that begins while another goes on is counted.
 */
public final class TurnLedger implements TurnListener {
    private static final long MS = 1_000_000L;
    private static final long RECENT_NS = 60_000 * MS;
    private static final int RECENT_KEPT = 64;
    private static final String RECOVERING = "recovering";
    private static final Map<String, Object> COMPLETED = Map.of("completed", true);
    private static final Map<String, Object> CUT_SHORT = Map.of("completed", false);

    /** Text that the design has its clients show when a cooldown begins (ITE section 9). */
    private static final String HEARD_OUT = "Assistant will finish speaking before accepting new input.";

    private final long wallEpochMs;
    private final long epochNs;
    private final PublishedLog<TurnDescriptor> turns;
    private final Runnable violation;
    private final Consumer<TurnEvent> subscribers;
    private final long[] interruptedNs = new long[RECENT_KEPT];
    private String profile;
    private FloorState floor = FloorState.NOT_CONNECTED;
    private final FloorViews[] named = new FloorViews[8];
    private int next;
    private FloorViews shown = FloorViews.of(FloorState.NOT_CONNECTED, false, false);
    private String iteBeneath = shown.ite();
    private boolean recovering;
    private TurnDescriptor active;
    private long sequence;
    private String requestId = "";
    private int started;
    private int interruptions;

    /**
     * Creates an empty ledger.
     *
     * @param wallEpochMs wall time at {@code epochNs}
     * @param profile name of the policy profile at the start
     * @param turns where descriptors are published
     * @param violation counts a turn that overlaps another
     * @param subscribers are notified on the lane
     */
    public TurnLedger(
            long wallEpochMs,
            long epochNs,
            String profile,
            PublishedLog<TurnDescriptor> turns,
            Runnable violation,
            Consumer<TurnEvent> subscribers) {
        this.wallEpochMs = wallEpochMs;
        this.epochNs = epochNs;
        this.profile = profile;
        this.turns = turns;
        this.violation = violation;
        this.subscribers = subscribers;
    }

    /** The floor moved; this is reported before the turns that it begins and ends. */
    public void moved(FloorTransition move) {
        floor = move.to();
        iteBeneath = move.to().ite() == null ? iteBeneath : move.to().ite();
        if (!floor.live()) {
            recovering = false;
        }
        FloorViews views = move.views();
        int changed = show(
                views.vip() == null ? shown.vip() : views.vip(),
                recovering ? RECOVERING : iteBeneath,
                views.vela() == null && floor.live() ? shown.vela() : views.vela(),
                views.vantum());
        if (changed != 0) {
            publish(TurnEventType.STATE_CHANGED, active, move.nowNs(), new Diagnostics.Moved(move, changed));
        }
    }

    /** Shows new names; returns the vocabularies in which something changed, as {@link Diagnostics#changed} reads them. */
    private int show(String vip, String ite, String vela, String vantum) {
        int changed = (Objects.equals(vip, shown.vip()) ? 0 : Diagnostics.VIP)
                | (Objects.equals(ite, shown.ite()) ? 0 : Diagnostics.ITE)
                | (Objects.equals(vela, shown.vela()) ? 0 : Diagnostics.VELA)
                | (Objects.equals(vantum, shown.vantum()) ? 0 : Diagnostics.VANTUM);
        if (changed != 0) {
            shown = named(vip, ite, vela, vantum);
        }
        return changed;
    }

    /** A call shows few combinations of names, over and over. */
    private FloorViews named(String vip, String ite, String vela, String vantum) {
        for (FloorViews before : named) {
            if (before != null
                    && Objects.equals(vip, before.vip())
                    && Objects.equals(ite, before.ite())
                    && Objects.equals(vela, before.vela())
                    && Objects.equals(vantum, before.vantum())) {
                return before;
            }
        }
        FloorViews views = new FloorViews(vip, ite, vela, vantum);
        named[next++ % named.length] = views;
        return views;
    }

    @Override
    public void turnStarted(TurnRole role, long token, long nowNs) {
        if (active != null) {
            violation.run();
            close(nowNs, true);
        }
        started++;
        active = new TurnDescriptor("turn-" + started, role, token, wallMs(nowNs), TurnDescriptor.OPEN, null, profile);
        turns.add(active);
        boolean answers = role == TurnRole.ASSISTANT && !requestId.isEmpty();
        publish(TurnEventType.TURN_STARTED, active, nowNs, answers ? Map.of("requestId", requestId) : Map.of());
        requestId = "";
    }

    @Override
    public void turnEnded(TurnRole role, long token, boolean interrupted, long nowNs) {
        if (active == null || active.role() != role) {
            violation.run();
            return;
        }
        close(nowNs, interrupted);
    }

    private void close(long nowNs, boolean interrupted) {
        TurnDescriptor ended = active.ended(wallMs(nowNs));
        active = null;
        turns.replaceLast(ended);
        publish(TurnEventType.TURN_ENDED, ended, nowNs, interrupted ? CUT_SHORT : COMPLETED);
    }

    @Override
    public void interrupted(
            InterruptionType type,
            InterruptionSource source,
            String reasonCode,
            long token,
            long detectedNs,
            long latencyNs) {
        Interruption how = new Interruption(type, source, wallMs(detectedNs), latencyNs / MS, reasonCode);
        interruptedNs[interruptions++ % RECENT_KEPT] = detectedNs;
        if (active != null && active.role() == TurnRole.ASSISTANT) {
            active = active.interrupted(how);
            turns.replaceLast(active);
        }
        publish(TurnEventType.INTERRUPTION, active, detectedNs + latencyNs, counts(detectedNs));
    }

    private Map<String, Object> counts(long nowNs) {
        int recent = 0;
        for (int i = 0; i < Math.min(interruptions, RECENT_KEPT); i++) {
            recent += nowNs - interruptedNs[i] <= RECENT_NS ? 1 : 0;
        }
        return new Diagnostics.Interruptions(recent, interruptions);
    }

    @Override
    public void granted(TurnHints hints, long nowNs) {
        requestId = hints.requestId();
    }

    @Override
    public void policyUpdated(TurnPolicy policy, long nowNs) {
        profile = policy.profile();
        Map<String, Object> diagnostics = new LinkedHashMap<>();
        diagnostics.put("profile", policy.profile());
        diagnostics.put("allowBargeIn", policy.allowBargeIn());
        diagnostics.put("interruptionBudgetMs", policy.interruptionBudgetMs());
        diagnostics.put("minSpeechMs", policy.minSpeechMs());
        diagnostics.put("endSilenceMs", policy.endSilenceMs());
        publish(TurnEventType.POLICY_UPDATED, active, nowNs, diagnostics);
    }

    @Override
    public void degraded(String reason, long nowNs) {
        recovering = true;
        overlay(TurnEventType.DEGRADED, Map.of("reason", reason), nowNs);
    }

    @Override
    public void recovered(long nowNs) {
        recovering = false;
        overlay(TurnEventType.RECOVERED, Map.of(), nowNs);
    }

    private void overlay(TurnEventType type, Map<String, Object> diagnostics, long nowNs) {
        int changed = show(shown.vip(), recovering ? RECOVERING : iteBeneath, shown.vela(), shown.vantum());
        publish(type, active, nowNs, diagnostics);
        if (changed != 0) {
            publish(TurnEventType.STATE_CHANGED, active, nowNs, Map.of("changed", Diagnostics.changed(changed)));
        }
    }

    @Override
    public void pendingTurn(String kind, long nowNs) {
        Map<String, Object> diagnostics = new LinkedHashMap<>(counts(nowNs));
        diagnostics.put("changed", List.of());
        diagnostics.put("pendingTurn", kind);
        publish(TurnEventType.STATE_CHANGED, active, nowNs, diagnostics);
    }

    @Override
    public void cooldown(int interruptionCount, long nowNs) {
        Map<String, Object> diagnostics = new LinkedHashMap<>(counts(nowNs));
        diagnostics.put("changed", List.of());
        diagnostics.put("interruptionCount", interruptionCount);
        diagnostics.put("cooldown", true);
        diagnostics.put("message", HEARD_OUT);
        publish(TurnEventType.STATE_CHANGED, active, nowNs, diagnostics);
    }

    /** Publishes how far a call of ours is: a status of SIP, or who answered. */
    public void dialled(Map<String, Object> progress, long nowNs) {
        Map<String, Object> diagnostics = new LinkedHashMap<>(progress);
        diagnostics.put("changed", List.of());
        publish(TurnEventType.STATE_CHANGED, active, nowNs, diagnostics);
    }

    private void publish(TurnEventType type, TurnDescriptor turn, long nowNs, Map<String, Object> diagnostics) {
        subscribers.accept(new TurnEvent(type, ++sequence, floor, shown, turn, nowNs, wallMs(nowNs), diagnostics));
    }

    private long wallMs(long nowNs) {
        return wallEpochMs + (nowNs - epochNs) / MS;
    }

    /** The turn that goes on, or null. */
    public TurnDescriptor active() {
        return active;
    }
}
