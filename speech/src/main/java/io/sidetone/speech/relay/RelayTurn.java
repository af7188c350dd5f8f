package io.sidetone.speech.relay;

import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.speech.dialogue.SpokenText;

/** One answer of the agent. */
final class RelayTurn {
    final long token;
    final long askedNs;
    int characters;

    /** True when something of it has come. */
    boolean begun;

    /** Input that takes the floor from it, as far as the agent has said. */
    InterruptibleBy interruptible;

    /** True when its last piece has come, or nothing more is expected. */
    boolean complete;

    /** Filter of its words: passes what is spoken. */
    SpokenText filter;

    RelayTurn(long token, long askedNs, SpokenText filter) {
        this.token = token;
        this.askedNs = askedNs;
        this.filter = filter;
    }
}
