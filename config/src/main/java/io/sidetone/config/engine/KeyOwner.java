package io.sidetone.config.engine;

import io.sidetone.config.engine.EngineConfig.Type;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The types of engines that have a key. */
enum KeyOwner {
    /** Mock engines. */
    MOCK(type -> type == Type.MOCK, "mock engines"),
    /** Types that can have a price. */
    PRICED(type -> type != Type.EMBEDDED, "services and mock engines"),
    /** Types that have a model. */
    MODELED(type -> type.service() && type != Type.RELAY || type.plugin(), "services, vosk and plugin"),
    /** Types that have options. */
    OPTIONED(type -> type.service() || type.plugin(), "services, vosk and plugin"),
    /** Types that can prove who asks. */
    KEYED(type -> type.service() || type == Type.PLUGIN, "services and plugin"),
    /** Types that name a plugin. */
    PLUGGED(type -> type == Type.PLUGIN, ""),
    /** Everything behind a network. */
    SERVICE(Type::service, "services"),
    /** Services that speak. */
    VOICED(type -> speaks(type), ""),
    /** Services whose address takes parameters. */
    QUERIED(type -> speaks(type) || type == Type.AZURE_OPENAI, ""),
    /** Services whose requests take further fields. */
    BODIED(
            type -> type.service()
                    && type != Type.RELAY
                    && type != Type.DEEPGRAM
                    && type != Type.ELEVENLABS
                    && type != Type.GEMINI,
            "");

    private final Set<Type> types;
    private final String words;

    KeyOwner(Predicate<Type> has, String words) {
        types = Arrays.stream(Type.values())
                .filter(has)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Type.class)));
        this.words = words;
    }

    private static boolean speaks(Type type) {
        return type == Type.DEEPGRAM
                || type == Type.OPENAI
                || type == Type.CARTESIA
                || type == Type.ELEVENLABS
                || type.realtime();
    }

    /** Returns whether engines of {@code type} have the key. */
    boolean has(Type type) {
        return types.contains(type);
    }

    /** Returns the types in words. */
    String words() {
        return words.isEmpty()
                ? types.stream().map(Type::wireName).collect(Collectors.toCollection(TreeSet::new)).stream()
                        .collect(Collectors.joining(", "))
                : words;
    }
}
