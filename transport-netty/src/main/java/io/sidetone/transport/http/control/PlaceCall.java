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
 * @param retries how often it is placed again when nobody is reached
 * @param retryAfterS how long after its end, in s
 */
public record PlaceCall(
        String to,
        String agent,
        String trunk,
        String from,
        Map<String, String> headers,
        Map<String, String> variables,
        int retries,
        int retryAfterS) {
    /** Copies the maps. */
    public PlaceCall {
        headers = Map.copyOf(headers);
        variables = Map.copyOf(variables);
    }

    /** A call that is placed once, by the trunk's own number and without further headers. */
    public static PlaceCall once(String to, String agent, String trunk, Map<String, String> variables) {
        return new PlaceCall(to, agent, trunk, "", Map.of(), variables, 0, 0);
    }

    /** Returns the next attempt. */
    public PlaceCall again(Map<String, String> newVariables) {
        return new PlaceCall(to, agent, trunk, from, headers, newVariables, retries - 1, retryAfterS);
    }
}
