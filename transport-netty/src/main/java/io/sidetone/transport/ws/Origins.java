package io.sidetone.transport.ws;

import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The web pages that may use this server. Browsers send the origin of the page (RFC 6455 section 10.2, RFC 6454). Only
 * pages of this server itself and of listed origins may use it. Immutable; any thread.
 */
public final class Origins {
    /** Only pages of this server. */
    public static final Origins OWN = new Origins(List.of());

    private final Set<String> listed = new TreeSet<>();

    /**
     * Creates a list.
     *
     * @param others origins: scheme, host and port, for example {@code https://app.example.com}
     */
    public Origins(Collection<String> others) {
        for (String other : others) {
            listed.add(plain(other));
        }
    }

    /**
     * Returns whether a request may be served.
     *
     * @param origin its {@code Origin}; null when it does not come from a page
     * @param host its {@code Host}
     */
    public boolean allows(String origin, String host) {
        return origin == null || own(origin, host) || lists(origin);
    }

    /** Returns whether {@code origin} is one of the listed ones. */
    public boolean lists(String origin) {
        return origin != null && listed.contains(plain(origin));
    }

    private static boolean own(String origin, String host) {
        if (host == null) {
            return false;
        }
        try {
            URI uri = URI.create(origin);
            String authority = uri.getAuthority();
            return authority != null && strip(authority, uri.getScheme()).equals(strip(host, uri.getScheme()));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** Returns {@code origin} as browsers write it: lower case, without the default port and without a slash. */
    private static String plain(String origin) {
        String lower = origin.toLowerCase(Locale.ROOT);
        int scheme = lower.indexOf("://");
        if (scheme < 0) {
            return lower;
        }
        String authority = lower.substring(scheme + 3);
        String bare = authority.endsWith("/") ? authority.substring(0, authority.length() - 1) : authority;
        return lower.substring(0, scheme + 3) + strip(bare, lower.substring(0, scheme));
    }

    private static String strip(String authority, String scheme) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String usual = "https".equalsIgnoreCase(scheme) ? ":443" : ":80";
        return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
    }
}
