package io.sidetone.speech.realtime;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.util.Collection;
import java.util.Locale;

/** Builds the events to the service, in the form of its general release. */
final class ClientEvents {
    static final ObjectMapper JSON = new ObjectMapper();

    /** The metadata key with the name of a response; the service echoes it. */
    static final String KEY = "sidetone";

    private ClientEvents() {}

    static ObjectNode event(String type) {
        return JSON.createObjectNode().put("type", type);
    }

    /** The whole session: fields that cannot change later are set here. */
    static ObjectNode session(RealtimeSettings settings, String instructions, Collection<ActionDefinition> tools) {
        ObjectNode event = briefing(instructions, tools);
        ObjectNode session = (ObjectNode) event.get("session");
        session.putArray("output_modalities").add("audio");
        ObjectNode input = session.putObject("audio").putObject("input");
        format(input, settings.format());
        if (!settings.noiseReduction().isEmpty()) {
            input.putObject("noise_reduction").put("type", settings.noiseReduction());
        }
        if (!settings.transcriptionModel().isEmpty()) {
            ObjectNode transcription = input.putObject("transcription").put("model", settings.transcriptionModel());
            if (!settings.language().isEmpty()) {
                if (TranscriptionSettings.listsLanguages(settings.transcriptionModel())) {
                    transcription.putArray("languages").add(settings.language());
                } else {
                    transcription.put("language", settings.language());
                }
            }
        }
        turnDetection(input, settings.turnDetection());
        ObjectNode output = ((ObjectNode) session.get("audio")).putObject("output");
        format(output, settings.format());
        output.put("voice", settings.voice());
        if (settings.speed() != 1) {
            output.put("speed", settings.speed());
        }
        if (settings.maxOutputTokens() > 0) {
            session.put("max_output_tokens", settings.maxOutputTokens());
        }
        settings.session().forEach((field, value) -> session.set(field, JSON.valueToTree(value)));
        return event;
    }

    private static void format(ObjectNode side, WireFormat format) {
        ObjectNode node = side.putObject("format").put("type", format.type);
        if (format == WireFormat.PCM) {
            node.put("rate", format.sampleRateHz);
        }
    }

    /** The call decides about answers and interruptions: the service never begins or ends a response by itself. */
    private static void turnDetection(ObjectNode input, TurnDetection detection) {
        if (!detection.byService()) {
            input.putNull("turn_detection");
            return;
        }
        ObjectNode node = input.putObject("turn_detection")
                .put("type", detection.kind().name().toLowerCase(Locale.ROOT));
        if (detection.kind() == TurnDetection.Kind.SERVER_VAD) {
            node.put("threshold", detection.threshold())
                    .put("prefix_padding_ms", detection.prefixPaddingMs())
                    .put("silence_duration_ms", detection.silenceMs());
        } else {
            node.put("eagerness", detection.eagerness());
        }
        node.put("create_response", false).put("interrupt_response", false);
    }

    /** The fields that may change between two responses. */
    static ObjectNode briefing(String instructions, Collection<ActionDefinition> tools) {
        ObjectNode event = event(RealtimeEvents.SESSION_UPDATE);
        ObjectNode session = event.putObject("session").put("type", "realtime").put("instructions", instructions);
        ArrayNode list = session.putArray("tools");
        for (ActionDefinition tool : tools) {
            list.addObject()
                    .put("type", "function")
                    .put("name", tool.name())
                    .put("description", tool.description())
                    .set("parameters", JSON.valueToTree(tool.parameters()));
        }
        session.put("tool_choice", "auto");
        return event;
    }

    /**
     * A message as text; {@code previous} is the item before it, {@code root} for the beginning, or null for the end.
     */
    static ObjectNode message(String role, String text, String previous) {
        ObjectNode event = event(RealtimeEvents.CONVERSATION_ITEM_CREATE);
        if (previous != null) {
            event.put("previous_item_id", previous);
        }
        event.putObject("item")
                .put("type", "message")
                .put("role", role)
                .putArray("content")
                .addObject()
                .put("type", role.equals("assistant") ? "output_text" : "input_text")
                .put("text", text);
        return event;
    }

    static ObjectNode functionOutput(String callId, String output) {
        ObjectNode event = event(RealtimeEvents.CONVERSATION_ITEM_CREATE);
        event.putObject("item")
                .put("type", "function_call_output")
                .put("call_id", callId)
                .put("output", output);
        return event;
    }

    /** Requests a response named {@code key} to the present conversation. */
    static ObjectNode answer(String key) {
        ObjectNode event = event(RealtimeEvents.RESPONSE_CREATE);
        event.putObject("response").putObject("metadata").put(KEY, key);
        return event;
    }

    /**
     * Requests a response that consists of one sentence; {@code remembered} is whether it becomes part of the
     * conversation.
     */
    static ObjectNode sentence(String key, String text, boolean remembered) {
        ObjectNode event = answer(key);
        ObjectNode response = (ObjectNode) event.get("response");
        response.put(
                "instructions",
                "Say exactly the following, word for word, in the language it is written in, and nothing else: "
                        + text);
        response.put("tool_choice", "none");
        if (!remembered) {
            response.put("conversation", "none").putArray("input");
        }
        return event;
    }

    static ObjectNode cancel(String responseId) {
        return event(RealtimeEvents.RESPONSE_CANCEL).put("response_id", responseId);
    }

    static ObjectNode truncate(String itemId, long audioEndMs) {
        return event(RealtimeEvents.CONVERSATION_ITEM_TRUNCATE)
                .put("item_id", itemId)
                .put("content_index", 0)
                .put("audio_end_ms", audioEndMs);
    }

    static ObjectNode delete(String itemId) {
        return event(RealtimeEvents.CONVERSATION_ITEM_DELETE).put("item_id", itemId);
    }
}
