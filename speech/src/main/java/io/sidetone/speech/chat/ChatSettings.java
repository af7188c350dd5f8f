package io.sidetone.speech.chat;

import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.KeyHeader;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A language model and its instructions.
 *
 * @param service the engine's name in the configuration
 * @param provider whose protocol it speaks
 * @param url base address, such as {@code https://api.openai.com/v1}; null for the provider's own; a query is sent along
 * @param key credential; empty for servers that want none
 * @param keyHeader how an OpenAI-compatible service wants the key
 * @param model name of the model, or of the deployment at Azure
 * @param temperature null for the model's default; some models refuse any other
 * @param parallelToolCalls whether the model may ask for several actions at once
 * @param prompt who the agent is and what it does
 * @param conventions instructions of every agent on a telephone, after the prompt
 * @param sentences what is said without the model
 * @param limits of one turn
 * @param deadlines connecting and first byte; the silence between pieces is in {@code limits}
 * @param trust certificates (PEM) in place of the JVM's, or null
 * @param extra fields that go into the request as they are, such as {@code reasoning_effort} or {@code
 *     chat_template_kwargs}; Gemini takes {@code thinkingBudget} and {@code thinkingLevel} alone
 */
public record ChatSettings(
        String service,
        ChatProvider provider,
        URI url,
        String key,
        KeyHeader keyHeader,
        String model,
        Double temperature,
        boolean parallelToolCalls,
        String prompt,
        String conventions,
        ChatSentences sentences,
        ChatLimits limits,
        Deadlines deadlines,
        Path trust,
        Map<String, Object> extra) {
    /** So that marks in the history are understood and answers can be spoken. */
    public static final String CONVENTIONS =
            "This is a telephone call: what you write is read aloud as you write it. Answer in"
                    + " one to three short sentences of plain spoken language, without lists, markup, emoji or stage"
                    + " directions. What stands in square brackets comes from the telephone system, not from the caller; never"
                    + " write such brackets yourself. Where one of your answers ends with [interrupted by the caller], the"
                    + " caller heard only what stands before it.";

    /** Tokens of thought: an extra of Gemini 2.5. */
    public static final String THINKING_BUDGET = "thinkingBudget";
    /** How much is thought: an extra of Gemini 3. */
    public static final String THINKING_LEVEL = "thinkingLevel";

    private static final Set<String> GEMINI_EXTRA = Set.of(THINKING_BUDGET, THINKING_LEVEL);
    private static final String COMPLETIONS = "/chat/completions";

    /** Checks the values and fills in defaults for what is null. */
    public ChatSettings {
        if (service == null || service.isBlank()) {
            throw new IllegalArgumentException("a chat model needs the name of its engine");
        }
        provider = provider == null ? ChatProvider.OPENAI : provider;
        url = base(service, url == null ? provider.url() : url);
        key = key == null ? "" : key.strip();
        keyHeader = keyHeader == null ? KeyHeader.BEARER : keyHeader;
        if (model == null || model.isBlank()) {
            throw new IllegalArgumentException("engines." + service + ".model: which model? give its name");
        }
        if (key.isEmpty() && provider != ChatProvider.OPENAI) {
            throw new IllegalArgumentException("engines." + service + ".key: "
                    + provider.name().toLowerCase(Locale.ROOT) + " wants a key; give it as ${ENV} or ${file:/path}");
        }
        if (temperature != null && !(temperature >= 0 && temperature <= provider.maxTemperature())) {
            throw new IllegalArgumentException("engines." + service + ".options.temperature: " + temperature
                    + " is outside 0 to " + (int) provider.maxTemperature() + "; set a value within");
        }
        prompt = prompt == null ? "" : prompt.strip();
        conventions = conventions == null ? CONVENTIONS : conventions.strip();
        sentences = sentences == null ? ChatSentences.ENGLISH : sentences;
        limits = limits == null ? ChatLimits.DEFAULT : limits;
        deadlines = deadlines == null ? Deadlines.DEFAULT : deadlines;
        extra = extra == null ? Map.of() : Map.copyOf(extra);
        if (provider == ChatProvider.GEMINI && !GEMINI_EXTRA.containsAll(extra.keySet())) {
            throw new IllegalArgumentException(
                    "engines." + service + ".options: gemini takes " + GEMINI_EXTRA + " there, not " + extra.keySet());
        }
    }

    /** A model with defaults for the rest. */
    public ChatSettings(String service, ChatProvider provider, URI url, String key, String model, String prompt) {
        this(service, provider, url, key, null, model, null, true, prompt, null, null, null, null, null, Map.of());
    }

    private static URI base(String service, URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || url.getHost() == null) {
            throw new IllegalArgumentException(
                    "engines." + service + ".url: " + url + " is no http or https address of a server");
        }
        String text = url.toString();
        int end = text.indexOf('?') < 0 ? text.length() : text.indexOf('?');
        String path = text.substring(0, end).replaceAll("/+$", "");
        path = path.endsWith(COMPLETIONS) ? path.substring(0, path.length() - COMPLETIONS.length()) : path;
        return URI.create(path + text.substring(end));
    }

    /** Where requests go, without a query. */
    String base() {
        String text = url.toString();
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    /** For people; without the key. */
    @Override
    public String toString() {
        return provider + " " + model + " at " + base();
    }
}
