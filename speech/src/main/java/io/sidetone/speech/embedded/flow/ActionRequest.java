package io.sidetone.speech.embedded.flow;

import java.util.Map;

/**
 * An action an intent asks for.
 *
 * @param name registered name
 * @param parameters templates by name
 * @param done what follows when it was carried out
 * @param failed what follows when it was not
 */
record ActionRequest(String name, Map<String, String> parameters, Intent.Outcome done, Intent.Outcome failed) {}
