package io.sidetone.core.port.action;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A registered action as a model sees it and as the lane treats it.
 *
 * @param name unique; letters, digits, {@code _} and {@code -}
 * @param description what it does and when to use it, for the model
 * @param parameters JSON Schema 2020-12 of its parameters, as maps, lists, strings, numbers and booleans
 * @param afterSpeech whether it runs when playback has ended
 * @param followUp whether the model goes on after its success
 * @param deadlineMs how long its result may take, in ms; 0 for the lane's default
 */
public record ActionDefinition(
        String name,
        String description,
        Map<String, Object> parameters,
        boolean afterSpeech,
        boolean followUp,
        int deadlineMs) {
    /** Returns it with another description. */
    public ActionDefinition describedAs(String other) {
        return new ActionDefinition(name, other, parameters, afterSpeech, followUp, deadlineMs);
    }

    /** Returns it with other properties of its parameters. */
    public ActionDefinition withProperties(Map<String, Object> properties) {
        Map<String, Object> schema = new LinkedHashMap<>(parameters);
        schema.put("properties", properties);
        return new ActionDefinition(name, description, schema, afterSpeech, followUp, deadlineMs);
    }
}
