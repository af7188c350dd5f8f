package io.sidetone.server.calls;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds the turn-taking policy of a request: a policy of the configuration by name, or a policy made of fields. Fields
 * pass exactly the checks of a configuration file (ITE-REQ-005, ITE-SEC-002). Thread-safe.
 */
public final class PolicyService {
    private static final String NAME = "requested";

    private final Supplier<Map<String, TurnPolicy>> policies;
    private final Executor executor;

    /**
     * Creates the service.
     *
     * @param policies of the present configuration
     * @param executor checks fields, which would hold an event loop for too long
     */
    public PolicyService(Supplier<Map<String, TurnPolicy>> policies, Executor executor) {
        this.policies = policies;
        this.executor = executor;
    }

    /**
     * The result of a search.
     *
     * @param policy the policy; null when {@code problem} is set
     * @param problem the error text; null when a policy was found
     */
    record Resolved(TurnPolicy policy, String problem) {
        /** Returns this when the call offers the policy's source of speech evidence; otherwise a problem. */
        Resolved where(Predicate<SpeechSource> offered) {
            return policy == null || offered.test(policy.vad())
                    ? this
                    : new Resolved(null, CallRecord.refusal(policy.vad()));
        }
    }

    /** Returns the policies of the configuration by name, each with the name of its profile. */
    Map<String, String> profiles() {
        Map<String, String> profiles = new LinkedHashMap<>();
        policies.get().forEach((name, policy) -> profiles.put(name, policy.profile()));
        return profiles;
    }

    /** Resolves {@code name}, or {@code fields} without a name; {@code present} gives profile and bounds to fields. */
    CompletionStage<Resolved> resolve(String name, Map<String, Object> fields, TurnPolicy present) {
        if (name == null) {
            return CompletableFuture.supplyAsync(() -> made(fields, present), executor);
        }
        Map<String, TurnPolicy> known = policies.get();
        TurnPolicy policy = known.get(name);
        return CompletableFuture.completedFuture(
                policy != null
                        ? new Resolved(policy, "")
                        : new Resolved(
                                null,
                                "name: '" + name + "' is no policy of the configuration; it has "
                                        + new TreeSet<>(known.keySet())));
    }

    private static Resolved made(Map<String, Object> fields, TurnPolicy present) {
        StringBuilder text = new StringBuilder("policies: {").append(NAME).append(": ");
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("profile", present.profile());
        all.putAll(fields);
        yaml(text, all);
        text.append("}\nengines: {mock: {type: mock}}\n")
                .append("agents: {mock: {recognizer: mock, dialogue: mock, synthesizer: mock}}\n");
        try {
            ConfigEnvironment nothing = new ConfigEnvironment(variable -> null, 1, Path.of("/"));
            TurnPolicy policy = new ConfigLoader(nothing)
                    .parse(text.toString(), "policy", Path.of("/"), Optional.empty())
                    .config()
                    .policy(NAME);
            return new Resolved(policy.within(present.bounds()), "");
        } catch (ConfigException refused) {
            return new Resolved(
                    null,
                    refused.problems().stream()
                            .map(problem -> problem.toString().replace("policies." + NAME + ".", ""))
                            .collect(Collectors.joining(" | ")));
        }
    }

    /** Writes flow YAML in which every text is quoted, so that no value can end it. */
    private static void yaml(StringBuilder out, Map<?, ?> fields) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            out.append(separator);
            quoted(out, String.valueOf(field.getKey()));
            out.append(": ");
            if (field.getValue() instanceof Map<?, ?> inner) {
                yaml(out, inner);
            } else if (field.getValue() instanceof Boolean flag) {
                out.append(flag);
            } else if (field.getValue() instanceof BigDecimal number && Math.abs(number.scale()) < 10) {
                out.append(number.toPlainString());
            } else {
                quoted(out, String.valueOf(field.getValue()));
            }
            separator = ", ";
        }
        out.append('}');
    }

    private static void quoted(StringBuilder out, String text) {
        out.append('\'')
                .append(text.replaceAll("[\\p{Cntrl}$]", "?").replace("'", "''"))
                .append('\'');
    }
}
