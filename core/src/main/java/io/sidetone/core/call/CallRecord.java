package io.sidetone.core.call;

import io.sidetone.core.call.timeline.Timeline;
import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dial.AnsweredBy;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.RequestedAction;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.Alert;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.core.turn.event.PublishedLog;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.CallUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Facts that a call publishes of itself: the lane writes through {@link Writer}, any thread reads. Outlives the call.
 */
public final class CallRecord {
    /** Turns that can be read; older ones go. */
    public static final int TURNS_KEPT = 256;

    /** Transitions that can be read; older ones go. */
    public static final int TRANSITIONS_KEPT = 512;

    private static final int ALERTS_KEPT = 64;
    private static final int ACTIONS_KEPT = 256;

    private volatile CallSetup setup;
    private volatile LanePublisher publisher;
    private final Timeline timeline = new Timeline();
    private final PublishedLog<TurnDescriptor> turns = new PublishedLog<>(TURNS_KEPT);
    private final PublishedLog<FloorTransition> transitions = new PublishedLog<>(TRANSITIONS_KEPT);
    private final PublishedLog<Alert> alerts = new PublishedLog<>(ALERTS_KEPT);
    private final PublishedLog<ActionOutcome> actions = new PublishedLog<>(ACTIONS_KEPT);
    private final PublishedLog<RequestedAction> requests = new PublishedLog<>(ACTIONS_KEPT);
    private final PublishedLog<AnswerTimes> answers = new PublishedLog<>(TURNS_KEPT);
    private final VoiceLevels levels;
    private final CallUsage usage = new CallUsage();
    private volatile FloorState state = FloorState.NOT_CONNECTED;
    private volatile FloorViews views = FloorViews.of(FloorState.NOT_CONNECTED, false, false);
    private volatile boolean held;
    private volatile boolean yielding;
    private volatile boolean recovering;
    private volatile boolean unrecorded;
    private volatile History.Snapshot history = new History.Snapshot(List.of());
    private volatile CallStatistics statistics = CallStatistics.NONE;
    private volatile Caption caption = Caption.NONE;
    private volatile EndCause endCause;
    private volatile int sipStatus;
    private volatile String bridgedWith;
    private volatile AnsweredBy answeredBy;
    private volatile long endedNs;
    private volatile TurnPolicy policy;
    private volatile List<String> agents;
    /** The newest policy that was sent and that the lane has not taken yet, or null. */
    private final AtomicReference<TurnPolicy> sentPolicy = new AtomicReference<>();

    /** Creates the record of a call; who has a {@link Writer} can change it. */
    public CallRecord(CallSetup setup, LanePublisher publisher) {
        this.setup = setup;
        this.publisher = publisher;
        this.policy = setup.terms().policy();
        this.agents = List.of(setup.who().agent());
        this.levels = new VoiceLevels(setup.who().epochNs());
    }

    /** Sends the call another turn-taking policy as an event of its lane. Any thread but the lane's hot path. */
    public synchronized void sendPolicy(TurnPolicy next, long nowNs) {
        // Before the event: the lane may take it at once.
        sentPolicy.set(next);
        publisher.publish(LaneEventType.POLICY, 0, 0, 0, next, nowNs);
    }

    /** The policy that applies when the lane has taken all that was sent by {@link #sendPolicy}. Any thread. */
    public TurnPolicy newestPolicy() {
        TurnPolicy sent = sentPolicy.get();
        return sent == null ? policy : sent;
    }

    /** Returns whether the call can take its speech evidence from {@code source}. Any thread. */
    public boolean offers(SpeechSource source) {
        CallSetup present = setup;
        return switch (source) {
            case ENERGY -> true;
            case RECOGNIZER ->
                present.engines().recognizer() != null
                        && present.engines().recognizer().capabilities().givesEvidence();
            case SILERO ->
                present.engines().detector() != null
                        && present.engines().detector().present();
        };
    }

    /** Why a call does not listen to {@code source} although it was asked to, and what helps. */
    public static String refusal(SpeechSource source) {
        return "vad: '" + source.wireName() + "' is refused: "
                + (source == SpeechSource.SILERO
                        ? "this server has no such detector; use energy, or set plugins and vad.silero.model"
                        : "this call's recognizer gives no speech evidence; use energy, or an engine that does");
    }

    /** Returns what the call was opened with; without its engines, its line and its client once it is over. */
    public CallSetup setup() {
        return setup;
    }

    /** Name of the agent that has it, or had it last. */
    public String agent() {
        List<String> all = agents;
        return all.get(all.size() - 1);
    }

    /** Names of the agents that had it, one after the other; one is in here again for each language and each return. */
    public List<String> agents() {
        return agents;
    }

    /** Returns what its engines did for it. */
    public CallUsage usage() {
        return usage;
    }

    /** Returns how to send the call an event; of a call that is over, nothing is sent. */
    public LanePublisher publisher() {
        return publisher;
    }

    /** Returns what happened so far. */
    public Timeline timeline() {
        return timeline;
    }

    /** Returns how loud both voices were. */
    public VoiceLevels levels() {
        return levels;
    }

    /** The turns so far, the present one last; of a long call the last {@value #TURNS_KEPT}. */
    public PublishedLog<TurnDescriptor> turns() {
        return turns;
    }

    /** Returns when each answer that was heard reached its stages; of a long call the last {@value #TURNS_KEPT}. */
    public PublishedLog<AnswerTimes> answers() {
        return answers;
    }

