package io.sidetone.speech.prompt;

/**
 * The voice of a prompt: a different engine, voice, language or rate makes a different prompt.
 *
 * @param engine name in the configuration
 * @param voice voice of that engine
 * @param language its language; empty for the default
 * @param sampleRateHz of its audio
 */
public record PromptVoice(String engine, String voice, String language, int sampleRateHz) {}
