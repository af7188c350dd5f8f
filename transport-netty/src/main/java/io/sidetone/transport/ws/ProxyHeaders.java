package io.sidetone.transport.ws;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.Map;
import java.util.Set;

/**
 * The headers that a proxy adds to a request (RFC 7239, RFC 9110 section 7.6.3, and those of nginx, HAProxy and
 * Cloudflare). A proxy that adds none of them cannot be recognized.
 */
public final class ProxyHeaders {
    private static final Set<String> NAMES = Set.of("forwarded", "via", "x-real-ip", "cf-connecting-ip");
    private static final String PREFIX = "x-forwarded-";

    private ProxyHeaders() {}

    /** Returns the name of a header that a proxy added, in lower case, or null when there is none. */
    public static String first(HttpHeaders headers) {
        for (Map.Entry<String, String> header : headers) {
            String name = header.getKey();
            if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                return PREFIX + "*";
            }
            for (String known : NAMES) {
                if (known.equalsIgnoreCase(name)) {
                    return known;
                }
            }
        }
        return null;
    }
}
