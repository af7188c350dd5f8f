package io.sidetone.core.conversation;

import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.turn.TurnPolicy;

/**
 * What serves a conversation from now on, because its agent changes. Immutable; the sessions are open.
 *
 * @param recognizer speech to text
 * @param dialogue text to text
 * @param voice text to speech
 * @param takesContinuations whether that voice says a sentence as one that it gets in pieces
 * @param policy turn-taking
 * @param another whether it is another agent, which greets; the same one goes on with what was said
 */
public record Succession(
        RecognizerSession recognizer,
        DialogueSession dialogue,
        SynthesisSession voice,
        boolean takesContinuations,
        TurnPolicy policy,
        boolean another) {}
