package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTransitions;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What holds in every call, whatever happens to it. */
final class CallLaws {
    private static final long FRAME_MS = 20;

    private final LaneRig rig;
    private final LaneRig.RigCall call;
    private final ScriptedEngines engines;
    private final CancellationWitness witness;
    private final String where;
    private final Set<Long> heard = new HashSet<>();
    private final Map<Long, Long> sentMs = new HashMap<>();
    private boolean refusing;
    private int framesSeen;
    private long lastSent = Token.NONE;
    private long fenceBefore = Token.NONE;
    private long asked = Token.NONE;
    private long listened = Token.NONE;
    private long spoken = Token.NONE;

    CallLaws(LaneRig rig, LaneRig.RigCall call, ScriptedEngines engines, CancellationWitness witness, String where) {
        this.rig = rig;
        this.call = call;
        this.engines = engines;
        this.witness = witness;
        this.where = where;
    }

    /** Somebody asks for what the floor does not allow, and is refused. */
    void refusing() {
        refusing = true;
    }

    /** For what is checked thousands of times. */
    private void hold(boolean law, String what) {
        if (!law) {
            throw new AssertionError(at(what + story()));
        }
    }

    private String at(String what) {
        return what + " (" + where + ")";
    }

    /** Notes how things stand before something happens. */
    void before() {
        fenceBefore = call.admission.fence().mark();
    }

