package io.sidetone.speech.chat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Amount that a model thinks before it answers, in the terms of its service. A caller waits while the model thinks, so
 * known models that think by default are asked not to think, or to think as little as they can. Model families are
 * known by name; nothing is assumed about other models. Source: the services' pages of November 2026, see
 * docs/engines.md.
 *
 * @param fields fields of each request; for Gemini {@link ChatSettings#THINKING_BUDGET} and the like
 * @param temperature whether the model takes a temperature with these fields
 * @param effort the chosen effort; empty when the request does not set one
 */
public record Reasoning(Map<String, Object> fields, boolean temperature, String effort) {
    /** No thought at all, or as little as the model can. */
    public static final String NONE = "none";

    private static final String MINIMAL = "minimal";
    private static final String LOW = "low";
    private static final String THINKING = "thinking";
    private static final String TYPE = "type";
    private static final List<String> TO_HIGH = List.of(NONE, MINIMAL, LOW, "medium", "high");
    private static final List<String> FROM_LOW = List.of(NONE, LOW, "medium", "high", "xhigh", "max");
    private static final List<String> ANY = List.of(NONE, MINIMAL, LOW, "medium", "high", "xhigh", "max");

    /** Thinking tokens for Gemini 2.5, which has no words for the effort. */
    private static final Map<String, Integer> TOKENS =
            Map.of(NONE, 0, MINIMAL, 1_024, LOW, 1_024, "medium", 8_192, "high", 24_576);

    /** The smallest budget of Gemini 2.5 Pro. */
    private static final int FEWEST_TOKENS = 128;

    /**
     * These models think unless the request says {@code none}. Only with {@code none} do they take a temperature and
     * call functions over chat completions.
     */
    private static final Pattern OPENAI_NEW = Pattern.compile("gpt-(5\\.[4-9]|6)(?!.*(-chat|-codex|-pro)).*");

    private static final Pattern OPENAI_5 = Pattern.compile("gpt-5\\.[1-3](?!.*(-chat|-codex|-pro)).*");
    private static final Pattern OPENAI_FIRST = Pattern.compile("gpt-5(-mini|-nano)?(-20.*)?");
    private static final Pattern OPENAI_O = Pattern.compile("o[134](-.*)?");

    /** These models call functions only over another interface. */
    private static final Pattern OPENAI_RESPONSES = Pattern.compile("gpt-6-astra.*|gpt-6\\.\\d+-sol.*");

    private static final Pattern CLAUDE_OLD = Pattern.compile("claude-(3.*|[a-z]+-4(-[015])?(-20.*)?)");
    private static final Pattern CLAUDE_4_6 = Pattern.compile("claude-[a-z]+-4-6.*");
    private static final Pattern CLAUDE_4 = Pattern.compile("claude-[a-z]+-4-[7-9].*");
    private static final Pattern CLAUDE_BETWEEN = Pattern.compile("claude-sonnet-5-5.*");
    private static final Pattern CLAUDE_ALWAYS = Pattern.compile("claude-(opus-5-5|fable|mythos).*");
    private static final Pattern CLAUDE_NEW = Pattern.compile("claude-[a-z]+-5.*");

    private static final Pattern GEMINI_2_5 = Pattern.compile("gemini-2\\.5-.*");
    private static final Pattern GEMINI_MINIMAL = Pattern.compile("gemini-3(\\.\\d+)?-flash.*");
    private static final Pattern GEMINI_LOW = Pattern.compile("gemini-(3(\\.\\d+)?-pro|4-).*");

    /** These models have no temperature, or ignore it. */
    private static final Pattern GEMINI_FIXED = Pattern.compile("gemini-(3\\.[5-9]|4)-.*");

    /** Copies the fields. */
    public Reasoning {
        fields = Map.copyOf(fields);
    }

    /**
     * Returns the reasoning fields of a request to {@code model}.
     *
     * @param effort a word such as {@code none}, {@code low} or {@code high}; empty for the best choice on a telephone
     * @throws IllegalArgumentException for an effort that the model does not support; the message lists those it
     *     supports
     */
    public static Reasoning of(ChatProvider provider, String model, String effort) {
        return switch (provider) {
            case OPENAI -> openAi(model, effort);
            case ANTHROPIC -> anthropic(model, effort);
            case GEMINI -> gemini(model.replaceFirst("^models/", ""), effort);
        };
    }

    /** Returns whether {@code model} calls functions only over an OpenAI interface that is not supported here. */
    public static boolean elsewhere(ChatProvider provider, String model) {
        return provider == ChatProvider.OPENAI && is(OPENAI_RESPONSES, model);
    }

    /** Returns whether the service refuses functions over chat completions for {@code model} with this effort. */
    public boolean withoutFunctions(ChatProvider provider, String model) {
        return provider == ChatProvider.OPENAI && is(OPENAI_NEW, model) && !effort.equals(NONE);
    }

    private static boolean is(Pattern family, String model) {
        return family.matcher(model).matches();
    }

    private static String one(List<String> known, String effort) {
        if (!known.contains(effort)) {
            throw new IllegalArgumentException("is not one of " + String.join(", ", known));
        }
        return effort;
    }

    private static Reasoning openAi(String model, String effort) {
        if (is(OPENAI_NEW, model)) {
            String chosen = effort.isEmpty() ? NONE : one(FROM_LOW, effort);
            return new Reasoning(Map.of("reasoning_effort", chosen), chosen.equals(NONE), chosen);
        }
        if (is(OPENAI_5, model)) {
            String chosen = effort.isEmpty() ? NONE : one(List.of(NONE, LOW, "medium", "high", "xhigh"), effort);
            return new Reasoning(Map.of("reasoning_effort", chosen), chosen.equals(NONE), chosen);
        }
        if (is(OPENAI_FIRST, model) || is(OPENAI_O, model)) {
            boolean first = is(OPENAI_FIRST, model);
            List<String> known = first ? TO_HIGH : List.of(NONE, LOW, "medium", "high");
            String asked = effort.isEmpty() ? NONE : one(known, effort);
            String chosen = asked.equals(NONE) ? first ? MINIMAL : LOW : asked;
            return new Reasoning(Map.of("reasoning_effort", chosen), false, chosen);
        }
        return effort.isEmpty()
                ? new Reasoning(Map.of(), true, "")
                : new Reasoning(Map.of("reasoning_effort", effort), true, effort);
    }

    private static Reasoning anthropic(String model, String effort) {
        if (is(CLAUDE_OLD, model)) {
            return new Reasoning(Map.of(), true, effort.isEmpty() ? NONE : one(List.of(NONE), effort));
        }
        boolean known = is(CLAUDE_4_6, model) || is(CLAUDE_4, model) || is(CLAUDE_NEW, model);
        if (effort.isEmpty() && !known) {
            return new Reasoning(Map.of(), true, "");
        }
        String chosen = effort.isEmpty() ? NONE : one(FROM_LOW, effort);
        if (!chosen.equals(NONE)) {
            return new Reasoning(
                    Map.of(THINKING, Map.of(TYPE, "adaptive"), "output_config", Map.of("effort", chosen)),
                    false,
                    chosen);
        }
        if (is(CLAUDE_ALWAYS, model)) {
            return new Reasoning(Map.of("output_config", Map.of("effort", LOW)), false, LOW);
        }
        if (is(CLAUDE_4_6, model) || is(CLAUDE_4, model)) {
            return new Reasoning(Map.of(), is(CLAUDE_4_6, model), NONE);
        }
        return new Reasoning(
                Map.of(THINKING, Map.of(TYPE, is(CLAUDE_BETWEEN, model) ? "between_tools" : "disabled")), !known, NONE);
    }

    private static Reasoning gemini(String model, String effort) {
        boolean temperature = !is(GEMINI_FIXED, model);
        if (is(GEMINI_2_5, model)) {
            String chosen = effort.isEmpty() ? NONE : one(TO_HIGH, effort);
            int fewest = model.startsWith("gemini-2.5-pro") ? FEWEST_TOKENS : 0;
            return new Reasoning(
                    Map.of(ChatSettings.THINKING_BUDGET, Math.max(fewest, TOKENS.get(chosen))), temperature, chosen);
        }
        boolean minimal = is(GEMINI_MINIMAL, model);
        boolean low = is(GEMINI_LOW, model);
        if (effort.isEmpty() && !minimal && !low) {
            return new Reasoning(Map.of(), temperature, "");
        }
        String asked = effort.isEmpty() ? NONE : one(minimal ? TO_HIGH : ANY, effort);
        String least = low ? LOW : MINIMAL;
        String chosen = asked.equals(NONE) || low && asked.equals(MINIMAL) ? least : asked;
        return new Reasoning(Map.of(ChatSettings.THINKING_LEVEL, chosen), temperature, chosen);
    }
}
