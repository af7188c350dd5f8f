package io.sidetone.core.journal.record;

import java.util.List;

/**
 * The call asked something of the outside.
 *
 * @param port which port, by its interface's name
 * @param method what was asked
 * @param arguments with what; those that mean nothing outside the process are {@link Opaque}
 * @param result what came back at once, or null
 * @param thrown class of what was thrown instead, or empty
 */
public record PortCall(String port, String method, List<Object> arguments, Object result, String thrown) {}
