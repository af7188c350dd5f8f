package io.sidetone.transport.trunk;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;

/**
 * Who takes a call, and with what.
 *
 * @param agent name of the agent
 * @param recognizer speech to text
 * @param dialogue text to text
 * @param synthesizer text to speech
 * @param actions what the dialogue may do
 * @param policy turn-taking at the start
 * @param alerts when a call deserves an operator's look
 * @param answerAfterMs how long the call rings before it is answered
 */
public record CallPlan(
        String agent,
        Recognizer recognizer,
        DialogueModel dialogue,
        Synthesizer synthesizer,
        ActionInvoker actions,
        TurnPolicy policy,
        AlertThresholds alerts,
        int answerAfterMs) {}
