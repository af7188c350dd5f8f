package io.sidetone.server.services;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.speech.net.KeyHeader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads {@code engines.NAME.options} for one type and role; an unknown name is an error. */
final class ServiceOptions {
    private final EngineConfig engine;
    private final Set<String> known = new TreeSet<>();

    ServiceOptions(EngineConfig engine) {
        this.engine = engine;
    }

    String text(String name, String usual) {
        known.add(name);
        return engine.service().option(name, usual);
    }

    int whole(String name, int usual) {
        String text = text(name, Integer.toString(usual));
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw wrong(name, text, "a whole number, for example " + usual);
        }
    }

    double decimal(String name, double usual) {
        String text = text(name, Double.toString(usual));
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw wrong(name, text, "a number, for example " + usual);
        }
    }

    boolean flag(String name, boolean usual) {
        String text = text(name, Boolean.toString(usual));
        if (!text.equals("true") && !text.equals("false")) {
            throw wrong(name, text, "true or false");
        }
        return text.equals("true");
    }

    List<String> words(String name) {
        return Stream.of(text(name, "").split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    <E extends Enum<E>> E word(String name, Class<E> type, E usual) {
        String text = text(name, usual.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        for (E each : type.getEnumConstants()) {
            if (each.name().equalsIgnoreCase(text.replace('-', '_'))) {
                return each;
            }
        }
        throw wrong(
                name,
                text,
                "one of "
                        + String.join(
                                ", ",
                                Stream.of(type.getEnumConstants())
                                        .map(each -> each.name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', '-'))
                                        .toList()));
    }

    /** Returns the header that carries the key. */
    KeyHeader keyHeader(KeyHeader usual) {
        String text = text("key-header", usual.name());
        try {
            return new KeyHeader(text.strip());
        } catch (IllegalArgumentException noHeader) {
            throw new IllegalArgumentException(path("key-header") + ": " + noHeader.getMessage(), noHeader);
        }
    }

    /** Returns a number, or null when it is absent and the service decides. */
    Double optional(String name) {
        known.add(name);
        return engine.service().options().containsKey(name) ? (Double) decimal(name, 0) : null;
    }

    private IllegalArgumentException wrong(String name, String text, String want) {
        return new IllegalArgumentException(path(name) + ": '" + text + "' is not " + want + "; correct it");
    }

    /** Returns the path of an option in the configuration. */
    String path(String name) {
        return "engines." + engine.name() + ".options." + name;
    }

    /** Refuses the names that no reader has asked for. */
    void requireKnown() {
        for (String name : engine.service().options().keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        path(name) + ": is no option of " + engine.type().wireName() + " here; use "
                                + (known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
    }
}