    /** The turn that goes on, or null. */
    public TurnDescriptor activeTurn() {
        TurnDescriptor last = turns.last();
        return last == null || !last.open() ? null : last;
    }

    /** The transition log (VAN-12); of a long call the last {@value #TRANSITIONS_KEPT}. */
    public PublishedLog<FloorTransition> transitions() {
        return transitions;
    }

    /** Returns what deserved an operator's look (VAN-13). */
    public PublishedLog<Alert> alerts() {
        return alerts;
    }

    /** The actions that are over, in the order in which they ended. */
    public PublishedLog<ActionOutcome> actions() {
        return actions;
    }

    /** The actions that were asked for, in the order in which they were. */
    public PublishedLog<RequestedAction> requests() {
        return requests;
    }

    /** The turn-taking policy that applies. */
    public TurnPolicy policy() {
        return policy;
    }

    /** Wall time at {@code nowNs} of the lane's clock, in milliseconds since 1970. */
    public long wallMs(long nowNs) {
        return setup.who().wallEpochMs() + (nowNs - setup.who().epochNs()) / 1_000_000;
    }

    /** The present floor state. */
    public FloorState state() {
        return state;
    }

    /** The present names in the four vocabularies. */
    public FloorViews views() {
        return views;
    }

    /** Returns whether one side holds the call. */
    public boolean held() {
        return held;
    }

    /** Returns whether playout is paused for the caller. */
    public boolean yielding() {
        return yielding;
    }

    /** Returns whether the call recovers from a degraded engine. */
    public boolean recovering() {
        return recovering;
    }

    /** Returns whether what is said now may not be kept. */
    public boolean unrecorded() {
        return unrecorded;
    }

    /** Returns what was said so far, as it was heard. */
    public History.Snapshot history() {
        return history;
    }

    /** Returns what the agent says, and how much of it was heard. */
    public Caption caption() {
        return caption;
    }

    /** Counts and times so far. */
    public CallStatistics statistics() {
        return statistics;
    }

    /** Why the call ended, or null while it lives. */
    public EndCause endCause() {
        return endCause;
    }

    /** The SIP status of the end, or of the progress of a call of ours before its answer; 0 for none. */
    public int sipStatus() {
        return sipStatus;
    }

    /** Id of the call whose party this one's party talks to, without an agent; null while there is an agent. */
    public String bridgedWith() {
        return bridgedWith;
    }

    /** Returns who answered a call of ours; null for others, and while it is not known. */
    public AnsweredBy answeredBy() {
        return answeredBy;
    }

    /** Milliseconds since admission at {@code nowNs}, or at the end. */
    public long ageMs(long nowNs) {
        return ((endCause == null ? nowNs : endedNs) - setup.who().epochNs()) / 1_000_000;
    }

    /** The writing side of one record: the call that made it holds it alone. Lane thread only. */
    public static final class Writer {
        private final CallRecord record;

        /** Creates the record of a call that is being opened. */
        public Writer(CallSetup setup, LanePublisher publisher) {
            record = new CallRecord(setup, publisher);
        }

        /** The record, for everybody who reads. */
        public CallRecord record() {
            return record;
        }

        /** The present names in the four vocabularies. */
        public void views(FloorViews now) {
            record.views = now;
        }

        /** The floor changed hands. */
        public void moved(FloorTransition move) {
            record.transitions.add(move);
            record.views = move.views();
            record.state = move.to();
        }

        /** The conditions that lie over the floor state. */
        public void overlays(boolean held, boolean yielding, boolean recovering) {
            record.held = held;
            record.yielding = yielding;
            record.recovering = recovering;
        }

        /** Publishes whether what is said from now on may not be kept. */
        public void unrecorded(boolean now) {
            record.unrecorded = now;
        }

        /** Publishes what was said so far, as it was heard. */
        public void history(History.Snapshot now) {
            record.history = now;
        }

        /** Counts and times so far. */
        public void statistics(CallStatistics now) {
            record.statistics = now;
        }

        /** Publishes what the agent says, and how much of it was heard. */
        public void caption(Caption now) {
            record.caption = now;
        }

        /** The turn-taking policy that applies. */
        public void policy(TurnPolicy now) {
            record.policy = now;
        }

        /** The lane took {@code event}, the policy of {@link CallRecord#sendPolicy}; {@code now} applies. */
        public void policyTaken(TurnPolicy now, Object event) {
            record.policy = now;
            record.sentPolicy.compareAndSet((TurnPolicy) event, null);
        }

        /** The agent {@code name} has the call from now on. */
        public void agent(String name) {
            List<String> all = new ArrayList<>(record.agents);
            all.add(name);
            record.agents = List.copyOf(all);
        }

        /** It is known who answered. */
        public void answeredBy(AnsweredBy who) {
            record.answeredBy = who;
        }

        /** Publishes how far signalling is: a SIP status. */
        public void sipStatus(int status) {
            record.sipStatus = status;
        }

        /** The agent left; the line is joined with that of another call. */
        public void bridgedWith(String callId) {
            record.bridgedWith = callId;
        }

        /** The call ended. */
        public void ended(EndCause cause, long nowNs) {
            record.endedNs = nowNs;
            record.endCause = cause;
        }

        /** Everything of the call is released: the record keeps what can be read, and nothing that worked for the call. */
        public void released() {
            record.setup = record.setup.remains();
            record.publisher = record.publisher.closed();
        }
    }
}
