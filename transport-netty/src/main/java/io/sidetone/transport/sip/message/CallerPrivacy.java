package io.sidetone.transport.sip.message;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Wish of a caller to stay unnamed (RFC 3323, RFC 3325 section 7), and the headers that would name him all the same. Any thread. */
public final class CallerPrivacy {
    private static final Set<String> WISHES = Set.of("id", "user");
    private static final Set<String> NAMES_THE_CALLER =
            Set.of("p-asserted-identity", "p-preferred-identity", "remote-party-id", "identity");

    private CallerPrivacy() {}

    /** Returns whether the values of Privacy headers ask that the caller stays unnamed. */
    public static boolean wished(List<String> values) {
        return values.stream()
                .flatMap(value -> List.of(value.split(";")).stream())
                .map(value -> value.strip().toLowerCase(Locale.ROOT))
                .anyMatch(WISHES::contains);
    }

    /** Returns whether the header of this name, in lower case, names the caller beside From. */
    public static boolean names(String header) {
        return NAMES_THE_CALLER.contains(header);
    }
}
