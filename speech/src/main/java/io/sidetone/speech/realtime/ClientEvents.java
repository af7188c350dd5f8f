package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.AUDIO_END_MS;
import static io.sidetone.core.realtime.RealtimeFields.CALL_ID;
import static io.sidetone.core.realtime.RealtimeFields.CONTENT;
import static io.sidetone.core.realtime.RealtimeFields.CONTENT_INDEX;
import static io.sidetone.core.realtime.RealtimeFields.CONVERSATION;
import static io.sidetone.core.realtime.RealtimeFields.INPUT;
import static io.sidetone.core.realtime.RealtimeFields.ITEM;
import static io.sidetone.core.realtime.RealtimeFields.ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.METADATA;
import static io.sidetone.core.realtime.RealtimeFields.NAME;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.PREVIOUS_ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE_ID;
import static io.sidetone.core.realtime.RealtimeFields.ROLE;
import static io.sidetone.core.realtime.RealtimeFields.SESSION;
import static io.sidetone.core.realtime.RealtimeFields.TEXT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.AUTO;
import static io.sidetone.core.realtime.SessionFields.DESCRIPTION;
import static io.sidetone.core.realtime.SessionFields.FORMAT;
import static io.sidetone.core.realtime.SessionFields.FUNCTION;
import static io.sidetone.core.realtime.SessionFields.INSTRUCTIONS;
import static io.sidetone.core.realtime.SessionFields.MAX_OUTPUT_TOKENS;
import static io.sidetone.core.realtime.SessionFields.MODEL;
import static io.sidetone.core.realtime.SessionFields.NOISE_REDUCTION;
import static io.sidetone.core.realtime.SessionFields.NONE;
import static io.sidetone.core.realtime.SessionFields.OUTPUT_MODALITIES;
import static io.sidetone.core.realtime.SessionFields.PARAMETERS;
import static io.sidetone.core.realtime.SessionFields.RATE;
import static io.sidetone.core.realtime.SessionFields.REALTIME;
import static io.sidetone.core.realtime.SessionFields.SPEED;
import static io.sidetone.core.realtime.SessionFields.TOOLS;
import static io.sidetone.core.realtime.SessionFields.TOOL_CHOICE;
import static io.sidetone.core.realtime.SessionFields.TRANSCRIPTION;
import static io.sidetone.core.realtime.SessionFields.TURN_DETECTION;
import static io.sidetone.core.realtime.SessionFields.VOICE;
import static io.sidetone.core.realtime.TurnDetectionFields.CREATE_RESPONSE;
import static io.sidetone.core.realtime.TurnDetectionFields.EAGERNESS;
import static io.sidetone.core.realtime.TurnDetectionFields.INTERRUPT_RESPONSE;
import static io.sidetone.core.realtime.TurnDetectionFields.PREFIX_PADDING_MS;
import static io.sidetone.core.realtime.TurnDetectionFields.SEMANTIC_VAD;
import static io.sidetone.core.realtime.TurnDetectionFields.SERVER_VAD;
import static io.sidetone.core.realtime.TurnDetectionFields.SILENCE_DURATION_MS;
import static io.sidetone.core.realtime.TurnDetectionFields.THRESHOLD;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.realtime.ItemTypes;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.speech.dialogue.ModelSchema;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.util.Collection;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the events to the service, in the form of its general release. */
final class ClientEvents {
    private static final Logger LOG = LoggerFactory.getLogger(ClientEvents.class);
    static final ObjectMapper JSON = new ObjectMapper();

    /** The metadata key with the name of a response; the service echoes it. */
    static final String KEY = "sidetone";

    private ClientEvents() {}

    static ObjectNode event(String type) {
        return JSON.createObjectNode().put(TYPE, type);
    }

    /** The whole session: fields that cannot change later are set here. */
    static ObjectNode session(RealtimeSettings settings, String instructions, Collection<ActionDefinition> tools) {
        ObjectNode event = briefing(instructions, tools);
        ObjectNode session = (ObjectNode) event.get(SESSION);
        session.putArray(OUTPUT_MODALITIES).add(AUDIO);
        ObjectNode input = session.putObject(AUDIO).putObject(INPUT);
        format(input, settings.format());
        if (!settings.noiseReduction().isEmpty()) {
            input.putObject(NOISE_REDUCTION).put(TYPE, settings.noiseReduction());
        }
        if (!settings.transcriptionModel().isEmpty()) {
            ObjectNode transcription = input.putObject(TRANSCRIPTION).put(MODEL, settings.transcriptionModel());
            if (!settings.access().language().isEmpty()) {
                if (TranscriptionSettings.listsLanguages(settings.transcriptionModel())) {
                    transcription.putArray("languages").add(settings.access().language());
                } else {
                    transcription.put("language", settings.access().language());
                }
            }
        }
        turnDetection(input, settings.turnDetection());
        ObjectNode output = ((ObjectNode) session.get(AUDIO)).putObject(OUTPUT);
        format(output, settings.format());
        output.put(VOICE, settings.access().voice());
        if (settings.speed() != 1) {
            output.put(SPEED, settings.speed());
        }
        if (settings.maxOutputTokens() > 0) {
            session.put(MAX_OUTPUT_TOKENS, settings.maxOutputTokens());
        }
        settings.session().forEach((field, value) -> session.set(field, JSON.valueToTree(value)));
        return event;
    }

