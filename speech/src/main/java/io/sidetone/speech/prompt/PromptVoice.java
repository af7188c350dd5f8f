package io.sidetone.speech.prompt;

/**
 * Whose audio a prompt is: of another engine, voice, language or rate it is another.
 *
 * @param engine name in the configuration
 * @param voice of that engine
 * @param language it speaks; empty for the usual one
 * @param sampleRateHz of its audio
 */
public record PromptVoice(String engine, String voice, String language, int sampleRateHz) {}
