package io.sidetone.tools.scenario.run;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;

/** Log of what happened in one call, in the time of the call. Written by the thread that plays it, read there and afterwards. */
public final class CallLog implements CallObserver {
    private static final long MS = 1_000_000L;

    private final NanoClock clock;
    private final long beginNs;
    private final List<AgentTurn> turns = new ArrayList<>();
    private final List<Heard> transcripts = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();
    private final List<Requested> actions = new ArrayList<>();
    private FloorState state = FloorState.NOT_CONNECTED;
    private boolean yielding;
    private int grants;
    private EndCause endCause;
    private long endedNs;

    /** One turn of the agent that was heard. */
    public static final class AgentTurn {
        final long token;
        final long voicedNs;
        final StringBuilder text = new StringBuilder();
        final StringBuilder full = new StringBuilder();
        long doneNs = Long.MAX_VALUE;
        boolean interrupted;

        AgentTurn(long token, long voicedNs) {
            this.token = token;
            this.voicedNs = voicedNs;
        }

        /** Returns when its first sound was sent. */
        public long voicedNs() {
            return voicedNs;
        }

        /** Returns whether it was cut short. */
        public boolean interrupted() {
            return interrupted;
        }

        /** Returns when it ended; when it began to sound where the call ended first. */
        public long doneNs() {
            return doneNs == Long.MAX_VALUE ? voicedNs : doneNs;
        }

        /** Returns what it would have said. */
        public String full() {
            return full.toString().strip();
        }

        /** Returns what the caller heard of it. */
        public String heard() {
            return text.toString().strip();
        }
    }

    /** Words that the caller was understood to say. */
    public record Heard(long atNs, String text) {}

    /** The floor changed hands. */
    public record Move(long atNs, FloorState from, FloorState to, String reason) {}

    /** An action that the agent asked for. */
    public static final class Requested {
        final long atNs;
        final String invocationId;
        final String name;
        Map<String, Object> parameters;
        String code = "";
        long endedNs;
        Map<String, Object> values = Map.of();

        Requested(long atNs, ActionCall call) {
            this.atNs = atNs;
            this.invocationId = call.invocationId();
            this.name = call.action();
            this.parameters = new TreeMap<>(call.parameters());
            this.endedNs = atNs;
        }

        /** Returns the name of the action. */
        public String name() {
            return name;
        }

        /** Returns its parameters. */
        public Map<String, Object> parameters() {
            return parameters;
        }

        /** Returns what came of it; empty where nothing did. */
        public String code() {
            return code;
        }

        /** Returns what it brought. */
        public Map<String, Object> values() {
            return values;
        }

        /** Returns when its result came; when it was asked for where none came. */
        public long endedNs() {
            return endedNs;
        }

        /** Returns when it was asked for. */
        public long atNs() {
            return atNs;
        }

        /** Returns the action with its parameters and what came of it. */
        public String text() {
            return name + " " + parameters + (code.isEmpty() ? "" : " → " + code);
        }
    }

    /** Creates the log of a call that begins now. */
    public CallLog(NanoClock clock) {
        this.clock = clock;
        this.beginNs = clock.nanoTime();
    }

    /** Returns {@code atNs} as ms since the beginning of the call. */
    long ms(long atNs) {
        return (atNs - beginNs) / MS;
    }

    // ---- what somebody else has observed ----------------------------------------------------------------------------

    /** The caller was understood to say {@code text}. */
    public void heard(long atNs, String text) {
        transcripts.add(new Heard(atNs, text));
    }

    /** The floor changed hands. */
    public void moved(long atNs, FloorState from, FloorState to, String reason) {
        state = to;
        moves.add(new Move(atNs, from, to, reason));
    }

    /** The agent was heard to say {@code text}. */
    public void spoken(long voicedNs, long doneNs, String text, boolean interrupted) {
        AgentTurn turn = new AgentTurn(turns.size(), voicedNs);
        turn.doneNs = doneNs;
        turn.interrupted = interrupted;
        turn.text.append(text);
        turns.add(turn);
    }

    /** The agent asked for an action. */
    public void requested(long atNs, String action, Map<String, Object> parameters) {
        actions.add(new Requested(atNs, new ActionCall("action-" + actions.size(), action, parameters, false)));
    }

