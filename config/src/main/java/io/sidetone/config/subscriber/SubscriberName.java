package io.sidetone.config.subscriber;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;

/** A name that can also be that of a folder. */
public final class SubscriberName implements ValueRule<String, String> {
    private static final String FORM = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";

    @Override
    public String apply(String name, String path, Problems problems) {
        if (!name.matches(FORM)) {
            problems.add(
                    path,
                    "'" + name + "' is not a name",
                    "use up to 64 letters, digits, '-' and '_', a letter or digit first");
        }
        return orUnnamed(name);
    }

    /** Returns {@code name}, or a word that stands for one that is wrong. */
    static String orUnnamed(String name) {
        return name.matches(FORM) ? name : "unnamed";
    }
}
