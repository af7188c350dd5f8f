package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.Caption;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.Playout;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.playout.SpokenTurn;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Words of the agent, as text: no piece before it speaks, captions in step with what is heard, word by word (ITE-REQ-011), and what was
 * heard in the history. Lane thread only; looks once a frame, allocates when a word was heard.
 */
final class AgentWords {
    private static final int TURNS_KEPT = 4;

    private final FloorMachine floor;
    private final SpeechOutput speaking;
    private final FarEnd farEnd;
    private final Effects effects;
    private final History history;

    /** The last turns, for a far end that says afterwards how much of them it played. */
    private final Deque<SpokenTurn> spoken = new ArrayDeque<>();

    /** Text that there is to say in the present turn that cannot be heard yet: text follows speech. */
    private final StringBuilder unsaid = new StringBuilder();

    private long captioned = Token.NONE;
    private int heardChars;

    AgentWords(TurnContext context, History history) {
        this.floor = context.floor();
        this.speaking = context.speaking();
        this.farEnd = context.farEnd();
        this.effects = context.effects();
        this.history = history;
    }

    /** A turn begins: of the last one nothing more is said. */
    void begin() {
        unsaid.setLength(0);
    }

    /** Adds a piece to what the agent says; captions show it once the agent speaks. */
    void say(String piece) {
        speaking.text(piece);
        if (floor.in(FloorState.SPEAKING)) {
            publish(piece);
        } else {
            unsaid.append(piece);
        }
    }

    /** The agent speaks: what was held back of its text may be read. */
    void speechBegan() {
        if (unsaid.length() > 0) {
            publish(unsaid.toString());
            unsaid.setLength(0);
        }
    }

    private void publish(String piece) {
        long token = speaking.token();
        effects.publish(new CallObserver.ResponseText(token, piece));
    }

    /** A frame was sent, or the agent is silent within its turn: the caption follows what is heard. */
    void frame(long nowNs) {
        Playout playout = speaking.playout();
        int heard = playout.heardChars(nowNs, farEnd.delayMs());
        if (speaking.token() != captioned) {
            captioned = speaking.token();
            heardChars = 0;
        }
        if (heard > heardChars) {
            heardChars = heard;
            effects.caption(new Caption(captioned, playout.text(), heard));
        }
    }

    /** A turn is over: what the caller heard of it is history, and its last caption. */
    void said(long token, String heard, boolean interrupted, String text, long nowNs) {
        if (farEnd.buffering().kept()) {
            spoken.addFirst(speaking.playout().spoken(token, !interrupted));
            if (spoken.size() > TURNS_KEPT) {
                spoken.removeLast();
            }
        }
        history.agent(token, heard, interrupted, interrupted ? text : "", interrupted ? nowNs : 0);
        settle(token, heard, text);
        unsaid.setLength(0);
        effects.publish(new CallObserver.ResponseDone(token, interrupted, heard));
    }

    private void settle(long token, String heard, String text) {
        boolean shown = token == captioned && heard.length() == heardChars;
        captioned = Token.NONE;
        heardChars = 0;
        if (!shown) {
            effects.caption(new Caption(token, text.startsWith(heard) ? text : heard, heard.length()));
        }
    }

    /** The far end has played {@code toMs} of a turn that is over; returns whether that is history now. */
    boolean recut(long token, long toMs, long nowNs) {
        for (SpokenTurn turn : spoken) {
            if (turn.token() == token && turn.whole() && farEnd.buffering().marks()) {
                return true;
            }
            if (turn.token() == token && history.recut(token, turn.textUpTo(toMs), nowNs)) {
                effects.history(history.snapshot());
                return true;
            }
        }
        return false;
    }
}
