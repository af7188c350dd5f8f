package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.MAP;
import static io.sidetone.config.schema.ValueType.PAIRS;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.TEXTS;
import static io.sidetone.config.schema.ValueType.WORD;

import java.util.List;

/** The keys under {@code agents}. */
public final class AgentKeys {
    /** Names of what an agent says unasked. */
    public static final List<String> SENTENCES = List.of(
            "no-match",
            "no-input",
            "keys-only",
            "goodbye",
            "time-up",
            "trouble",
            "one-moment",
            "hard-to-hear",
            "by-hand",
            "heard-again",
            "say-again");

    private AgentKeys() {}

    /** Adds them. */
    public static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                "agents",
                MAP,
                "-",
                "Who answers. The first agent whose match fits takes the call; one without match takes the rest."));
        matches(keys);
        keys.add(engineList("recognizer", "Speech to text."));
        keys.add(engineList("dialogue", "Decides what is said."));
        keys.add(engineList("synthesizer", "Text to speech."));
        keys.add(ConfigKey.of(
                        "agents.*.realtime",
                        TEXT,
                        "name of an engine",
                        "A realtime model in place of the three above: it hears and speaks by itself; the server keeps the"
                                + " floor.")
                .example("rt"));
        words(keys);
        keys.add(ConfigKey.of(
                        "agents.*.flow",
                        TEXT,
                        "file",
                        "Questions, grammars and answers of the embedded dialogue, which needs it. A path starts from the"
                                + " folder of this file; classpath:agents/appointment-desk.yaml is the one that is shipped.")
                .example("classpath:agents/appointment-desk.yaml"));
        keys.add(ConfigKey.of(
                        "agents.*.actions",
                        TEXTS,
                        "names of actions",
                        "What the dialogue may do besides talking; without it, whatever is registered.")
                .derived("every registered action")
                .example("[book_appointment, request_callback]"));
        keys.add(ConfigKey.of(
                        "agents.*.transfer-to",
                        TEXTS,
                        "numbers and URIs",
                        "To whom the dialogue may transfer its callers: exactly as the action names them, * standing for"
                                + " letters, digits and . _ + -, never for a host; or any. Without it to nobody, because a transfer costs"
                                + " money and a model can be talked into one. Requests over HTTP obey http.transfer-to.")
                .example("[\"sip:*@192.0.2.7\", \"+4930*\"]"));
        keys.add(ConfigKey.of(
                        "agents.*.policy",
                        TEXT,
                        "name of a policy",
                        "How the agent takes turns: a name of policies, or a profile: default, assertive, hands-free.")
                .byDefault("default"));
        phrases(keys);
        keys.add(ConfigKey.of(
                        "agents.*.answer-after",
                        DURATION,
                        "duration",
                        "How long the call rings (180) before it is answered.")
                .range(0, 60_000)
                .byDefault("0ms"));
        keys.add(ConfigKey.of(
                        "agents.*.journal",
                        WORD,
                        "on or off",
                        "Keeps everything a call takes in and gives out, sound included, in a file that replays it. Off by"
                                + " default: it is a recording, and callers must know.")
                .oneOf("off", "on")
                .byDefault("off"));
    }

    /** What the agent says, or is told to say. */
    private static void words(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                        "agents.*.introduction",
                        TEXT,
                        "text",
                        "Spoken before the greeting to a caller who never called this agent before; the store remembers them."
                                + " Who hides his number hears none.")
                .example("\"I am the automatic assistant of this practice.\""));
        keys.add(ConfigKey.of("agents.*.greeting", TEXT, "text", "First sentence, in place of the one of the flow.")
                .example("\"Good morning, how can I help?\""));
        keys.add(ConfigKey.of(
                        "agents.*.prompt",
                        TEXT,
                        "text",
                        "What a model is told of its task and manner before the conversation. Said to be on the telephone, in"
                                + " short sentences without markup, is every model anyway.")
                .example("\"You take appointments for a dentist.\""));
        keys.add(ConfigKey.of(
                        "agents.*.filler",
                        TEXT,
                        "text",
                        "Said when a model takes longer than filler-after to begin, once per turn; empty for nothing.")
                .example("\"One moment, please.\""));
        keys.add(ConfigKey.of(
                        "agents.*.filler-after",
                        DURATION,
                        "duration",
                        "How long the caller hears nothing before filler.")
                .range(200, 60_000)
                .byDefault("1500ms"));
        keys.add(ConfigKey.of(
                        "agents.*.sentences",
                        PAIRS,
                        "names and texts",
                        "What the agent says unasked, in its language: " + String.join(", ", SENTENCES)
                                + ". docs/engines.md says when. A flow has sentences of its own for the first five.")
                .derived("in English")
                .example("{no-input: \"Sind Sie noch da?\"}"));
    }

    /** What certain words of the caller mean, whatever the dialogue makes of them. */
    private static void phrases(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                        "agents.*.hang-up-phrases",
                        TEXTS,
                        "phrases",
                        "Utterances that end the call when nothing else is said in them and they interrupted nobody. Case and"
                                + " punctuation do not matter. The recogniser must be able to hear them: with embedded"
                                + " engines they stand in the flow's grammars.")
                .derived("none")
                .example("[\"hang up\", \"goodbye\"]"));
        keys.add(ConfigKey.of(
                        "agents.*.wake-phrases",
                        TEXTS,
                        "phrases",
                        "What the caller must begin with before the agent listens, once per call; keys and typed text wake it"
                                + " too. For lines that are open without anybody meaning the agent.")
                .derived("none: the agent listens at once")
                .example("[\"hello desk\"]"));
        keys.add(ConfigKey.of(
                        "agents.*.backchannels",
                        TEXTS,
                        "words and phrases",
                        "What listeners say without wanting the floor: alone it interrupts nobody before backchannelMaxMs of the"
                                + " policy, and it does not count towards minWords.")
                .derived("English and German: mhm, uh-huh, yeah, okay, right, i see, ja, genau and the like")
                .example("[mhm, yeah, \"i see\"]"));
    }

    private static ConfigKey engineList(String name, String what) {
        return ConfigKey.of(
                        "agents.*." + name,
                        TEXTS,
                        "names of engines",
                        what
                                + " The first is used, the others take over in order when it fails. Needed unless realtime is"
                                + " given.")
                .example("[embedded]");
    }

    private static void matches(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                "agents.*.match", SECTION, "-", "Which calls the agent takes; all given conditions must hold."));
        keys.add(ConfigKey.of(
                        "agents.*.match.called",
                        TEXTS,
                        "called numbers or user names",
                        "Called number as it stands in the request, or its beginning with '*' at the end.")
                .example("[\"+4930555*\", \"100\"]"));
        keys.add(ConfigKey.of(
                        "agents.*.match.header",
                        PAIRS,
                        "header names and values",
                        "SIP headers that must have these values, compared without regard to case in the name.")
                .example("{X-Department: sales}"));
        keys.add(ConfigKey.of(
                        "agents.*.match.path",
                        TEXTS,
                        "paths",
                        "Path of the WebSocket that brings the call, or its beginning with '*' at the end.")
                .example("[/media/twilio]"));
    }
}
