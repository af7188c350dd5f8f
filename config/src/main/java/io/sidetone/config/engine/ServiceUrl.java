package io.sidetone.config.engine;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.UrlMask;
import io.sidetone.config.value.ValueRule;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/** The address of a service: a scheme, a host and perhaps a path; a slash at the end is dropped. */
final class ServiceUrl implements ValueRule<String, URI> {
    private static final Set<String> SCHEMES = Set.of("http", "https", "ws", "wss");

    @Override
    public URI apply(String text, String path, Problems problems) {
        try {
            URI url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean usable = url.getHost() != null && url.getScheme() != null && SCHEMES.contains(url.getScheme());
            if (!usable || url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
                problems.add(
                        path,
                        "'" + UrlMask.masked(text) + "' is no address of a service",
                        "write https://HOST, wss://HOST, http://HOST or ws://HOST, with a path if it has one");
            }
            return url;
        } catch (URISyntaxException malformed) {
            problems.add(path, "'" + UrlMask.masked(text) + "' is no URL", "write https://HOST or wss://HOST");
            return null;
        }
    }
}
