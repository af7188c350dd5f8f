package io.sidetone.server.services;

import java.util.Locale;

/** Converts {@code engines.NAME.language} for services that expect another form. */
final class Language {
    private Language() {}

    /** Returns the language of a tag without its region: {@code de} of {@code de-AT}. */
    static String of(String tag) {
        return Locale.forLanguageTag(tag).getLanguage();
    }

    /** Returns the language's name in English; an unknown tag itself. */
    static String name(String tag) {
        String name = Locale.forLanguageTag(tag).getDisplayName(Locale.ENGLISH);
        return name.isEmpty() ? tag : name;
    }

    /** Whether a tag names exactly one language. */
    static boolean one(String tag) {
        return !tag.isEmpty() && !tag.equals("multi");
    }
}