    /** Something happened. */
    void after() {
        hold(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS) == 0, "one turn at a time");
        hold(refusing || rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS) == 0, "no illegal transition");
        hold(rig.metrics().value(LaneCounter.FAULTS) == 0, "no fault");
        tokens();
        frames();
        bounded();
        history();
        hold(witness.broken().isEmpty(), String.join("; ", witness.broken()));
        unwanted();
        if (call.record.yielding()) {
            hold(call.state() == FloorState.SPEAKING, "who yields was speaking");
        }
    }

    /** What happened last. */
    private String story() {
        List<TimelineEntry> entries = call.record.timeline().entries();
        return entries.subList(Math.max(0, entries.size() - 25), entries.size()).stream()
                .map(entry -> "\n  " + entry.atMs() + " " + entry.kind() + " " + entry.text())
                .collect(Collectors.joining());
    }

    /** Tokens grow: of fences, and of what is asked of each engine. */
    private void tokens() {
        hold(call.admission.fence().mark() >= fenceBefore, "the fence only advances");
        hold(engines.llm.token >= asked, "tokens of requests grow");
        hold(engines.stt.token >= listened, "tokens of utterances grow");
        hold(engines.voice.token >= spoken, "tokens of clauses grow");
        asked = engines.llm.token;
        listened = engines.stt.token;
        spoken = engines.voice.token;
    }

    /** Of an answer that nobody wants, or not yet, nobody hears anything; of one that was given up the voice makes no more. */
    private void unwanted() {
        long spoken = engines.voice.token;
        hold(
                !engines.llm.discarded.contains(spoken) || engines.voice.cancelledThrough >= spoken,
                "nothing that was given up is spoken");
        hold(Collections.disjoint(heard, engines.llm.unwanted), "nothing unwanted is sent");
    }

    /** Nothing of a dead turn is sent, and nothing of an old one after something of a new. */
    private void frames() {
        for (; framesSeen < rig.sent.size(); framesSeen++) {
            LaneRig.Sent frame = rig.sent.get(framesSeen);
            if (frame.token() == Token.UNFENCED) {
                hold(frame.silence(), "only silence belongs to nobody");
                continue;
            }
            hold(frame.token() > frame.fence(), "no frame of a turn that was dead when it was sent");
            hold(frame.token() >= lastSent, "no frame of an old turn after one of a new");
            lastSent = frame.token();
            heard.add(frame.token());
            sentMs.merge(frame.token(), FRAME_MS, Long::sum);
        }
    }

    /** Nobody has heard more than was sent. */
    private void bounded() {
        engines.llm.heardOf.forEach((token, ms) ->
                hold(ms <= sentMs.getOrDefault(token, 0L), ms + " ms heard of what was sent of turn " + token));
    }

    /** Of a clause whose words are timed a word is heard when at least half of it was sent. */
    private void words(History.Entry entry) {
        Integer wordMs = engines.voice.wordMs.get(entry.token());
        if (wordMs == null || !entry.interrupted() || entry.text().isEmpty()) {
            return;
        }
        int words = Math.min(RandomEvents.ANSWER_WORDS, entry.text().split(" ").length);
        long leastMs = (long) words * wordMs - wordMs / 2;
        long toMs = sentMs.getOrDefault(entry.token(), 0L);
        hold(toMs >= leastMs, "heard '" + entry.text() + "' of words of " + wordMs + " ms when " + toMs + " were sent");
    }

    /** History is what was heard. */
    private void history() {
        Set<Long> said = new HashSet<>();
        for (History.Entry entry : call.record.history().entries()) {
            if (entry.role() == History.Role.USER) {
                hold(!entry.text().isBlank(), "what the caller said has words");
                continue;
            }
            hold(said.add(entry.token()), "a turn of the agent is in the history once");
            hold(entry.text().isEmpty() || heard.contains(entry.token()), "only what was sent was heard");
            words(entry);
            if (entry.interrupted() && !entry.text().isEmpty()) {
                assertThat(entry.intended().split(" "))
                        .as(
                                "heard in the order it was meant; a clause that could not be spoken is left out (%s)",
                                where)
                        .containsSubsequence(entry.text().split(" "));
            }
        }
    }

    /** Nothing has happened for longer than every limit. */
    void atRest(boolean free) {
        hold(free, "nobody keeps the floor for ever, not in " + call.state());
    }

    /** The call is over. */
    void ended() {
        assertThat(rig.table.active()).as(at("slot given back")).isZero();
        assertThat(call.state()).as(at("last state")).isEqualTo(FloorState.ENDED);
        assertThat(rig.ended).as(at("told once")).containsExactly(call.record);
        assertThat(call.admission.fence().isDead(engines.llm.token))
                .as(at("fenced at the end"))
                .isTrue();
        assertThat(witness.broken()).as(at("cancelled turns")).isEmpty();
        transitions();
        turns();
    }

    /** Who comes after the end changes nothing. */
    void stillEnded(int moves, int events) {
        assertThat(rig.moves).as(at("no transition after the end")).hasSize(moves);
        assertThat(rig.events).as(at("no event after the end")).hasSize(events);
        assertThat(rig.table.active()).as(at("nobody took the slot")).isZero();
        assertThat(rig.metrics().value(LaneCounter.FAULTS)).as(at("faults")).isZero();
    }

    /** One holder of the floor at a time, provable from the event stream alone. */
    private void turns() {
        String open = null;
        long sequence = 0;
        for (TurnEvent event : rig.events) {
            assertThat(event.sequence()).as(at("no gap in the events")).isEqualTo(++sequence);
            if (event.type() == TurnEventType.TURN_STARTED) {
                assertThat(open).as(at("a turn begins when none goes on")).isNull();
                open = event.turn().turnId();
            } else if (event.type() == TurnEventType.TURN_ENDED) {
                assertThat(event.turn().turnId())
                        .as(at("the turn that ends is the one that began"))
                        .isEqualTo(open);
                assertThat(event.turn().endedAtMs())
                        .isGreaterThanOrEqualTo(event.turn().startedAtMs());
                open = null;
            } else if (event.type() == TurnEventType.INTERRUPTION) {
                assertThat(event.turn().turnId())
                        .as(at("what is interrupted goes on"))
                        .isEqualTo(open);
                assertThat(event.turn().role()).isEqualTo(TurnRole.ASSISTANT);
                assertThat(event.turn().interruption().latencyMs()).isNotNegative();
            }
        }
        assertThat(open).as(at("no turn outlives its call")).isNull();
    }

    private void transitions() {
        FloorState state = FloorState.NOT_CONNECTED;
        for (FloorTransition move : rig.moves) {
            assertThat(move.from()).as(at("transitions follow one another")).isEqualTo(state);
            assertThat(FloorTransitions.rule(move.from(), move.trigger()).to())
                    .as(at("transition by the table"))
                    .isEqualTo(move.to());
            state = move.to();
        }
        assertThat(state).isEqualTo(FloorState.ENDED);
    }
}
