package io.sidetone.config;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which calls an agent takes. All given conditions must hold; without any, every call fits.
 *
 * @param called called numbers, or their beginnings with {@code *} at the end
 * @param headers header values, by name
 */
public record AgentMatch(List<String> called, Map<String, String> headers) {
    /** Copies both. */
    public AgentMatch {
        called = List.copyOf(called);
        headers = Map.copyOf(headers);
    }

    /** Returns whether every call fits. */
    public boolean everyCall() {
        return called.isEmpty() && headers.isEmpty();
    }

    /**
     * Returns whether a call fits.
     *
     * @param number user part of the called address
     * @param header value of a header by name, or null
     */
    public boolean fits(String number, Function<String, String> header) {
        return (called.isEmpty() || called.stream().anyMatch(pattern -> fits(pattern, number)))
                && headers.entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(header.apply(wanted.getKey())));
    }

    private static boolean fits(String pattern, String number) {
        return pattern.endsWith("*")
                ? number.startsWith(pattern.substring(0, pattern.length() - 1))
                : number.equals(pattern);
    }
}
