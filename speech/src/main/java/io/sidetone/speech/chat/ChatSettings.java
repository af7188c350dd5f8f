package io.sidetone.speech.chat;

import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
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
 * @param service name of the engine in the configuration
 * @param provider provider whose protocol the model uses
 * @param url base address, such as {@code https://api.openai.com/v1}; null for the provider's own; its query is sent
 *     with each request
 * @param key credential; empty for servers without one
 * @param keyHeader the form of the key header for an OpenAI-compatible service
 * @param model name of the model, or of the deployment at Azure
 * @param temperature null for the model's default; some models refuse any other
 * @param parallelToolCalls whether the model may ask for several actions at once
 * @param prompt who the agent is and what it does
 * @param conventions instructions for every agent on a telephone; they follow the prompt
 * @param sentences sentences that the agent says without the model
 * @param limits limits of one turn
 * @param deadlines for connecting and for the first byte; the limit of silence between pieces is in {@code limits}
 * @param trust certificates (PEM) in place of the JVM's, or null
 * @param extra fields that are copied into the request, such as {@code reasoning_effort} or {@code
 *     chat_template_kwargs}; for Gemini only {@code thinkingBudget} and {@code thinkingLevel}
 */
public record ChatSettings(
        String service,
        ChatProvider provider,
        URI url,
        String key,
        @Inline KeyHeader keyHeader,
        String model,
        @Key(
                        unit = "temperature",
                        why = "How much answers vary; up to 1 with Anthropic.",
                        min = 0,
                        max = 2,
                        derived = "the model's own")
                Double temperature,
        @Key(why = "Whether the model may ask for several actions at once.") boolean parallelToolCalls,
        String prompt,
        String conventions,
        ChatSentences sentences,
        @Inline ChatLimits limits,
        Deadlines deadlines,
        Path trust,
        Map<String, Object> extra) {
    /** Explains the marks in the history to the model, and asks for answers that can be spoken. */
    public static final String CONVENTIONS =
            "This is a telephone call: what you write is read aloud as you write it. Answer in"
                    + " one to three short sentences of plain spoken language, without lists, markup, emoji or stage"
                    + " directions. What stands in square brackets comes from the telephone system, not from the caller; never"
                    + " write such brackets yourself. Where one of your answers ends with [interrupted by the caller], the"
                    + " caller heard only what stands before it.";

    /** The number of thinking tokens: an extra of Gemini 2.5. */
    public static final String THINKING_BUDGET = "thinkingBudget";
    /** The amount of thinking: an extra of Gemini 3. */
    public static final String THINKING_LEVEL = "thinkingLevel";

    private static final Set<String> GEMINI_EXTRA = Set.of(THINKING_BUDGET, THINKING_LEVEL);
    private static final String COMPLETIONS = "/chat/completions";

    /** Checks the values and replaces null by defaults. */
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

    /** Creates settings with defaults for the other fields. */
    public ChatSettings(String service, ChatProvider provider, URI url, String key, String model, String prompt) {
        this(service, provider, url, key, null, model, null, true, prompt, null, null, null, null, null, Map.of());
    }

    /** The same, with another temperature (null for the model's own) and other further fields. */
    public ChatSettings asked(Double otherTemperature, Map<String, Object> fields) {
        return Altered.with(this, "temperature", otherTemperature, "extra", fields);
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

    /** Whether the address is the provider's own, and not that of a server of one's own. */
    boolean providersOwn() {
        return keyHeader == KeyHeader.API_KEY
                || url.getHost().equalsIgnoreCase(provider.url().getHost());
    }

    /** Returns the address of requests, without a query. */
    String base() {
        String text = url.toString();
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    /** For people; omits the key. */
    @Override
    public String toString() {
        return provider + " " + model + " at " + base();
    }
}
