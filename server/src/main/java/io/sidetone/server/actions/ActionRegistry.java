package io.sidetone.server.actions;

import io.sidetone.config.problem.Problems;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.ActionValidator;
import io.sidetone.core.secret.SecretParameters;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every action there is, by name: what it is for, what it takes, who carries it out. Thread-safe; a call is checked
 * against what is registered at that moment.
 */
public final class ActionRegistry implements ActionValidator {
    private static final String NAME_RULE = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";

    private final Map<String, Registered> byName = new ConcurrentHashMap<>();
    /** Many actions take the same: a schema is read once. */
    private final Map<Map<String, Object>, ActionSchema> schemas = new ConcurrentHashMap<>();

    /** {@code own}: of the server itself. */
    private record Registered(ActionDefinition definition, ActionHandler handler, boolean own) {}

    /**
     * Registers an action, or notes in {@code problems} why not.
     *
     * @param path what problems name, for example {@code actions.check_stock}
     * @param handler carries it out; its parameters are valid by then
     * @return whether it is registered
     */
    public boolean register(String path, ActionDefinition definition, ActionHandler handler, Problems problems) {
        if (!usable(path, definition, problems)) {
            return false;
        }
        if (byName.putIfAbsent(definition.name(), new Registered(definition, handler, false)) != null) {
            problems.add(path, "another action has the name '" + definition.name() + "'", "give it a name of its own");
            return false;
        }
        return true;
    }

    /**
     * Registers an action, or gives one that {@code handler} carries out already other terms: calls are checked against
     * them from now on.
     *
     * @return whether it is registered on these terms; otherwise nothing has changed
     */
    public boolean replace(String path, ActionDefinition definition, ActionHandler handler, Problems problems) {
        Registered former = byName.get(definition.name());
        if (former == null || former.handler() != handler) {
            return register(path, definition, handler, problems);
        }
        if (!usable(path, definition, problems)) {
            return false;
        }
        byName.put(definition.name(), new Registered(definition, handler, false));
        forget(former.definition().parameters());
        return true;
    }

    private boolean usable(String path, ActionDefinition definition, Problems problems) {
        if (!definition.name().matches(NAME_RULE)) {
            problems.add(
                    path,
                    "'" + definition.name() + "' is not a name",
                    "use up to 64 letters, digits, '-' and '_', a letter or digit first");
            return false;
        }
        if (definition.description().isBlank()) {
            problems.add(
                    path + ".description",
                    "is empty, and the model decides by it",
                    "say what the action does and when to use it");
            return false;
        }
        try {
            schema(definition);
        } catch (IllegalArgumentException invalid) {
            problems.add(
                    path + ".parameters",
                    "is no JSON Schema 2020-12 of an object: " + invalid.getMessage(),
                    "mend it, for example {type: object, properties: {day: {type: string}}, required: [day]}");
            return false;
        }
        return true;
    }

    /** A schema that no action has any more is not kept: some servers change theirs all day. */
    private void forget(Map<String, Object> parameters) {
        boolean used = byName.values().stream()
                .anyMatch(action -> action.definition().parameters().equals(parameters));
        if (!used) {
            schemas.remove(parameters);
        }
    }

    /** Registers an action of the server itself, whose schema is known to be valid and is read later: see {@link #warm}. */
    void registerOwn(ActionDefinition definition, ActionHandler handler) {
        if (byName.putIfAbsent(definition.name(), new Registered(definition, handler, true)) != null) {
            throw new IllegalStateException("two actions of the server are called " + definition.name());
        }
    }

    private ActionSchema schema(ActionDefinition definition) {
        return schemas.computeIfAbsent(definition.parameters(), ActionSchema::of);
    }

    /** Reads what has not been read yet, so that no call waits for it: takes a third of a second of processor time. */
    void warm() {
        // Its class is of the way of every action, those of the server itself among them, which no configuration names.
        SecretParameters.without(new ActionCall("", "", Map.of(), false));
        byName.values().forEach(action -> schema(action.definition()));
    }

    /** Takes an action away; calls that run go on. */
    public void remove(String name) {
        Registered gone = byName.remove(name);
        if (gone != null) {
            forget(gone.definition().parameters());
        }
    }

    @Override
    public Optional<ActionResult> refusal(ActionCall call) {
        Registered action = byName.get(call.action());
        if (action == null) {
            return Optional.of(notRegistered(call));
        }
        return schema(action.definition())
                .problem(call.parameters())
                .map(problem -> ActionResult.failure(call.invocationId(), ActionResult.INVALID_PARAMETERS, problem));
    }

    /**
     * Returns {@code call} as whoever carries it out gets it. Actions of the configuration get secret keys; those of the server itself,
     * which logs them and hands them on, do not. On the lane thread, while the action is asked for.
     */
    public SecretParameters secrets(CallContext context, ActionCall call) {
        Registered action = byName.get(call.action());
        return action == null || action.own()
                ? SecretParameters.without(call)
                : SecretParameters.of(call, context.keys());
    }

    static ActionResult notRegistered(ActionCall call) {
        return ActionResult.failure(
                call.invocationId(), ActionResult.NOT_REGISTERED, "there is no action '" + call.action() + "'");
    }

    /** Returns {@code call} on the terms it is registered with: after speech, follow-up, deadline. */
    public ActionCall onTerms(ActionCall call) {
        return definition(call.action())
                .map(terms -> new ActionCall(
                        call.invocationId(),
                        call.action(),
                        call.parameters(),
                        call.afterSpeech() || terms.afterSpeech(),
                        terms.followUp(),
                        terms.deadlineMs()))
                .orElse(call);
    }

    /** Returns the action called {@code name}. */
    public Optional<ActionDefinition> definition(String name) {
        return Optional.ofNullable(byName.get(name)).map(Registered::definition);
    }

    /** Returns who carries {@code name} out. */
    Optional<ActionHandler> handler(String name) {
        return Optional.ofNullable(byName.get(name)).map(Registered::handler);
    }

    /** Returns every action, by name. */
    public List<ActionDefinition> definitions() {
        return byName.values().stream()
                .map(Registered::definition)
                .sorted(java.util.Comparator.comparing(ActionDefinition::name))
                .toList();
    }

    /** Returns every name. */
    public Collection<String> names() {
        return java.util.Collections.unmodifiableSet(byName.keySet());
    }
}
