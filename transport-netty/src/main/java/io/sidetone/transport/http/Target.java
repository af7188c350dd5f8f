package io.sidetone.transport.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The target of a request (RFC 9112 section 3.2): origin form or absolute form.
 *
 * @param path decoded
 * @param segments segments of the path, decoded one by one, so that an encoded slash does not split a segment
 * @param query decoded parameters
 */
record Target(String path, String[] segments, Map<String, List<String>> query) {
    private static final int MAX_PARAMETERS = 64;

    /** Returns the target, or null if it is malformed. */
    static Target parse(String uri) {
        try {
            String origin = origin(uri);
            if (origin == null || origin.indexOf('#') >= 0) {
                return null;
            }
            int question = origin.indexOf('?');
            String raw = question < 0 ? origin : origin.substring(0, question);
            String[] segments = raw.split("/", -1);
            for (int i = 0; i < segments.length; i++) {
                segments[i] =
                        QueryStringDecoder.decodeComponent(segments[i].replace("+", "%2B"), StandardCharsets.UTF_8);
            }
            Map<String, List<String>> query = question < 0
                    ? Map.of()
                    : new QueryStringDecoder(origin, StandardCharsets.UTF_8, true, MAX_PARAMETERS).parameters();
            return new Target(String.join("/", segments), segments, query);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String origin(String uri) {
        if (uri.startsWith("/")) {
            return uri;
        }
        if (!uri.regionMatches(true, 0, "http://", 0, 7)) {
            return null;
        }
        int slash = uri.indexOf('/', 7);
        return slash < 0 ? "/" : uri.substring(slash);
    }
}
