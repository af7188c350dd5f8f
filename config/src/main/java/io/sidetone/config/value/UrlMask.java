package io.sidetone.config.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * URLs as they may be shown. A query of a web address often carries a key, and its name differs from service to service, so
 * every value is masked, and so is what stands before an {@code @} of the host. The settings of a JDBC URL have known
 * names: those that hold a secret are masked. Stateless.
 */
public final class UrlMask {
    private static final Pattern USER = Pattern.compile("//[^/?#@]*@");
    private static final Pattern SETTING = Pattern.compile("([?&;][^=&;#]*=)([^&;#]+)");
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(?:pass|pwd|secret|key|token|credential|signature).*");
    private static final Pattern REFERENCE = Pattern.compile("(?:\\$\\{[^{}]*\\})+");

    private UrlMask() {}

    /** Returns {@code url} with {@link Secret#MASK} in the place of each value that may be secret. */
    public static String masked(String url) {
        boolean jdbc = url.startsWith("jdbc:");
        int query = url.indexOf('?');
        int settings = jdbc ? url.indexOf(';') : -1;
        int from = query < 0 || (settings >= 0 && settings < query) ? settings : query;
        String place = from < 0 ? url : url.substring(0, from);
        String shown = USER.matcher(place).replaceFirst("//" + Secret.MASK + "@");
        return from < 0 ? shown : shown + values(url.substring(from), jdbc);
    }

    /** A value that only refers to something outside the file is no secret itself. */
    private static String values(String query, boolean jdbc) {
        Matcher setting = SETTING.matcher(query);
        if (!setting.find()) {
            return query.length() > 1 ? query.charAt(0) + Secret.MASK : query;
        }
        return setting.replaceAll(found -> {
            String value = found.group(2);
            boolean open = REFERENCE.matcher(value).matches()
                    || (jdbc && !SECRET_NAME.matcher(found.group(1)).matches());
            return Matcher.quoteReplacement(found.group(1) + (open ? value : Secret.MASK));
        });
    }
}
