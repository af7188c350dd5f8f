package io.sidetone.speech.transcription;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.speech.net.ExchangeRequest;
import io.sidetone.speech.net.ServiceAccess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Builds the multipart form (RFC 7578) of a recording. */
final class UploadForm {
    /** Long enough that it cannot occur in a recording by chance. */
    private static final String BOUNDARY = "sidetone-7d0c6b1f9e2a4835b1c7-boundary";

    private UploadForm() {}

    /** Returns the request that uploads {@code pcm}. */
    static ExchangeRequest request(TranscriptionSettings settings, short[] pcm) {
        ServiceAccess access = settings.access();
        ByteArrayOutputStream body = new ByteArrayOutputStream(pcm.length * 2 + 2_048);
        field(body, "model", access.model());
        field(body, "response_format", "json");
        if (!access.language().isEmpty()) {
            field(
                    body,
                    TranscriptionSettings.listsLanguages(access.model()) ? "languages[]" : "language",
                    access.language());
        }
        if (!settings.prompt().isEmpty()) {
            field(body, "prompt", settings.prompt());
        }
        if (settings.stream()) {
            field(body, "stream", "true");
        }
        access.body().forEach((name, value) -> {
            if (value instanceof Collection<?> values) {
                values.forEach(each -> field(body, name + "[]", String.valueOf(each)));
            } else {
                field(body, name, String.valueOf(value));
            }
        });
        text(
                body,
                "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"utterance.wav\"\r\n"
                        + "Content-Type: audio/wav\r\n\r\n");
        body.writeBytes(WavWriter.toBytes(Wav.mono(access.sampleRateHz(), pcm)));
        text(body, "\r\n--" + BOUNDARY + "--\r\n");
        Map<String, String> headers = new HashMap<>(settings.credentials());
        headers.put("Content-Type", "multipart/form-data; boundary=" + BOUNDARY);
        headers.put("Accept", settings.stream() ? "text/event-stream" : "application/json");
        return access.request("POST", access.endpoint("/audio/transcriptions", ""), headers, body.toByteArray());
    }

    private static void field(ByteArrayOutputStream body, String name, String value) {
        text(
                body,
                "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
    }

    private static void text(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
