package io.sidetone.speech.transcription;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * Settings of transcription.
 *
 * @param access where the service is, who asks, and for what
 * @param keyHeader header that carries the key
 * @param prompt words that the model should expect, or empty
 * @param stream whether words are requested as they arrive; {@code whisper-1} and many servers do not support it
 * @param maxUtteranceMs longest recording; speech after it is not transcribed
 * @param answerMs longest time from the end of an utterance to its transcript
 */
public record TranscriptionSettings(
        ServiceAccess access,
        @Flatten KeyHeader keyHeader,
        @Key(why = "Words to expect.") String prompt,
        @Key(
                        why =
                                "Asks for words as they come after the upload; whisper-1 and many servers cannot, gpt-transcribe can.")
                boolean stream,
        @Key(
                        unit = "ms",
                        why = "Longest recording; what is said beyond it is not transcribed.",
                        min = 1_000,
                        max = 600_000)
                int maxUtteranceMs,
        int answerMs) {
    /** Form fields that only this side sets. */
    public static final Set<String> OWN_FIELDS =
            Set.of("file", "model", "language", "prompt", "response_format", "stream");

    /** The hosted service. */
    public static final URI URL = URI.create("https://api.openai.com/v1");

    /** The default model. */
    public static final String MODEL = "gpt-transcribe";

    /** Checks the bounds. */
    public TranscriptionSettings {
        int rateHz = access.sampleRateHz();
        access.require("model", !access.model().isBlank(), "is empty; name one, for example " + MODEL);
        access.require(
                "sample-rate",
                rateHz == SampleRate.NARROWBAND_HZ || rateHz == SampleRate.WIDEBAND_HZ,
                rateHz + " Hz is not possible; set 8000 or 16000");
        access.require(
                "answer-timeout", answerMs > 0, answerMs + " ms; a transcript needs a deadline of at least 1 ms");
    }

    /** Returns the documented defaults. */
    public static TranscriptionSettings of(ServiceAccess access) {
        return new TranscriptionSettings(
                access.web(URL, "/v1", Set.of()).without(OWN_FIELDS).usual(MODEL, "", "en"),
                KeyHeader.BEARER,
                "",
                false,
                60_000,
                access.deadlines().firstByteMs());
    }

    /** Returns whether {@code model} takes a list of languages, and refuses the older single one. */
    public static boolean listsLanguages(String model) {
        return model.startsWith("gpt-transcribe") || model.startsWith("gpt-live-transcribe");
    }

    /** Returns the headers with the credentials. */
    Map<String, String> credentials() {
        return keyHeader.with(access.key());
    }

    /** Returns {@code text} without the key. */
    String masked(String text) {
        return access.key().isEmpty() ? text : text.replace(access.key(), "***");
    }
}
