package io.sidetone.config.agent;

import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Choice of the calls that an agent takes. All given conditions must hold; without any, every call fits.
 *
 * @param called called numbers, or their beginnings with {@code *} at the end
 * @param headers header values, by name
 * @param paths paths of connections, or their beginnings with {@code *} at the end; a SIP call has none
 */
@Section("Which calls the agent takes; all given conditions must hold.")
public record AgentMatch(
        @Key(
                        unit = "called numbers or user names",
                        why = "Called number as it stands in the request, or its beginning with '*' at the end.",
                        example = "[\"+4930555*\", \"100\"]")
                List<String> called,
        @Key(
                        name = "header",
                        unit = "header names and values",
                        why = "SIP headers that must have these values, compared without regard to case in the name.",
                        example = "{X-Department: sales}")
                Map<String, String> headers,
        @Key(
                        name = "path",
                        unit = "paths",
                        why = "Path of the WebSocket that brings the call, or its beginning with '*' at the end.",
                        example = "[/media/twilio]")
                List<String> paths) {
    /** Copies all. */
    public AgentMatch {
        called = List.copyOf(called);
        headers = Map.copyOf(headers);
        paths = List.copyOf(paths);
    }

    /** Returns whether every call fits. */
    public boolean everyCall() {
        return called.isEmpty() && headers.isEmpty() && paths.isEmpty();
    }

    /**
     * Returns whether a call fits.
     *
     * @param number user part of the called address
     * @param path of the connection that brings it, empty for SIP
     * @param header value of a header by name, or null
     */
    public boolean fits(String number, String path, Function<String, String> header) {
        return (paths.isEmpty() || paths.stream().anyMatch(pattern -> fits(pattern, path)))
                && (called.isEmpty() || called.stream().anyMatch(pattern -> fits(pattern, number)))
                && headers.entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(header.apply(wanted.getKey())));
    }

    /**
     * Returns what no call finds any more because {@code before} is asked first and takes it: one of the numbers, else of the
     * paths; empty for none.
     */
    public Optional<String> lostTo(AgentMatch before) {
        boolean elsewhere = !headers.entrySet().containsAll(before.headers.entrySet())
                || !before.paths.isEmpty()
                        && (paths.isEmpty() || !paths.stream().allMatch(before.paths::contains));
        if (elsewhere || before.everyCall()) {
            return Optional.empty();
        }
        return before.called.isEmpty()
                ? Stream.concat(called.stream(), paths.stream()).findFirst()
                : called.stream()
                        .filter(number -> before.called.stream().anyMatch(pattern -> covers(pattern, number)))
                        .findFirst();
    }

    private static boolean covers(String pattern, String number) {
        return pattern.equals(number) || pattern.endsWith("*") && fits(pattern, number);
    }

    private static boolean fits(String pattern, String number) {
        return pattern.endsWith("*")
                ? number.startsWith(pattern.substring(0, pattern.length() - 1))
                : number.equals(pattern);
    }
}
