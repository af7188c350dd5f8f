package io.sidetone.speech.elevenlabs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.speech.net.SocketRequest;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.VoiceJson;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Builds the messages to the service. */
final class ElevenLabsRequests {
    /** An empty text keeps the connection, or the context that a message names; on this endpoint it ends nothing. */
    private static final String NOTHING = "";

    private ElevenLabsRequests() {}

    static SocketRequest connection(ElevenLabsSettings settings) {
        String whole = settings.url().toString();
        int mark = whole.indexOf('?');
        String base = mark < 0 ? whole : whole.substring(0, mark);
        String root = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        String format = settings.encoding() == VoiceEncoding.PCM_MULAW ? "ulaw_8000" : "pcm_" + settings.sampleRateHz();
        String query = "?model_id=" + encoded(settings.model())
                + "&output_format=" + format
                + "&inactivity_timeout=" + settings.inactivityS()
                + "&sync_alignment=true&auto_mode=true"
                + (settings.language().isEmpty() ? "" : "&language_code=" + encoded(settings.language()))
                + (mark < 0 ? "" : "&" + whole.substring(mark + 1));
        return new SocketRequest(
                settings.service(),
                URI.create(root + "/v1/text-to-speech/" + settings.voice() + "/multi-stream-input" + query),
                Map.of("xi-api-key", settings.key()),
                SocketRequest.MAX_MESSAGE_BYTES,
                settings.deadlines(),
                settings.trust());
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** The first message of a context: one space, and all settings, which no later message may change. */
    static String begin(ElevenLabsSettings settings, String contextId) {
        ElevenLabsSettings.Tone tone = settings.tone();
        ObjectNode message = VoiceJson.mapper().createObjectNode();
        message.put("text", " ");
        message.put("context_id", contextId);
        message.putObject("voice_settings")
                .put("stability", tone.stability())
                .put("similarity_boost", tone.similarityBoost())
                .put("style", tone.style())
                .put("use_speaker_boost", tone.speakerBoost())
                .put("speed", tone.speed());
        return message.toString();
    }

    /** Texts end with a space. */
    static String text(String contextId, String text) {
        return of(contextId).put("text", text + " ").toString();
    }

    static String flush(String contextId) {
        return of(contextId).put("flush", true).toString();
    }

    static String close(String contextId) {
        return of(contextId).put("close_context", true).toString();
    }

    /** {@code contextId} may be null. */
    static String keepAlive(String contextId) {
        ObjectNode message = contextId == null ? VoiceJson.mapper().createObjectNode() : of(contextId);
        return message.put("text", NOTHING).toString();
    }

    private static ObjectNode of(String contextId) {
        return VoiceJson.mapper().createObjectNode().put("context_id", contextId);
    }
}
