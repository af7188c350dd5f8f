package io.sidetone.core.conversation;

import io.sidetone.core.dialogue.History;

/**
 * The small parts that the turns of one conversation share. Each has its own private state and says in its methods what may happen to
 * it. Immutable.
 *
 * @param listening whether and how the caller's words are heard
 * @param utterance what the caller says now
 * @param grant how the floor is granted to the agent after it
 * @param pending what the caller said where the agent could not be interrupted
 * @param model the dialogue's session
 * @param answers when the answer to the caller's last turn reached each stage
 * @param pauses where the caller pauses within a turn
 * @param early what the dialogue is asked before the caller's turn is over
 * @param words what the agent says, as text
 * @param history what both sides heard
 * @param narrated what the caller sees
 * @param recovery what is missing, and what is said about it
 */
record TurnParts(
        Listening listening,
        Utterance utterance,
        FloorGrant grant,
        PendingTurn pending,
        ModelSession model,
        AnswerClock answers,
        CallerPauses pauses,
        EarlyRequest early,
        AgentWords words,
        History history,
        NarratedState narrated,
        Recovery recovery) {
    static TurnParts of(TurnContext context) {
        Listening listening = new Listening(context);
        Utterance utterance = new Utterance(context, listening);
        FloorGrant grant = new FloorGrant();
        PendingTurn pending = new PendingTurn(context, listening, utterance, grant);
        ModelSession model = new ModelSession(context);
        History history = new History();
        EarlyRequest early = new EarlyRequest(context, utterance, pending, model, history);
        return new TurnParts(
                listening,
                utterance,
                grant,
                pending,
                model,
                new AnswerClock(),
                new CallerPauses(context, utterance, listening),
                early,
                new AgentWords(context, history),
                history,
                new NarratedState(context, model, early),
                new Recovery(context));
    }
}
