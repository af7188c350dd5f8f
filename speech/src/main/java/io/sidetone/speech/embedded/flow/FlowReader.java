package io.sidetone.speech.embedded.flow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sidetone.speech.embedded.flow.PhraseParser.BadPhraseException;
import io.sidetone.speech.embedded.parts.SpeechSetupException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a flow file. Reports every error at once, as {@code file: path: problem; remedy}.
 *
 * <p>The shipped {@code appointment-desk.yaml} shows every key but those of numbers that callers key: docs/digits.md.
 */
public final class FlowReader {
    private static final int MAX_BYTES = 512 * 1024;
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());
    private static final List<String> NO_MATCH =
            List.of("I did not catch that. {prompt}", "I still did not understand. {keys}");
    private static final List<String> NO_INPUT = List.of("Are you still there? {prompt}", "I cannot hear you. {keys}");

    private static final Pattern DIGITS = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");

    private final String source;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Phrase> shared = new LinkedHashMap<>();
    private final Map<String, ValueList> lists = new LinkedHashMap<>();
    private final Map<String, KeyedNumber> numbers = new LinkedHashMap<>();
    private final Map<String, String> wordPaths = new LinkedHashMap<>();

    private FlowReader(String source) {
        this.source = source;
    }

    /**
     * Reads the flow in {@code yaml}.
     *
     * @param source name of the file, for errors
     * @throws SpeechSetupException with every problem of the file
     */
    public static Flow read(String source, InputStream yaml) throws IOException {
        byte[] bytes = yaml.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new SpeechSetupException(List.of(
                    source + ": is larger than " + MAX_BYTES / 1024 + " kB; a flow of that size is several flows"));
        }
        return read(source, new String(bytes, StandardCharsets.UTF_8));
    }

    /**
     * Reads the flow in {@code yaml}, as {@link #read(String, InputStream)}.
     *
     * @throws SpeechSetupException with every problem of the file
     */
    public static Flow read(String source, String yaml) {
        FlowReader reader = new FlowReader(source);
        Flow flow = null;
        try {
            flow = reader.flow(YAML.readTree(yaml));
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
            String what = e.getOriginalMessage().split("\n")[0];
            reader.problems.add(where + "is not YAML (" + what + "); mind indentation, and quote what holds : { or [");
        }
        if (flow != null) {
            new FlowChecks(flow, reader.problems).run();
        }
        if (!reader.problems.isEmpty()) {
            throw new SpeechSetupException(
                    reader.problems.stream().map(p -> source + ": " + p).toList());
        }
        return flow;
    }

    private Flow flow(JsonNode tree) {
        YamlSection top = new YamlSection(tree, "", problems);
        String name = top.requiredText("flow", "give the flow a name, as in flow: appointment-desk");
        String start = top.requiredText("start", "name the first state");
        String greeting = top.requiredText("greeting", "write the first sentence the caller hears");
        String goodbye = orElse(top.text("goodbye"), "Goodbye.");
        String giveUp = orElse(top.text("give-up"), "I am sorry, we do not seem to understand each other.");
        String timeUp = orElse(top.text("time-up"), "I am sorry, our time is up.");
        String digitsOnly = orElse(top.text("digits-only"), "Please use the keys of your telephone.");
        List<String> noMatch = orElse(top.texts("no-match"), NO_MATCH);
        List<String> noInput = orElse(top.texts("no-input"), NO_INPUT);
        Map<String, String> pronunciations = new LinkedHashMap<>();
        YamlSection phones = top.section("pronunciations");
        phones.names().forEach(word -> pronunciations.put(word, phones.text(word)));
        YamlSection phrases = top.section("phrases");
        for (String phrase : phrases.names()) {
            checkName(phrases, phrase);
            shared(phrases, phrase);
        }
        top.section("lists").sections().forEach((list, entries) -> {
            checkName(entries, "");
            lists.put(list, list(list, entries));
        });
        List<Intent> everywhere = intents(top.section("everywhere"));
        numbers.keySet()
                .forEach(number -> top.problem(
                        "everywhere." + number + ".digits",
                        "a number is asked for by one state; move it to hear of that state"));
        Map<String, FlowState> states = new LinkedHashMap<>();
        top.section("states").sections().forEach((state, section) -> {
            checkName(section, "");
            states.put(state, state(state, section, everywhere, noMatch, noInput));
        });
        if (states.isEmpty()) {
            top.problem("states", "is missing; write at least one state");
        }
        top.finish();
        return new Flow(
                name,
                source,
                start,
                greeting,
                goodbye,
                giveUp,
                timeUp,
                digitsOnly,
                states,
                lists,
                numbers,
                pronunciations,
                wordPaths);
    }

    private static void checkName(YamlSection section, String key) {
        String path = section.pathOf(key);
        String name = path.substring(path.lastIndexOf('.') + 1);
        if (!name.matches("[a-z][a-z0-9-]*")) {
            section.problem(key, "\"" + name + "\" is no name; use lower-case letters, digits and hyphens");
        }
    }

    private void shared(YamlSection phrases, String name) {
        Phrase phrase = parse(phrases, name, String.join(" | ", phrases.texts(name)), Map.of());
        if (phrase != null) {
            shared.put(name, phrase);
        }
    }

    private ValueList list(String name, YamlSection section) {
        Map<String, ValueList.Entry> entries = new LinkedHashMap<>();
        for (String value : section.names()) {
            String say;
            String speak = value;
            String key = "";
            String at = value;
            if (section.isSection(value)) {
                YamlSection entry = section.section(value);
                say = String.join(" | ", entry.texts("say"));
                speak = orElse(entry.text("speak"), value);
                key = entry.text("key");
                checkKey(entry, key);
                if (say.isEmpty()) {
                    entry.problem("say", "is missing; write how callers say it");
                }
                entry.finish();
                at = value + ".say";
            } else {
                say = section.requiredText(value, "write how callers say it");
            }
            Phrase phrase = say.isEmpty() ? null : parse(section, at, say, Map.of());
            if (phrase != null) {
                entries.put(value, new ValueList.Entry(phrase, speak, key));
            }
        }
        if (entries.isEmpty()) {
            section.problem("", "is empty; write its values");
        }
        return new ValueList(name, entries);
    }

    private FlowState state(
            String name, YamlSection section, List<Intent> everywhere, List<String> noMatch, List<String> noInput) {
        List<Intent> intents = new ArrayList<>(intents(section.section("hear")));
        List<String> own = section.texts("everywhere");
        boolean some = section.has("everywhere");
        for (Intent intent : everywhere) {
            intents.add(some && !own.contains(intent.name()) ? keysOnly(intent) : intent);
        }
        for (String intentName : own) {
            if (everywhere.stream().noneMatch(intent -> intent.name().equals(intentName))) {
                section.problem(
                        "everywhere",
                        "there is no \"" + intentName + "\" everywhere"
                                + Nearest.remedy(
                                        intentName,
                                        everywhere.stream().map(Intent::name).toList(),
                                        "remove it"));
            }
        }
        FlowState state = new FlowState(
                name,
                section.requiredText("prompt", "write what the caller is asked"),
                section.text("again"),
                section.requiredText("keys", "write what the keys mean, for callers who cannot be understood"),
                section.text("asks"),
                section.text("then"),
                intents,
                section.has("no-match") ? section.texts("no-match") : noMatch,
                section.has("no-input") ? section.texts("no-input") : noInput);
        section.finish();
        return state;
    }

    private static Intent keysOnly(Intent intent) {
        return new Intent(
                intent.name(),
                List.of(),
                intent.key(),
                intent.keysOf(),
                intent.number(),
                intent.kind(),
                intent.outcome(),
                intent.action());
    }

    private List<Intent> intents(YamlSection section) {
        List<Intent> intents = new ArrayList<>();
        section.sections().forEach((name, intent) -> {
            checkName(intent, "");
            intents.add(intent(name, intent));
        });
        return intents;
    }

    private Intent intent(String name, YamlSection section) {
        List<Phrase> phrases = new ArrayList<>();
        List<String> said = section.texts("say");
        for (int i = 0; i < said.size(); i++) {
            Phrase phrase = parse(section, said.size() == 1 ? "say" : "say[" + i + "]", said.get(i), lists);
            if (phrase != null) {
                phrases.add(phrase);
            }
        }
        String key = section.text("key");
        checkKey(section, key);
        String keysOf = section.text("keys-of");
        if (!keysOf.isEmpty() && !lists.containsKey(keysOf)) {
            section.problem(
                    "keys-of",
                    "there is no list \"" + keysOf + "\""
                            + Nearest.remedy(keysOf, lists.keySet(), "write it under lists"));
        }
        KeyedNumber number = number(name, section);
        if (number != null && !(said.isEmpty() && key.isEmpty() && keysOf.isEmpty())) {
            section.problem(
                    "digits", "is keyed, and say, key and keys-of have no digits; move them to an intent of their own");
        } else if (!section.has("digits") && said.isEmpty() && key.isEmpty() && keysOf.isEmpty()) {
            section.problem("", "can neither be said nor keyed; give it say or key");
        }
        boolean repeat = section.flag("repeat");
        boolean end = section.flag("end");
        Intent.Kind kind = end ? Intent.Kind.END : repeat ? Intent.Kind.REPEAT : Intent.Kind.ANSWER;
        Intent.Outcome outcome = outcome(section);
        ActionRequest action = action(section);
        if ((repeat || end) && number != null) {
            section.problem("digits", "is of no use to repeat and end; remove it");
        }
        if ((repeat || end) && (action != null || !outcome.next().isEmpty() || repeat && end)) {
            section.problem("", "repeat and end stand alone; remove the other, next and action");
        }
        section.finish();
        return new Intent(name, phrases, key, lists.get(keysOf), number, kind, outcome, action);
    }

    private KeyedNumber number(String name, YamlSection section) {
        String digits = section.text("digits");
        boolean secret = section.flag("secret");
        if (digits.isEmpty()) {
            if (secret) {
                section.problem(
                        "secret",
                        "needs a number that is keyed, and " + name + " takes none; write digits, as in digits: 16, or"
                                + " remove secret");
            }
            return null;
        }
        Matcher range = DIGITS.matcher(digits);
        int least = range.matches() ? Integer.parseInt(range.group(1)) : 0;
        int most = least == 0 || range.group(2) == null ? least : Integer.parseInt(range.group(2));
        if (least == 0 || most < least || most > KeyedNumber.MAX_DIGITS) {
            section.problem(
                    "digits",
                    "\"" + digits + "\" is no number of digits; write how many, 1 to " + KeyedNumber.MAX_DIGITS
                            + ", as in digits: 16 or digits: 13-19");
            return null;
        }
        KeyedNumber number = new KeyedNumber(least, most, secret);
        KeyedNumber other = numbers.putIfAbsent(name, number);
        if (lists.containsKey(name)) {
            section.problem("", "is the name of a list too; name the number otherwise");
        } else if (other != null && other.secret() != secret) {
            section.problem(
                    "secret",
                    "is " + secret + " here and " + !secret
                            + " in another state; write the same in both, or name one of" + " them otherwise");
        }
        return number;
    }

    private ActionRequest action(YamlSection section) {
        String name = section.text("action");
        YamlSection with = section.section("with");
        Map<String, String> parameters = new LinkedHashMap<>();
        with.names().forEach(parameter -> parameters.put(parameter, with.text(parameter)));
        boolean done = section.has("done");
        boolean failed = section.has("failed");
        if (name.isEmpty()) {
            if (done || failed || !parameters.isEmpty()) {
                section.problem("action", "is missing, and with, done and failed need it; name the action");
            }
            return null;
        }
        if (!name.matches("[a-z][a-z0-9_]*")) {
            section.problem("action", "\"" + name + "\" is no action name; use lower-case letters, digits and _");
        }
        if (!done || !failed) {
            section.problem(
                    done ? "failed" : "done",
                    "is missing; say what follows when the action "
                            + (done ? "was not carried out" : "was carried out"));
        }
        return new ActionRequest(
                name, parameters, finished(section.section("done")), finished(section.section("failed")));
    }

    private Intent.Outcome finished(YamlSection section) {
        Intent.Outcome outcome = outcome(section);
        section.finish();
        return outcome;
    }

    private Intent.Outcome outcome(YamlSection section) {
        List<String> forget = section.texts("forget");
        return new Intent.Outcome(section.text("answer"), section.text("next"), forget);
    }

    private static void checkKey(YamlSection section, String key) {
        if (!key.isEmpty() && !key.matches("[0-9*]{1,4}")) {
            section.problem(
                    "key", "\"" + key + "\" cannot be keyed; use one to four digits or *, # ends an input early");
        }
    }

    private Phrase parse(YamlSection section, String key, String text, Map<String, ValueList> usable) {
        try {
            Phrase phrase = PhraseParser.parse(text, shared, usable);
            phrase.eachWord(word -> wordPaths.putIfAbsent(word, section.pathOf(key)));
            if (phrase.match(List.of(), 0).containsKey(0)) {
                section.problem(
                        key, "\"" + text + "\" can be said by saying nothing; leave a word outside the brackets");
            }
            return phrase;
        } catch (BadPhraseException e) {
            section.problem(key, e.getMessage());
            return null;
        }
    }

    private static String orElse(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    private static List<String> orElse(List<String> texts, List<String> otherwise) {
        return texts.isEmpty() ? otherwise : texts;
    }
}
