package io.sidetone.config.print;

import io.sidetone.config.value.Secret;
import io.sidetone.config.value.UrlMask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values whose names the file's author chose: those are masked whose name, or whose form, looks like a secret. Stateless. */
final class FreeValues {
    private static final Set<String> SECRET_WORDS = Set.of(
            "pass",
            "pwd",
            "key",
            "auth",
            "authorization",
            "authentication",
            "cookie",
            "bearer",
            "signature",
            "sig",
            "pin");
    private static final Pattern SECRET_END =
            Pattern.compile(".*(password|passwd|passphrase|secret|token|apikey|credential|credentials)");
    private static final Pattern WORDS = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern SCHEME = Pattern.compile("(?i)(?:Bearer|Basic|Digest|Token)\\s+\\S.*");
    private static final Pattern ASSIGNED = Pattern.compile("(-{0,2}[A-Za-z][A-Za-z0-9_.-]*[=:]\\s*)(.+)");
    private static final Pattern FLAG = Pattern.compile("-{1,2}([A-Za-z][A-Za-z0-9_.-]*)");

    private FreeValues() {}

    /** Returns {@code value}, a map, a list or a plain value, as it may be shown. */
    static Object masked(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> shown = new LinkedHashMap<>();
            map.forEach((name, each) -> shown.put(name, named(String.valueOf(name), each)));
            return shown;
        }
        return value instanceof List<?> list ? list(list) : value instanceof String text ? text(text) : value;
    }

    private static Object named(String name, Object value) {
        return value instanceof String text && !text.isEmpty() && secret(name) ? Secret.MASK : masked(value);
    }

    /** A word after a flag that asks for a secret is one. */
    private static List<Object> list(List<?> values) {
        List<Object> shown = new ArrayList<>();
        String before = "";
        for (Object each : values) {
            shown.add(named(before, each));
            Matcher flag = FLAG.matcher(String.valueOf(each));
            before = flag.matches() ? flag.group(1) : "";
        }
        return shown;
    }

    private static String text(String text) {
        if (SCHEME.matcher(text).matches()) {
            return Secret.MASK;
        }
        if (text.contains("://")) {
            return UrlMask.masked(text);
        }
        Matcher assigned = ASSIGNED.matcher(text);
        return assigned.matches() && secret(assigned.group(1)) ? assigned.group(1) + Secret.MASK : text;
    }

    /** Returns whether a value of this name looks like a secret. */
    static boolean secret(String name) {
        for (String word : WORDS.split(name)) {
            String lower = word.toLowerCase(Locale.ROOT);
            if (SECRET_WORDS.contains(lower) || SECRET_END.matcher(lower).matches()) {
                return true;
            }
        }
        return false;
    }
}
