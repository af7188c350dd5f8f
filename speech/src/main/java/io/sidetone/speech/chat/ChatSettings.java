package io.sidetone.speech.chat;

import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A language model and its instructions.
 *
 * @param access where the service is, who asks, and for what; the limit of silence between pieces is in {@code limits}
 * @param provider provider whose protocol the model uses
 * @param keyHeader the form of the key header for an OpenAI-compatible service
 * @param temperature null for the model's default; some models refuse any other
 * @param parallelToolCalls whether the model may ask for several actions at once
 * @param prompt who the agent is and what it does
 * @param conventions instructions for every agent on a telephone; they follow the prompt
 * @param sentences sentences that the agent says without the model
 * @param limits limits of one turn
 * @param reasoningEffort how much the model thinks, in the provider's words; empty: as little as it can
 * @param extra fields that are copied into the request, such as {@code reasoning_effort} or {@code
 *     chat_template_kwargs}; for Gemini only {@code thinkingBudget} and {@code thinkingLevel}
 */
public record ChatSettings(
        ServiceAccess access,
        ChatProvider provider,
        @Flatten KeyHeader keyHeader,
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
        @Flatten ChatLimits limits,
        @Key(why = "How much the model thinks, by the provider's words; without it as little as it can.")
                String reasoningEffort,
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

    private static final Logger LOG = LoggerFactory.getLogger(ChatSettings.class);

    /** Request fields that this side sets itself, for every provider. */
    private static final Set<String> OWN_FIELDS = Set.of(
            "model",
            "messages",
            "system",
            "stream",
            "stream_options",
            "tools",
            "tool_choice",
            "n",
            "temperature",
            "max_tokens",
            "max_completion_tokens",
            "parallel_tool_calls",
            "reasoning_effort",
            "thinking",
            "output_config");

    private static final Set<String> GEMINI_EXTRA = Set.of(THINKING_BUDGET, THINKING_LEVEL);
    private static final String EFFORT = "options.reasoning-effort";
    private static final String COMPLETIONS = "/chat/completions";

    /** Checks the values. */
    public ChatSettings {
        access.require("model", !access.model().isBlank(), "which model? give its name");
        access.require(
                "key",
                !access.key().isEmpty() || provider == ChatProvider.OPENAI,
                provider.name().toLowerCase(Locale.ROOT) + " wants a key; give it as ${ENV} or ${file:/path}");
        access.require(
                "options.temperature",
                temperature == null || temperature >= 0 && temperature <= provider.maxTemperature(),
                temperature + " is outside 0 to " + (int) provider.maxTemperature() + "; set a value within");
        prompt = prompt.strip();
        extra = Map.copyOf(extra);
        access.require(
                "options",
                provider != ChatProvider.GEMINI || GEMINI_EXTRA.containsAll(extra.keySet()),
                "gemini takes " + GEMINI_EXTRA + " there, not " + extra.keySet());
    }

    /** Returns the documented defaults of a provider. */
    public static ChatSettings of(ServiceAccess access, ChatProvider provider) {
        return of(access, provider, provider.url().getPath(), provider.model(), KeyHeader.BEARER);
    }

    /** Returns the documented defaults of Azure, which names models by their deployments. */
    public static ChatSettings azure(ServiceAccess access) {
        return of(access, ChatProvider.OPENAI, "/openai/v1", "", KeyHeader.API_KEY);
    }

    private static ChatSettings of(
            ServiceAccess access, ChatProvider provider, String path, String model, KeyHeader header) {
        ServiceAccess known =
                access.web(provider.url(), path, Set.of()).without(OWN_FIELDS).usual(model, "", "");
        Deadlines deadlines = access.deadlines();
        return new ChatSettings(
                Altered.with(known, "url", base(known), "key", access.key().strip()),
                provider,
                header,
                null,
                true,
                "",
                CONVENTIONS,
                ChatSentences.ENGLISH,
                Altered.with(
                        ChatLimits.DEFAULT,
                        "firstTokenMs",
                        deadlines.firstByteMs(),
                        "silenceMs",
                        deadlines.silenceMs()),
                "",
                Map.of());
    }

    /** Returns the same for an agent: who it is, and what it says without the model. The language follows who it is. */
    public ChatSettings saying(String agentPrompt, ChatSentences agentSentences) {
        String whole = agentPrompt.strip() + "\n\n" + access.languageRule();
        return Altered.with(this, "prompt", whole, "sentences", agentSentences);
    }

    /**
     * Returns the same as its model can be asked: with the fields for reasoning beside those of the operator, and without a
     * temperature where the model takes none. So an agent keeps working when its model is replaced by such a model.
     *
     * @param own whether the address is the provider's own, whatever its models are called elsewhere
     * @throws IllegalArgumentException for a model or an effort with which the provider would refuse every request of an agent
     */
    public ChatSettings answerable(boolean own) {
        String model = access.model();
        access.require(
                "model",
                !own || !Reasoning.elsewhere(provider, model),
                model + " carries out actions over OpenAI's Responses interface alone, which is not spoken here; use "
                        + ChatProvider.OPENAI.model());
        Reasoning reasoning = reasoning();
        access.require(
                EFFORT,
                !own || !reasoning.withoutFunctions(provider, model),
                "'" + reasoning.effort() + "' lets " + model + " carry out no actions over chat completions; set "
                        + Reasoning.NONE + ", or leave it out");
        if (temperature != null && !reasoning.temperature()) {
            boolean otherwise = Reasoning.of(provider, model, Reasoning.NONE).temperature();
            LOG.warn(
                    "engines.{}.options.temperature: {} is not sent, {} takes none{}; remove it",
                    access.name(),
                    temperature,
                    model,
                    otherwise ? " with reasoning-effort " + reasoning.effort() : "");
        }
        Map<String, Object> fields = new HashMap<>(access.body());
        fields.putAll(reasoning.fields());
        return asked(reasoning.temperature() ? temperature : null, fields);
    }

    private Reasoning reasoning() {
        String effort = reasoningEffort.strip();
        try {
            return Reasoning.of(provider, access.model(), effort);
        } catch (IllegalArgumentException unknown) {
            String why = "'" + effort + "' " + unknown.getMessage() + " of " + access.model() + "; correct it";
            throw new IllegalArgumentException("engines." + access.name() + "." + EFFORT + ": " + why, unknown);
        }
    }

    /** The same, with another temperature (null for the model's own) and other further fields. */
    public ChatSettings asked(Double otherTemperature, Map<String, Object> fields) {
        return Altered.with(this, "temperature", otherTemperature, "extra", fields);
    }

    /** Returns the address without the path of requests, which an operator may have copied along. */
    private static URI base(ServiceAccess access) {
        String[] parts = access.url().toString().split("\\?", 2);
        String path = parts[0].replaceAll("/+$", "");
        path = path.endsWith(COMPLETIONS) ? path.substring(0, path.length() - COMPLETIONS.length()) : path;
        return URI.create(path + (parts.length < 2 ? "" : "?" + parts[1]));
    }

    /** Returns whether the address is the provider's own, and not that of a server of one's own. */
    boolean providersOwn() {
        return keyHeader == KeyHeader.API_KEY
                || access.url().getHost().equalsIgnoreCase(provider.url().getHost());
    }

    /** Returns the address of requests, without a query. */
    String base() {
        String text = access.url().toString();
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    /** For people; omits the key. */
    @Override
    public String toString() {
        return provider + " " + access.model() + " at " + base();
    }
}
