package io.sidetone.speech.transcription;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.KeyHeader;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Settings of transcription.
 *
 * @param service name of the engine in the configuration
 * @param url base address up to the version; {@link #URL} by default; its query is sent with each request
 * @param key API key; empty for servers without one
 * @param keyHeader header that carries the key
 * @param model for example {@code gpt-transcribe} or {@code whisper-1}
 * @param language ISO 639-1; empty: the model detects it
 * @param prompt words that the model should expect, or empty
 * @param stream whether words are requested as they arrive; {@code whisper-1} and many servers do not support it
 * @param sampleRateHz rate of the recording
 * @param maxUtteranceMs longest recording; speech after it is not transcribed
 * @param answerMs longest time from the end of an utterance to its transcript
 * @param body further form fields, a list becomes one field for each value; none of {@link #OWN_FIELDS}
 * @param deadlines for connecting, for the first byte, and for silence between two pieces
 * @param trust certificates (PEM) in place of the JVM's; null for the JVM's
 */
public record TranscriptionSettings(
        String service,
        URI url,
        String key,
        @Inline KeyHeader keyHeader,
        String model,
        String language,
        @Key(why = "Words to expect.") String prompt,
        @Key(
                        why =
                                "Asks for words as they come after the upload; whisper-1 and many servers cannot, gpt-transcribe can.")
                boolean stream,
        int sampleRateHz,
        @Key(
                        unit = "ms",
                        why = "Longest recording; what is said beyond it is not transcribed.",
                        min = 1_000,
                        max = 600_000)
                int maxUtteranceMs,
        int answerMs,
        Map<String, Object> body,
        Deadlines deadlines,
        Path trust) {
    /** Form fields that only this side sets. */
    public static final Set<String> OWN_FIELDS =
            Set.of("file", "model", "language", "prompt", "response_format", "stream");

    /** The hosted service. */
    public static final URI URL = URI.create("https://api.openai.com/v1");

    /** The default model. */
    public static final String MODEL = "gpt-transcribe";

    /** Checks the address and the bounds. */
    public TranscriptionSettings {
        Objects.requireNonNull(deadlines, "deadlines");
        body = Map.copyOf(body);
        String engine = "engines." + service;
        String scheme = String.valueOf(url.getScheme());
        if (!scheme.equals("http") && !scheme.equals("https") || url.getHost() == null) {
            throw new IllegalArgumentException(
                    engine + ".url: " + url + " is no web address; write https://HOST/v1, for example " + URL);
        }
        if (model.isBlank()) {
            throw new IllegalArgumentException(engine + ".model: is empty; name one, for example " + MODEL);
        }
        if (sampleRateHz != SampleRate.NARROWBAND_HZ && sampleRateHz != SampleRate.WIDEBAND_HZ) {
            throw new IllegalArgumentException(
                    engine + ".sample-rate: " + sampleRateHz + " Hz is not possible; set 8000 or 16000");
        }
        if (answerMs <= 0) {
            throw new IllegalArgumentException(
                    engine + ".answer-timeout: " + answerMs + " ms; a transcript needs a deadline of at least 1 ms");
        }
    }

    /** Returns settings of the hosted service with default deadlines. */
    public static TranscriptionSettings of(String service, String key) {
        return new TranscriptionSettings(
                service,
                URL,
                key,
                KeyHeader.BEARER,
                MODEL,
                "en",
                "",
                false,
                SampleRate.WIDEBAND_HZ,
                60_000,
                15_000,
                Map.of(),
                Deadlines.DEFAULT,
                null);
    }

    /** Whether {@code model} takes a list of languages, and refuses the older single one. */
    public static boolean listsLanguages(String model) {
        return model.startsWith("gpt-transcribe") || model.startsWith("gpt-live-transcribe");
    }

    /** Returns the address for recordings. */
    URI endpoint() {
        String base = url.getRawPath() == null ? "" : url.getRawPath();
        String path = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/audio/transcriptions";
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return URI.create(url.getScheme() + "://" + url.getHost() + port + path + query);
    }

    /** Returns the headers with the credentials. */
    Map<String, String> credentials() {
        return keyHeader.with(key);
    }

    /** Returns {@code text} without the key. */
    String masked(String text) {
        return key.isEmpty() ? text : text.replace(key, "***");
    }

    /** Omits the key. */
    @Override
    public String toString() {
        return "TranscriptionSettings[" + service + ": " + model + " at " + url.getHost() + "]";
    }
}
