package io.sidetone.speech.elevenlabs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.net.SocketRequest;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.VoiceJson;
import java.util.Map;

/** Builds the messages to the service. */
final class ElevenLabsRequests {
    /** An empty text keeps the connection, or the context that a message names; on this endpoint it ends nothing. */
    private static final String NOTHING = "";

    private ElevenLabsRequests() {}

    static SocketRequest connection(ElevenLabsSettings settings) {
        ServiceAccess access = settings.access();
        String format = settings.encoding() == VoiceEncoding.PCM_MULAW ? "ulaw_8000" : "pcm_" + access.sampleRateHz();
        String language = access.language();
        String parameters = "model_id=" + ServiceAccess.encoded(access.model())
                + "&output_format=" + format
                + "&inactivity_timeout=" + settings.inactivityS()
                + "&sync_alignment=true&auto_mode=true"
                + (language.isEmpty() ? "" : "&language_code=" + ServiceAccess.encoded(language));
        return access.connection(
                access.endpoint("/v1/text-to-speech/" + access.voice() + "/multi-stream-input", parameters),
                Map.of("xi-api-key", access.key()));
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
