package io.sidetone.config.agent;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.binding.EntryName;
import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.TransferPatterns;
import io.sidetone.config.value.ZoneName;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.facts.PromptFacts;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Agent that answers.
 *
 * @param name of the agent
 * @param match which calls it takes
 * @param recognizers engines for speech to text, first choice first
 * @param dialogues engines that decide what is said, first choice first
 * @param synthesizers engines for text to speech, first choice first
 * @param realtime engine that does all three; it is in their lists, too
 * @param introduction what a caller hears before the greeting when he calls for the first time
 * @param greeting first sentence in place of the flow's
 * @param prompt instructions for a model, or empty
 * @param tell what a model is told of its calls: caller, called, headers, or names of headers
 * @param variables names that prompt and greeting may use, with what they are when nothing else says
 * @param timeZone of its dates and times; without it the machine's
 * @param onCall who is asked about its calls while they ring
 * @param filler what is said while a model takes its time; empty for nothing
 * @param fillerAfter how long nothing is heard before it
 * @param sentences what it says unasked, by their names; English for those that are missing
 * @param flow what the embedded dialogue says
 * @param actions the actions that the dialogue may call
 * @param transferTo targets it may transfer callers to: exact, with wildcards, or {@code any}; empty for none
 * @param warmTransferAgent the agent that asks the person in a warm transfer
 * @param handOver whom it gives its calls to while they go on
 * @param policy name for {@link SidetoneConfig#policy}
 * @param hangUpPhrases utterances that end the call
 * @param wakePhrases what the caller must begin with before the agent listens
 * @param backchannels what listeners say without wanting the floor
 * @param answerAfter how long the call rings before it is answered
 * @param answerBudget how late an answer may be before it is counted and logged; 0 for no budget
 * @param journal whether its calls are journaled
 * @param hold what its callers hear while they wait
 * @param recording where its calls are recorded
 * @param afterCall what its model writes down about a call that is over
 */
@Section("Who answers. The first agent whose match fits takes the call; one without match takes the rest.")
public record AgentConfig(
        @EntryName String name,
        AgentMatch match,
        @Key(
                        name = "recognizer",
                        unit = AgentConfig.ENGINES,
                        why = "Speech to text." + AgentConfig.IN_ORDER,
                        example = "[embedded]")
                List<String> recognizers,
        @Key(
                        name = "dialogue",
                        unit = AgentConfig.ENGINES,
                        why = "Decides what is said." + AgentConfig.IN_ORDER,
                        example = "[embedded]")
                List<String> dialogues,
        @Key(
                        name = "synthesizer",
                        unit = AgentConfig.ENGINES,
                        why = "Text to speech." + AgentConfig.IN_ORDER,
                        example = "[embedded]")
                List<String> synthesizers,
        @Key(
                        unit = "name of an engine",
                        why = "A realtime model in place of the three above: it hears and speaks by itself; the server"
                                + " keeps the floor.",
                        example = "rt")
                Optional<String> realtime,
        @Key(
                        why = "Spoken before the greeting to a caller who never called this agent before; the store"
                                + " remembers them. Who hides his number hears none.",
                        example = "\"I am the automatic assistant of this practice.\"")
                Optional<String> introduction,
        @Key(
                        why =
                                "First sentence, in place of the one of the flow. May name facts of the call, as prompt may.",
                        example = "\"Good morning, how can I help?\"")
                Optional<String> greeting,
        @Key(
                        why =
                                "What a model is told of its task and manner before the conversation. Said to be on the"
                                        + " telephone, in short sentences without markup, is every model anyway. {caller}, {date},"
                                        + " {header.X-Customer} and the names of variables are filled in; \\{ stands for a brace.",
                        example = "\"You take appointments for a dentist.\"")
                String prompt,
        @Key(
                        unit = "facts of a call",
                        why =
                                "What a model is told of each call after its prompt, in a block marked as data: caller and called"
                                        + " for the numbers, names of headers of the INVITE or of parameters of the media stream,"
                                        + " or headers for all of them. Others write these: a model may believe what they say, so"
                                        + " name only what the task needs.",
                        derived = "nothing",
                        example = "[caller, X-Customer-Id]")
                List<String> tell,
        @Key(
                        unit = "names and texts",
                        why =
                                "Names that prompt and greeting may hold in braces, such as {customer}, and what they are when"
                                        + " nothing else says. POST /api/calls gives variables to a call. {caller}, {called},"
                                        + " {agent}, {date}, {weekday}, {time}, {digits} and {header.NAME} need no declaration.",
                        derived = "none",
                        example = "{customer: \"\", branch: \"Main Street\"}")
                Map<String, String> variables,
        @FileType(ValueType.TEXT)
                @Rule(ZoneName.class)
                @Key(
                        unit = "time zone",
                        why = "Where {date}, {weekday} and {time} of prompt and greeting are read.",
                        derived = "the machine's",
                        example = "Europe/Berlin")
                Optional<ZoneId> timeZone,
        OnCallConfig onCall,
        @Key(
                        why = "Said when a model takes longer than filler-after to begin, once per turn; empty for"
                                + " nothing.",
                        example = "\"One moment, please.\"")
                String filler,
        @Key(why = "How long the caller hears nothing before filler.", min = 200, max = 60_000, byDefault = "1500ms")
                Duration fillerAfter,
        @Key(
                        unit = "names and texts",
                        why = "What the agent says unasked, in its language: " + AgentConfig.SENTENCE_NAMES
                                + ". docs/engines.md says when. A flow has sentences of its own for the first five.",
                        derived = "in English",
                        example = "{no-input: \"Sind Sie noch da?\"}")
                Map<String, String> sentences,
        @FileType(ValueType.TEXT)
                @Rule(FlowFile.class)
                @Key(
                        unit = "file",
                        why = "Questions, grammars and answers of the embedded dialogue, which needs it. A path starts"
                                + " from the folder of this file; classpath:agents/appointment-desk.yaml is the one that"
                                + " is shipped.",
                        example = "classpath:agents/appointment-desk.yaml")
                Optional<FlowSource> flow,
        @Key(
                        unit = "names of actions",
                        why =
                                "Actions that the dialogue may call; the name of an MCP server stands for all its allowed tools."
                                        + " Without it, every registered action.",
                        derived = "every registered action",
                        example = "[book_appointment, request_callback]")
                List<String> actions,
        @Rule(TransferPatterns.class)
                @Key(
                        unit = "numbers and URIs",
                        why = "To whom the dialogue may transfer its callers: exactly as the action names them, *"
                                + " standing for letters, digits and . _ + -, never for a host; or any. Without it there are"
                                + " no transfers, because a transfer costs money and a model can be talked into one. Requests"
                                + " over HTTP obey http.transfer-to.",
                        example = "[\"sip:*@192.0.2.7\", \"+4930*\"]")
                List<String> transferTo,
        @Key(
                        unit = "name of an agent",
                        why =
                                "Who asks the person in a warm_transfer whether to take the caller: the agent of that call. It"
                                        + " says the briefing first, then its greeting, and ends with connect_caller or"
                                        + " decline_caller. Needs outbound.allow and a trunk with to. Without it there is no"
                                        + " warm_transfer.",
                        example = "reception")
                Optional<String> warmTransferAgent,
        HandOverConfig handOver,
        @Key(
                        unit = "name of a policy",
                        why = "How the agent takes turns: a name of policies, or a profile: default, assertive,"
                                + " hands-free.",
                        byDefault = "default")
                String policy,
        @Key(
                        unit = "phrases",
                        why =
                                "Utterances that end the call when nothing else is said in them and they interrupt no speech of the agent. Case and punctuation do not matter. The recognizer must be able to hear"
                                        + " them: with embedded engines they belong into the flow's grammars.",
                        derived = "none",
                        example = "[\"hang up\", \"goodbye\"]")
                List<String> hangUpPhrases,
        @Key(
                        unit = "phrases",
                        why = "What the caller must begin with before the agent listens, once per call; keys and typed"
                                + " text wake it too. For lines that are open without anybody meaning the agent.",
                        derived = "none: the agent listens at once",
                        example = "[\"hello desk\"]")
                List<String> wakePhrases,
        @Key(
                        unit = "words and phrases",
                        why =
                                "What listeners say without wanting the floor: alone it does not interrupt the agent before"
                                        + " backchannelMaxMs of the policy, and it does not count towards minWords.",
                        derived = "English and German: mhm, uh-huh, yeah, okay, right, i see, ja, genau and the like",
                        example = "[mhm, yeah, \"i see\"]")
                List<String> backchannels,
        @Key(why = "How long the call rings (180) before it is answered.", min = 0, max = 60_000, byDefault = "0ms")
                Duration answerAfter,
        @Key(
                        why =
                                "An answer whose first sound comes later than this after the caller's last sound is counted"
                                        + " (sidetone_answers_over_budget_total) and logged, with the stage that took most. 0: none is.",
                        min = 0,
                        max = 60_000,
                        byDefault = "0ms")
                Duration answerBudget,
        @FileType(ValueType.WORD)
                @Key(
                        words = {"off", "on"},
                        unit = "on or off",
                        why = "Keeps everything a call takes in and gives out, sound included, in a file that replays"
                                + " it. Off by default: it is a recording, and callers must know.",
                        byDefault = "off")
                boolean journal,
        HoldConfig hold,
        RecordingConfig recording,
        AfterCallConfig afterCall) {
    static final String ENGINES = "names of engines";
    static final String IN_ORDER =
            " The first is used, the others take over in order when it fails. Needed unless realtime is given.";
    static final String SENTENCE_NAMES = "no-match, no-input, keys-only, goodbye, time-up, trouble, one-moment,"
            + " hard-to-hear, by-hand, heard-again, say-again, done,"
            + " no-answer";

    /** Names of what an agent says unasked. */
    public static final List<String> SENTENCES = List.of(SENTENCE_NAMES.split(", "));

    /** Copies the collections; a realtime model is recognizer, dialogue and voice at once. */
    public AgentConfig {
        recognizers = realtime.map(List::of).orElse(List.copyOf(recognizers));
        dialogues = realtime.map(List::of).orElse(List.copyOf(dialogues));
        synthesizers = realtime.map(List::of).orElse(List.copyOf(synthesizers));
        introduction = introduction.filter(text -> !text.isBlank());
        greeting = greeting.filter(text -> !text.isBlank());
        sentences = Collections.unmodifiableMap(new LinkedHashMap<>(sentences));
        tell = List.copyOf(tell);
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        actions = List.copyOf(actions);
        transferTo = List.copyOf(transferTo);
        hangUpPhrases = List.copyOf(hangUpPhrases);
        wakePhrases = List.copyOf(wakePhrases);
        backchannels = List.copyOf(backchannels);
    }

    /** Returns what certain words of the caller mean, whatever the dialogue makes of them. */
    public Phrases phrases() {
        return new Phrases(hangUpPhrases, wakePhrases, backchannels, handOver.on());
    }

    /** Returns what its texts say of a call. */
    public CallTexts texts() {
        return new CallTexts(new PromptFacts(tell), variables, timeZone.orElseGet(ZoneId::systemDefault));
    }

    /** Returns this agent with one engine on this machine for everything; it has no model to ask after calls. */
    public AgentConfig withEngine(String engine) {
        List<String> only = List.of(engine);
        return Altered.with(
                this,
                "recognizers",
                only,
                "dialogues",
                only,
                "synthesizers",
                only,
                "realtime",
                Optional.empty(),
                "afterCall",
                AfterCallConfig.NOTHING);
    }

    /** Returns this agent with other actions. */
    public AgentConfig withActions(List<String> names) {
        return Altered.with(this, "actions", names);
    }
}
