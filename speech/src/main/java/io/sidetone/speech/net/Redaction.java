package io.sidetone.speech.net;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Removes credentials from texts for people: a service may quote its request. */
public final class Redaction {
    private static final int SHORTEST = 6;
    private static final String MASK = "***";
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)pass|pwd|secret|token|credential|signature|authorization|api.?key|access.?key|^key$");

    private Redaction() {}

    /**
     * Returns the parts of {@code request} that must not be quoted: its headers, and parameters that look like secrets.
     */
    static Collection<String> carried(SocketRequest request) {
        List<String> carried = new ArrayList<>(request.headers().values());
        new QueryStringDecoder(request.uri()).parameters().forEach((name, values) -> {
            if (SECRET_NAME.matcher(name).find()) {
                carried.addAll(values);
            }
        });
        return carried;
    }

    /** Returns {@code text} without any of {@code values}, and without the part after the scheme of each value. */
    public static String text(String text, Collection<String> values) {
        String masked = text;
        for (String value : values) {
            String secret = value.substring(value.lastIndexOf(' ') + 1);
            if (secret.length() >= SHORTEST) {
                masked = masked.replace(secret, MASK);
            }
        }
        return masked;
    }
}
