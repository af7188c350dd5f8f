package io.sidetone.transport.http.control;

import java.util.Map;

/**
 * The body of {@code POST /api/calls}.
 *
 * @param to number or SIP URI
 * @param agent who speaks
 * @param trunk that carries the call; empty for the first that can be called
 * @param from number or name that is called from; empty for the trunk's own
 * @param headers further headers of the INVITE, by name
 * @param variables what the call's application wants to know again, by name
 */
public record PlaceCall(
        String to,
        String agent,
        String trunk,
        String from,
        Map<String, String> headers,
        Map<String, String> variables) {
    /** Copies the maps. */
    public PlaceCall {
        headers = Map.copyOf(headers);
        variables = Map.copyOf(variables);
    }
}
