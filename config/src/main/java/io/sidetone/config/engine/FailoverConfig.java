package io.sidetone.config.engine;

import java.time.Duration;

/**
 * How long an engine is waited for where another could take over.
 *
 * @param firstText from a question to a model's first words
 * @param firstAudio from the first words to a voice's first sound
 * @param finalTranscript from the end of an utterance to its transcript
 */
public record FailoverConfig(Duration firstText, Duration firstAudio, Duration finalTranscript) {}
