package io.sidetone.server.services;

import java.util.Locale;

/** What {@code engines.NAME.language} says, for services that want it in other words. */
final class Language {
    private Language() {}

    /** Returns the language of a tag, without its region: {@code de} of {@code de-AT}. */
    static String of(String tag) {
        return Locale.forLanguageTag(tag).getLanguage();
    }

    /** Returns the language's name in English; the tag itself where it is none. */
    static String name(String tag) {
        String name = Locale.forLanguageTag(tag).getDisplayName(Locale.ENGLISH);
        return name.isEmpty() ? tag : name;
    }

    /** Whether a tag names one language, so that it can be asked for. */
    static boolean one(String tag) {
        return !tag.isEmpty() && !tag.equals("multi");
    }
}
