package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;
import java.net.URI;
import java.net.URISyntaxException;

/** Addresses of web servers that receive data of calls: https, or http on this machine. Stateless. */
public final class WebAddress {
    private WebAddress() {}

    /**
     * Returns the address, or null when it is none.
     *
     * @param what it would carry in the clear without https
     */
    public static URI of(String text, String path, String what, Problems problems) {
        if (text.isEmpty()) {
            return null;
        }
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            problems.add(path, "'" + UrlMask.masked(text) + "' is no URL", "write https://HOST/PATH");
            return null;
        }
        if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            problems.add(
                    path,
                    "is no plain URL of a web server",
                    "write https://HOST/PATH, without user, password or fragment; set secret to prove who asks");
        } else if (!confidential(url)) {
            problems.add(
                    path,
                    "'" + url.getScheme() + "://" + url.getHost() + "' would carry " + what + " in the clear",
                    "use https; http is for this machine alone");
        }
        return url;
    }

    /** Returns whether what is sent to {@code url} travels encrypted or stays on this machine (ITE-SEC-001). */
    public static boolean confidential(URI url) {
        return "https".equalsIgnoreCase(url.getScheme())
                || ("http".equalsIgnoreCase(url.getScheme()) && loopback(url.getHost()));
    }

    /** Returns whether {@code host} of a URL is this machine. */
    public static boolean loopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}")
                || host.equals("[::1]");
    }
}
