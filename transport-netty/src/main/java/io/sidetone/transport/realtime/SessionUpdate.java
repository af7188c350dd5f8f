package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.INPUT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.SESSION;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.FORMAT;
import static io.sidetone.core.realtime.SessionFields.INCLUDE;
import static io.sidetone.core.realtime.SessionFields.INSTRUCTIONS;
import static io.sidetone.core.realtime.SessionFields.MAX_OUTPUT_TOKENS;
import static io.sidetone.core.realtime.SessionFields.MODEL;
import static io.sidetone.core.realtime.SessionFields.NOISE_REDUCTION;
import static io.sidetone.core.realtime.SessionFields.NONE;
import static io.sidetone.core.realtime.SessionFields.OUTPUT_MODALITIES;
import static io.sidetone.core.realtime.SessionFields.PARALLEL_TOOL_CALLS;
import static io.sidetone.core.realtime.SessionFields.PROMPT;
import static io.sidetone.core.realtime.SessionFields.REALTIME;
import static io.sidetone.core.realtime.SessionFields.REASONING;
import static io.sidetone.core.realtime.SessionFields.SPEED;
import static io.sidetone.core.realtime.SessionFields.TOOLS;
import static io.sidetone.core.realtime.SessionFields.TOOL_CHOICE;
import static io.sidetone.core.realtime.SessionFields.TRACING;
import static io.sidetone.core.realtime.SessionFields.TRANSCRIPTION;
import static io.sidetone.core.realtime.SessionFields.TRUNCATION;
import static io.sidetone.core.realtime.SessionFields.TURN_DETECTION;
import static io.sidetone.core.realtime.SessionFields.VOICE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.List;
import java.util.Set;

/** Reads {@code session.update}: the shape of the released protocol, and on request that of the beta. Stateless. */
final class SessionUpdate {
    private static final String PATH = SESSION;
    private static final int MAX_INSTRUCTIONS = 65_536;
    private static final Set<String> KEYS = Set.of(
            TYPE,
            AUDIO,
            INCLUDE,
            INSTRUCTIONS,
            MAX_OUTPUT_TOKENS,
            MODEL,
            OUTPUT_MODALITIES,
            PARALLEL_TOOL_CALLS,
            PROMPT,
            REASONING,
            TOOL_CHOICE,
            TOOLS,
            TRACING,
            TRUNCATION);

    private SessionUpdate() {}

    /**
     * Returns {@code present} with what {@code given} changes; all of it or nothing.
     *
     * @param running whether audio flows already, so that its format cannot change
     */
    static SessionConfig apply(SessionConfig present, JsonNode given, boolean beta, boolean running)
            throws RealtimeError {
        EventFields fields = BetaSession.renamed(EventFields.of(given, PATH), beta);
        if (!fields.has(TYPE)) {
            throw RealtimeError.missing("session.type");
        }
        fields.oneOf(TYPE, null, List.of(REALTIME));
        fields.only(KEYS);
        ObjectNode shown = present.shown().deepCopy();
        for (String kept : List.of(INCLUDE, MODEL, PARALLEL_TOOL_CALLS, PROMPT, REASONING, TRACING, TRUNCATION)) {
            if (fields.has(kept) && !kept.equals(MODEL)) {
                shown.set(kept, fields.get(kept));
            }
        }
        String instructions = present.instructions();
        if (fields.has(INSTRUCTIONS)) {
            instructions = instructions(fields);
            shown.put(INSTRUCTIONS, instructions);
        }
        if (!fields.none(MAX_OUTPUT_TOKENS)) {
            if (!fields.get(MAX_OUTPUT_TOKENS).asText().equals("inf")) {
                fields.whole(MAX_OUTPUT_TOKENS, 1, 4_096);
            }
            shown.set(MAX_OUTPUT_TOKENS, fields.get(MAX_OUTPUT_TOKENS));
        }
        boolean text = present.text();
        if (!fields.none(OUTPUT_MODALITIES)) {
            text = textOnly(fields, OUTPUT_MODALITIES);
            shown.putArray(OUTPUT_MODALITIES).add(text ? "text" : AUDIO);
        }
        if (!fields.none(TOOL_CHOICE)) {
            shown.set(TOOL_CHOICE, ToolList.choice(fields));
        }
        if (fields.has(TOOLS)) {
            ToolList.of(fields.get(TOOLS), fields.at(TOOLS));
            shown.set(TOOLS, fields.get(TOOLS));
        }
        List<ActionDefinition> tools = shown.path(TOOL_CHOICE).asText().equals(NONE)
                ? List.of()
                : ToolList.of(shown.path(TOOLS), fields.at(TOOLS));
        SessionConfig changed = new SessionConfig(
                shown, present.in(), present.out(), present.turns(), present.transcribes(), text, instructions, tools);
        return fields.none(AUDIO) ? changed : audio(changed, fields.object(AUDIO), running);
    }

