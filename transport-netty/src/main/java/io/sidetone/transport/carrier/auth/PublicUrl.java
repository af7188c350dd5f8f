package io.sidetone.transport.carrier.auth;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The address of this server as carriers use it: behind a proxy with TLS the socket cannot give it.
 *
 * @param base scheme and host, optionally a port, for example {@code https://agent.example.com}; no slash at the end
 */
public record PublicUrl(String base) {
    /** Returns the address of a webhook. */
    public String http(String target) {
        return base + target;
    }

    /** Returns the address of a media stream. */
    public String ws(String target) {
        return "ws" + base.substring("http".length()) + target;
    }

    /**
     * Returns {@code url} in the forms that carriers may have signed: unchanged, without its port, with the default
     * port of its scheme.
     */
    static List<String> variants(String url) {
        int host = url.indexOf("://") + 3;
        int end = url.indexOf('/', host);
        if (end < 0) {
            end = url.length();
        }
        int colon = url.lastIndexOf(':', end - 1);
        boolean port = colon >= host && url.indexOf(']', colon) < 0;
        String bare = port ? url.substring(0, colon) : url.substring(0, end);
        String rest = url.substring(end);
        Set<String> variants = new LinkedHashSet<>();
        variants.add(url);
        variants.add(bare + rest);
        variants.add(bare + ":443" + rest);
        variants.add(bare + ":80" + rest);
        return List.copyOf(variants);
    }
}
