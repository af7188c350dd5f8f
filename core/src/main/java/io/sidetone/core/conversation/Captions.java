package io.sidetone.core.conversation;

import io.sidetone.core.call.Caption;
import io.sidetone.core.fence.Token;
import io.sidetone.core.playout.Playout;

/**
 * Captions in step with what is heard, word by word, also when the turn is cut short (ITE-REQ-011). Lane thread only; looks
 * once a frame, allocates when a word was heard.
 */
final class Captions {
    private final TurnState s;
    private long token = Token.NONE;
    private int heardChars;

    Captions(TurnState state) {
        this.s = state;
    }

    /** A frame was sent, or the agent is silent within its turn. */
    void frame(long nowNs) {
        Playout playout = s.speaking.playout();
        int heard = playout.heardChars(nowNs, s.farEnd.delayMs());
        if (s.speaking.token() != token) {
            token = s.speaking.token();
            heardChars = 0;
        }
        if (heard > heardChars) {
            heardChars = heard;
            s.effects.caption(new Caption(token, playout.text(), heard));
        }
    }

    /** The turn is over: what history says was heard is the last caption. */
    void settle(long turn, String heard, String text) {
        boolean shown = turn == token && heard.length() == heardChars;
        token = Token.NONE;
        heardChars = 0;
        if (!shown) {
            s.effects.caption(new Caption(turn, text.startsWith(heard) ? text : heard, heard.length()));
        }
    }
}
