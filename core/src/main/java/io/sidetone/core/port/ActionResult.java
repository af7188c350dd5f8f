package io.sidetone.core.port;

import java.util.Map;

/**
 * What an action brought.
 *
 * @param invocationId of the {@link ActionCall}
 * @param success whether it was carried out
 * @param code {@code ok}, or one of not_registered, invalid_parameters, element_not_found, timeout, cancelled, failed
 * @param values what it returned, by name
 */
public record ActionResult(String invocationId, boolean success, String code, Map<String, Object> values) {}
