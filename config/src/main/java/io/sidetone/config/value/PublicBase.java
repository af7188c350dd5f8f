package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;

/** Scheme, host and port; a slash at the end is dropped. */
public final class PublicBase implements ValueRule<String, String> {
    static final String FORM = "https?://(\\[[0-9A-Fa-f:]+\\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?/?";

    @Override
    public String apply(String url, String path, Problems problems) {
        if (!url.matches(FORM)) {
            problems.add(
                    path,
                    "'" + url + "' is not a scheme and a host",
                    "write it like https://agent.example.com, without a path; the carrier is given /media/… below it");
        }
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
