package io.sidetone.speech.cartesia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.net.SocketRequest;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.VoiceJson;
import java.util.Map;

/** Builds the requests to the service. */
final class CartesiaRequests {
    private CartesiaRequests() {}

    static SocketRequest connection(CartesiaSettings settings) {
        ServiceAccess access = settings.access();
        return access.connection(
                access.url(),
                Map.of("Authorization", "Bearer " + access.key(), "Cartesia-Version", settings.version()));
    }

    /**
     * One request of a context. Within a context everything but text, {@code goesOn} and {@code flush} stays the same.
     */
    static String generation(CartesiaSettings settings, String contextId, String text, boolean goesOn, boolean flush) {
        ServiceAccess access = settings.access();
        ObjectNode message = VoiceJson.mapper().valueToTree(access.body());
        message.put("model_id", access.model());
        message.put("transcript", text);
        ObjectNode voice = message.putObject("voice");
        if (settings.namesVoiceMode()) {
            voice.put("mode", "id");
        }
        voice.put("id", access.voice());
        message.put("language", access.language());
        message.put("context_id", contextId);
        message.putObject("output_format")
                .put("container", "raw")
                .put("encoding", settings.encoding() == VoiceEncoding.PCM_MULAW ? "pcm_mulaw" : "pcm_s16le")
                .put("sample_rate", access.sampleRateHz());
        message.put("add_timestamps", true);
        // This side sends whole clauses, so the service need not wait for more text.
        message.put("max_buffer_delay_ms", 0);
        if (settings.speed() != 1) {
            message.withObjectProperty(CartesiaSettings.GENERATION).put("speed", settings.speed());
        }
        message.put("continue", goesOn);
        if (flush) {
            message.put("flush", true);
        }
        return message.toString();
    }

    static String cancel(String contextId) {
        return VoiceJson.mapper()
                .createObjectNode()
                .put("context_id", contextId)
                .put("cancel", true)
                .toString();
    }
}
