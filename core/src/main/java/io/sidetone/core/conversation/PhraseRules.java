package io.sidetone.core.conversation;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.turn.TurnEngine;
import java.util.Map;

/** Meaning of whole inputs of the caller by the configuration, whatever the dialogue would make of them. Lane thread only. */
final class PhraseRules {
    private final FloorMachine floor;
    private final TurnEngine turn;
    private final Effects effects;
    private final Utterance utterance;
    private final History history;
    private final CallTermination termination;
    private final Actions actions;

    PhraseRules(TurnContext context, TurnParts parts, CallTermination termination, Actions actions) {
        this.floor = context.floor();
        this.turn = context.turn();
        this.effects = context.effects();
        this.utterance = parts.utterance();
        this.history = parts.history();
        this.termination = termination;
        this.actions = actions;
    }

    /** Returns whether {@code said} is not for the dialogue. */
    boolean meanSomething(String said) {
        return endsCall(said) || phrases().handsOverTo(said) != null;
    }

    /** Returns whether these words are all that is needed to end the call; what interrupted the agent never is. */
    private boolean endsCall(String said) {
        return !utterance.interrupts() && phrases().endsCall(said);
    }

    /**
     * Takes what the caller said, typed or keyed, if it means something by itself.
     *
     * @param words whether it is words, and no keys
     * @return whether nothing else is to be done with it
     */
    boolean take(String said, boolean words, long nowNs) {
        String to = phrases().handsOverTo(said);
        if (words && endsCall(said)) {
            free(said, "asked to hang up", nowNs);
            // The agent's goodbye by T04 (VIP-17).
            termination.goodbye(PromptReason.GOODBYE, EndCause.CALLER_HUNG_UP, nowNs);
            return true;
        }
        if (to == null) {
            return false;
        }
        utterance.standsAlone();
        free(said, "asked for " + to, nowNs);
        termination.idle(nowNs);
        actions.handOver(Map.of("agent", to), nowNs);
        return true;
    }

    /** T15. */
    private void free(String said, String why, long nowNs) {
        history.user(utterance.token(), said);
        effects.history(history.snapshot());
        floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
    }

    private Phrases phrases() {
        return turn.policy().phrases();
    }
}
