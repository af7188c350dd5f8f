package io.sidetone.speech.embedded.flow;

import java.util.Map;

/**
 * An action that an intent requests.
 *
 * @param name registered name
 * @param parameters templates by name
 * @param done outcome after success
 * @param failed outcome after failure
 */
record ActionRequest(String name, Map<String, String> parameters, Intent.Outcome done, Intent.Outcome failed) {}
