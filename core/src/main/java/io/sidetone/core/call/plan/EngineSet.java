package io.sidetone.core.call.plan;

import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;

/**
 * The engines that a call needs.
 *
 * @param recognizer speech to text
 * @param dialogue text to text
 * @param synthesizer text to speech
 */
public record EngineSet(Recognizer recognizer, DialogueModel dialogue, Synthesizer synthesizer) {}
