package io.sidetone.transport.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.List;
import java.util.Set;

/** Reads {@code session.update}: the shape of the released protocol, and on request that of the beta. Stateless. */
final class SessionUpdate {
    private static final String PATH = "session";
    private static final int MAX_INSTRUCTIONS = 65_536;
    private static final Set<String> KEYS = Set.of(
            "type",
            "audio",
            "include",
            "instructions",
            "max_output_tokens",
            "model",
            "output_modalities",
            "parallel_tool_calls",
            "prompt",
            "reasoning",
            "tool_choice",
            "tools",
            "tracing",
            "truncation");

    private SessionUpdate() {}

    /**
     * Returns {@code present} with what {@code given} changes; all of it or nothing.
     *
     * @param running whether audio flows already, so that its format cannot change
     */
    static SessionConfig apply(SessionConfig present, JsonNode given, boolean beta, boolean running)
            throws RealtimeError {
        Fields fields = BetaSession.renamed(Fields.of(given, PATH), beta);
        if (!fields.has("type")) {
            throw RealtimeError.missing("session.type");
        }
        fields.oneOf("type", null, List.of("realtime"));
        fields.only(KEYS);
        ObjectNode shown = present.shown().deepCopy();
        for (String kept :
                List.of("include", "model", "parallel_tool_calls", "prompt", "reasoning", "tracing", "truncation")) {
            if (fields.has(kept) && !kept.equals("model")) {
                shown.set(kept, fields.get(kept));
            }
        }
        String instructions = present.instructions();
        if (fields.has("instructions")) {
            instructions = instructions(fields);
            shown.put("instructions", instructions);
        }
        if (!fields.none("max_output_tokens")) {
            if (!fields.get("max_output_tokens").asText().equals("inf")) {
                fields.whole("max_output_tokens", 1, 4_096);
            }
            shown.set("max_output_tokens", fields.get("max_output_tokens"));
        }
        boolean text = present.text();
        if (!fields.none("output_modalities")) {
            text = textOnly(fields, "output_modalities");
            shown.putArray("output_modalities").add(text ? "text" : "audio");
        }
        if (!fields.none("tool_choice")) {
            shown.set("tool_choice", ToolList.choice(fields));
        }
        if (fields.has("tools")) {
            ToolList.of(fields.get("tools"), fields.at("tools"));
            shown.set("tools", fields.get("tools"));
        }
        List<ActionDefinition> tools = shown.path("tool_choice").asText().equals("none")
                ? List.of()
                : ToolList.of(shown.path("tools"), fields.at("tools"));
        SessionConfig changed = new SessionConfig(
                shown, present.in(), present.out(), present.turns(), present.transcribes(), text, instructions, tools);
        return fields.none("audio") ? changed : audio(changed, fields.object("audio"), running);
    }

    static String instructions(Fields fields) throws RealtimeError {
        String instructions = fields.text("instructions", "");
        if (instructions.length() > MAX_INSTRUCTIONS) {
            throw new RealtimeError(
                    "string_above_max_length",
                    fields.at("instructions"),
                    "Instructions may have " + MAX_INSTRUCTIONS + " characters; these have " + instructions.length()
                            + ".");
        }
        return instructions;
    }

    /** Text beside audio was allowed once and means audio, which always comes with its text. */
    static boolean textOnly(Fields fields, String name) throws RealtimeError {
        JsonNode modalities = fields.get(name);
        if (!modalities.isArray() || modalities.isEmpty()) {
            throw Fields.type(fields.at(name), "an array such as [\"audio\"]", modalities);
        }
        boolean audio = false;
        for (JsonNode modality : modalities) {
            if (!modality.asText().equals("audio") && !modality.asText().equals("text")) {
                throw Fields.unsupported(fields.at(name), modality.asText(), List.of("audio", "text"));
            }
            audio |= modality.asText().equals("audio");
        }
        return !audio;
    }

    private static SessionConfig audio(SessionConfig base, Fields audio, boolean running) throws RealtimeError {
        audio.only(List.of("input", "output"));
        ObjectNode shown = base.shown();
        AudioFormat in = base.in();
        AudioFormat out = base.out();
        TurnDetection turns = base.turns();
        boolean transcribes = base.transcribes();
        if (!audio.none("input")) {
            Fields input = audio.object("input");
            input.only(List.of("format", "noise_reduction", "transcription", "turn_detection"));
            ObjectNode node = (ObjectNode) shown.at("/audio/input");
            in = format(input, in, running, node);
            if (input.has("noise_reduction")) {
                node.set("noise_reduction", input.get("noise_reduction"));
            }
            if (input.has("transcription")) {
                transcribes = !input.none("transcription");
                if (transcribes) {
                    input.object("transcription");
                }
                node.set("transcription", input.get("transcription"));
            }
            if (input.has("turn_detection")) {
                turns = input.none("turn_detection") ? null : TurnDetection.of(input.object("turn_detection"));
                if (turns == null) {
                    node.putNull("turn_detection");
                } else {
                    node.set("turn_detection", turns.json());
                }
            }
        }
        if (!audio.none("output")) {
            Fields output = audio.object("output");
            output.only(List.of("format", "voice", "speed"));
            ObjectNode node = (ObjectNode) shown.at("/audio/output");
            out = format(output, out, running, node);
            if (!output.none("voice")) {
                node.set("voice", output.get("voice"));
            }
            if (!output.none("speed")) {
                node.put("speed", output.number("speed", 1, 0.25, 1.5));
            }
        }
        return new SessionConfig(shown, in, out, turns, transcribes, base.text(), base.instructions(), base.tools());
    }

    private static AudioFormat format(Fields given, AudioFormat present, boolean running, ObjectNode node)
            throws RealtimeError {
        if (given.none("format")) {
            return present;
        }
        AudioFormat format = AudioFormat.of(given.get("format"), given.at("format"));
        if (running && format != present) {
            throw RealtimeError.value(
                    given.at("format"),
                    "The format cannot change once audio has been exchanged; set it before, or open another session.");
        }
        node.set("format", format.json());
        return format;
    }
}