    /** The action that was asked for last under that name came to {@code code}. */
    public void outcome(String action, String code) {
        for (int i = actions.size() - 1; i >= 0; i--) {
            if (actions.get(i).name.equals(action)) {
                actions.get(i).code = code;
                return;
            }
        }
    }

    /** The call ended. */
    public void ended(EndCause cause, long atNs) {
        endCause = cause;
        endedNs = atNs;
    }

    // ---- what the lane says -----------------------------------------------------------------------------------------

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof FloorTransition transition) {
            yielding = false; // Whoever took the floor, nobody waits for the caller any more.
            moved(transition.nowNs(), transition.from(), transition.to(), transition.reason());
        } else if (event instanceof Yielding changed) {
            yielding = changed.on();
        } else if (event instanceof Transcript transcript) {
            heard(clock.nanoTime(), transcript.text());
        } else if (event instanceof Granted) {
            grants++;
        } else if (event instanceof Voiced voiced) {
            turn(voiced.token(), voiced.nowNs());
        } else if (event instanceof ResponseText text) {
            AgentTurn turn = turn(text.token(), clock.nanoTime());
            turn.full.append(text.piece());
            turn.text.append(text.piece());
        } else if (event instanceof ResponseDone done) {
            AgentTurn turn = turn(done.token(), clock.nanoTime());
            turn.doneNs = clock.nanoTime();
            turn.interrupted = done.interrupted();
            turn.text.setLength(0);
            turn.text.append(done.heard());
        } else if (event instanceof Acting acting) {
            actions.add(new Requested(clock.nanoTime(), acting.action()));
        } else if (event instanceof Acted acted) {
            ActionOutcome outcome = acted.outcome();
            actions.stream()
                    .filter(action -> action.invocationId.equals(outcome.invocationId()))
                    .forEach(action -> {
                        action.code = outcome.code();
                        action.endedNs = clock.nanoTime();
                    });
        } else if (event instanceof Ended) {
            ended(call.endCause(), clock.nanoTime());
        }
    }

    private AgentTurn turn(long token, long nowNs) {
        for (int i = turns.size() - 1; i >= 0; i--) {
            if (turns.get(i).token == token) {
                return turns.get(i);
            }
        }
        AgentTurn turn = new AgentTurn(token, nowNs);
        turns.add(turn);
        return turn;
    }

    /** Takes {@code action} as whoever carries it out gets it, with secret keys: a scenario names what its caller keys. */
    void sent(ActionCall action) {
        actions.stream()
                .filter(each -> each.invocationId.equals(action.invocationId()))
                .forEach(each -> each.parameters = new TreeMap<>(action.parameters()));
    }

    /** The action {@code invocationId} brought {@code values}. */
    public void brought(String invocationId, Map<String, Object> values) {
        actions.stream()
                .filter(action -> action.invocationId.equals(invocationId))
                .forEach(action -> action.values = values);
    }

    /** Returns the turns of the agent that were heard. */
    public List<AgentTurn> turns() {
        return turns;
    }

    /** Returns what the caller heard since {@code turns} turns. */
    public String heardSince(int turns) {
        return this.turns.stream().skip(turns).map(AgentTurn::heard).collect(Collectors.joining(" "));
    }

    /** Returns what the caller was understood to say. */
    public List<Heard> transcripts() {
        return transcripts;
    }

    /** Returns how the floor changed hands. */
    public List<Move> moves() {
        return moves;
    }

    /** Returns what the agent asked for. */
    public List<Requested> actions() {
        return actions;
    }

    /** Returns why the call ended; null while it goes on. */
    public EndCause endCause() {
        return endCause;
    }

    /** Returns when it ended. */
    long endedNs() {
        return endedNs;
    }

    FloorState state() {
        return state;
    }

    boolean yielding() {
        return yielding;
    }

    int grants() {
        return grants;
    }

    /** Returns the last change of the floor. */
    Move lastMove() {
        return moves.isEmpty() ? null : moves.get(moves.size() - 1);
    }

    /** Returns when the agent's first turn since {@code fromNs} began to sound, or −1. */
    long voicedSince(long fromNs) {
        return turns.stream()
                .filter(turn -> turn.voicedNs >= fromNs)
                .mapToLong(AgentTurn::voicedNs)
                .findFirst()
                .orElse(-1);
    }
}
