package io.sidetone.speech.transcription;

import io.sidetone.audio.SampleRate;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.KeyHeader;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What transcription is asked for.
 *
 * @param service the engine's name in the configuration
 * @param url base address up to the version; {@link #URL} by default; a query is sent along
 * @param key API key; empty for servers that want none
 * @param keyHeader which header the key goes into
 * @param model for example {@code gpt-transcribe} or {@code whisper-1}
 * @param language ISO 639-1, or empty for the model to find out
 * @param prompt words to expect, or empty
 * @param stream whether words are asked for as they come; {@code whisper-1} and many servers cannot
 * @param sampleRateHz of the recording
 * @param maxUtteranceMs longest recording; what is said beyond it is not transcribed
 * @param answerMs longest time from the end of an utterance to its transcript
 * @param body further fields of the form, a list one for each of its values; none of {@link #OWN_FIELDS}
 * @param deadlines connecting, first byte, silence between two pieces
 * @param trust certificates (PEM) to trust in place of the JVM's; null for those
 */
public record TranscriptionSettings(
        String service,
        URI url,
        String key,
        KeyHeader keyHeader,
        String model,
        String language,
        String prompt,
        boolean stream,
        int sampleRateHz,
        int maxUtteranceMs,
        int answerMs,
        Map<String, Object> body,
        Deadlines deadlines,
        Path trust) {
    /** Fields of the form that are set by this side alone. */
    public static final Set<String> OWN_FIELDS =
            Set.of("file", "model", "language", "prompt", "response_format", "stream");

    /** The hosted service. */
    public static final URI URL = URI.create("https://api.openai.com/v1");

    /** The model unless said otherwise. */
    public static final String MODEL = "gpt-transcribe";

    private static final int LONGEST_MS = 600_000;

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
        if (maxUtteranceMs < 1_000 || maxUtteranceMs > LONGEST_MS) {
            throw new IllegalArgumentException(engine + ".options.max-utterance-ms: " + maxUtteranceMs
                    + " ms is outside 1000 to " + LONGEST_MS + " ms; set a value within");
        }
        if (answerMs <= 0) {
            throw new IllegalArgumentException(
                    engine + ".answer-timeout: " + answerMs + " ms; a transcript needs a deadline of at least 1 ms");
        }
    }

    /** The hosted service with the usual patience. */
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

    /** Whether {@code model} takes languages in a list, and refuses the older single one. */
    public static boolean listsLanguages(String model) {
        return model.startsWith("gpt-transcribe") || model.startsWith("gpt-live-transcribe");
    }

    /** Where recordings are sent. */
    URI endpoint() {
        String base = url.getRawPath() == null ? "" : url.getRawPath();
        String path = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/audio/transcriptions";
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return URI.create(url.getScheme() + "://" + url.getHost() + port + path + query);
    }

    /** What says who we are. */
    Map<String, String> credentials() {
        return keyHeader.with(key);
    }

    /** Returns {@code text} without the key. */
    String masked(String text) {
        return key.isEmpty() ? text : text.replace(key, "***");
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "TranscriptionSettings[" + service + ": " + model + " at " + url.getHost() + "]";
    }
}