    private static void format(ObjectNode side, WireFormat format) {
        ObjectNode node = side.putObject(FORMAT).put(TYPE, format.wire.type());
        if (format.wire.namesRate()) {
            node.put(RATE, format.sampleRateHz);
        }
    }

    /** The call decides about answers and interruptions: the service never begins or ends a response by itself. */
    private static void turnDetection(ObjectNode input, TurnDetection detection) {
        if (!detection.byService()) {
            input.putNull(TURN_DETECTION);
            return;
        }
        ObjectNode node = input.putObject(TURN_DETECTION)
                .put(TYPE, detection.kind() == TurnDetection.Kind.SERVER_VAD ? SERVER_VAD : SEMANTIC_VAD);
        if (detection.kind() == TurnDetection.Kind.SERVER_VAD) {
            node.put(THRESHOLD, detection.threshold())
                    .put(PREFIX_PADDING_MS, detection.prefixPaddingMs())
                    .put(SILENCE_DURATION_MS, detection.silenceMs());
        } else {
            node.put(EAGERNESS, detection.eagerness());
        }
        node.put(CREATE_RESPONSE, false).put(INTERRUPT_RESPONSE, false);
    }

    /** The fields that may change between two responses. */
    static ObjectNode briefing(String instructions, Collection<ActionDefinition> tools) {
        ObjectNode event = event(RealtimeEvents.SESSION_UPDATE);
        ObjectNode session = event.putObject(SESSION).put(TYPE, REALTIME).put(INSTRUCTIONS, instructions);
        ArrayNode list = session.putArray(TOOLS);
        for (ActionDefinition tool : tools) {
            try {
                Map<String, Object> parameters = ModelSchema.of(tool.parameters());
                list.addObject()
                        .put(TYPE, FUNCTION)
                        .put(NAME, tool.name())
                        .put(DESCRIPTION, tool.description())
                        .set(PARAMETERS, JSON.valueToTree(parameters));
            } catch (IllegalArgumentException wrong) {
                LOG.warn("The action {} is not offered to the model: {}", tool.name(), wrong.getMessage());
            }
        }
        session.put(TOOL_CHOICE, AUTO);
        return event;
    }

    /**
     * A message as text; {@code previous} is the item before it, {@code root} for the beginning, or null for the end.
     */
    static ObjectNode message(String role, String text, String previous) {
        ObjectNode event = event(RealtimeEvents.CONVERSATION_ITEM_CREATE);
        if (previous != null) {
            event.put(PREVIOUS_ITEM_ID, previous);
        }
        event.putObject(ITEM)
                .put(TYPE, ItemTypes.MESSAGE)
                .put(ROLE, role)
                .putArray(CONTENT)
                .addObject()
                .put(TYPE, role.equals(ItemTypes.ASSISTANT) ? ItemTypes.OUTPUT_TEXT : ItemTypes.INPUT_TEXT)
                .put(TEXT, text);
        return event;
    }

    static ObjectNode functionOutput(String callId, String output) {
        ObjectNode event = event(RealtimeEvents.CONVERSATION_ITEM_CREATE);
        event.putObject(ITEM)
                .put(TYPE, ItemTypes.FUNCTION_CALL_OUTPUT)
                .put(CALL_ID, callId)
                .put(OUTPUT, output);
        return event;
    }

    /** Requests a response named {@code key} to the present conversation. */
    static ObjectNode answer(String key) {
        ObjectNode event = event(RealtimeEvents.RESPONSE_CREATE);
        event.putObject(RESPONSE).putObject(METADATA).put(KEY, key);
        return event;
    }

    /**
     * Requests a response that consists of one sentence; {@code remembered} is whether it becomes part of the
     * conversation.
     */
    static ObjectNode sentence(String key, String text, boolean remembered) {
        ObjectNode event = answer(key);
        ObjectNode response = (ObjectNode) event.get(RESPONSE);
        response.put(
                INSTRUCTIONS,
                "Say exactly the following, word for word, in the language it is written in, and nothing else: "
                        + text);
        response.put(TOOL_CHOICE, NONE);
        if (!remembered) {
            response.put(CONVERSATION, NONE).putArray(INPUT);
        }
        return event;
    }

    static ObjectNode cancel(String responseId) {
        return event(RealtimeEvents.RESPONSE_CANCEL).put(RESPONSE_ID, responseId);
    }

    static ObjectNode truncate(String itemId, long audioEndMs) {
        return event(RealtimeEvents.CONVERSATION_ITEM_TRUNCATE)
                .put(ITEM_ID, itemId)
                .put(CONTENT_INDEX, 0)
                .put(AUDIO_END_MS, audioEndMs);
    }

    static ObjectNode delete(String itemId) {
        return event(RealtimeEvents.CONVERSATION_ITEM_DELETE).put(ITEM_ID, itemId);
    }
}