    static String instructions(EventFields fields) throws RealtimeError {
        String instructions = fields.text(INSTRUCTIONS, "");
        if (instructions.length() > MAX_INSTRUCTIONS) {
            throw new RealtimeError(
                    "string_above_max_length",
                    fields.at(INSTRUCTIONS),
                    "Instructions may have " + MAX_INSTRUCTIONS + " characters; these have " + instructions.length()
                            + ".");
        }
        return instructions;
    }

    /** Text beside audio was allowed once and means audio, which always comes with its text. */
    static boolean textOnly(EventFields fields, String name) throws RealtimeError {
        JsonNode modalities = fields.get(name);
        if (!modalities.isArray() || modalities.isEmpty()) {
            throw EventFields.type(fields.at(name), "an array such as [\"audio\"]", modalities);
        }
        boolean audio = false;
        for (JsonNode modality : modalities) {
            if (!modality.asText().equals(AUDIO) && !modality.asText().equals("text")) {
                throw EventFields.unsupported(fields.at(name), modality.asText(), List.of(AUDIO, "text"));
            }
            audio |= modality.asText().equals(AUDIO);
        }
        return !audio;
    }

    private static SessionConfig audio(SessionConfig base, EventFields audio, boolean running) throws RealtimeError {
        audio.only(List.of(INPUT, OUTPUT));
        ObjectNode shown = base.shown();
        AudioFormat in = base.in();
        AudioFormat out = base.out();
        SessionTurnDetection turns = base.turns();
        boolean transcribes = base.transcribes();
        if (!audio.none(INPUT)) {
            EventFields input = audio.object(INPUT);
            input.only(List.of(FORMAT, NOISE_REDUCTION, TRANSCRIPTION, TURN_DETECTION));
            ObjectNode node = (ObjectNode) shown.at("/audio/input");
            in = format(input, in, running, node);
            if (input.has(NOISE_REDUCTION)) {
                node.set(NOISE_REDUCTION, input.get(NOISE_REDUCTION));
            }
            if (input.has(TRANSCRIPTION)) {
                transcribes = !input.none(TRANSCRIPTION);
                if (transcribes) {
                    input.object(TRANSCRIPTION);
                }
                node.set(TRANSCRIPTION, input.get(TRANSCRIPTION));
            }
            if (input.has(TURN_DETECTION)) {
                turns = input.none(TURN_DETECTION) ? null : SessionTurnDetection.of(input.object(TURN_DETECTION));
                if (turns == null) {
                    node.putNull(TURN_DETECTION);
                } else {
                    node.set(TURN_DETECTION, turns.json());
                }
            }
        }
        if (!audio.none(OUTPUT)) {
            EventFields output = audio.object(OUTPUT);
            output.only(List.of(FORMAT, VOICE, SPEED));
            ObjectNode node = (ObjectNode) shown.at("/audio/output");
            out = format(output, out, running, node);
            if (!output.none(VOICE)) {
                node.set(VOICE, output.get(VOICE));
            }
            if (!output.none(SPEED)) {
                node.put(SPEED, output.number(SPEED, 1, 0.25, 1.5));
            }
        }
        return new SessionConfig(shown, in, out, turns, transcribes, base.text(), base.instructions(), base.tools());
    }

    private static AudioFormat format(EventFields given, AudioFormat present, boolean running, ObjectNode node)
            throws RealtimeError {
        if (given.none(FORMAT)) {
            return present;
        }
        AudioFormat format = AudioFormat.of(given.get(FORMAT), given.at(FORMAT));
        if (running && format != present) {
            throw RealtimeError.value(
                    given.at(FORMAT),
                    "The format cannot change once audio has been exchanged; set it before, or open another session.");
        }
        node.set(FORMAT, format.json());
        return format;
    }
}
