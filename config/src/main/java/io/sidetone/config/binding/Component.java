package io.sidetone.config.binding;

import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.PortRange;
import io.sidetone.config.value.Secret;
import io.sidetone.core.net.Cidr;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A record component as the configuration sees it.
 *
 * @param source the component
 * @param key its key, null where it is a section or a list of sections
 * @param optional whether the value may be missing
 * @param javaType of the value, without {@link Optional}
 * @param itemType of what a list or a set holds, else null
 */
record Component(RecordComponent source, Key key, boolean optional, Class<?> javaType, Class<?> itemType) {
    private static final Map<Class<?>, ValueType> TYPES = Map.ofEntries(
            Map.entry(String.class, ValueType.TEXT),
            Map.entry(Path.class, ValueType.TEXT),
            Map.entry(boolean.class, ValueType.FLAG),
            Map.entry(Boolean.class, ValueType.FLAG),
            Map.entry(int.class, ValueType.INTEGER),
            Map.entry(Integer.class, ValueType.INTEGER),
            Map.entry(double.class, ValueType.DECIMAL),
            Map.entry(Double.class, ValueType.DECIMAL),
            Map.entry(long.class, ValueType.SIZE),
            Map.entry(Duration.class, ValueType.DURATION),
            Map.entry(IpAddress.class, ValueType.ADDRESS),
            Map.entry(PortRange.class, ValueType.PORTS),
            Map.entry(Secret.class, ValueType.SECRET),
            Map.entry(Map.class, ValueType.PAIRS));

    static List<Component> of(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents()).map(Component::of).toList();
    }

    private static Component of(RecordComponent source) {
        Type generic = source.getGenericType();
        boolean optional = source.getType() == Optional.class;
        if (optional) {
            generic = argument(generic);
        }
        Class<?> raw = raw(generic);
        Class<?> item = raw == List.class || raw == Set.class ? raw(argument(generic)) : null;
        return new Component(source, source.getAnnotation(Key.class), optional, raw, item);
    }

    private static Type argument(Type generic) {
        return ((ParameterizedType) generic).getActualTypeArguments()[0];
    }

    private static Class<?> raw(Type type) {
        return type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
    }

    /** Returns the name of the key: that of the annotation, else of the component in kebab case. */
    String name() {
        return key != null && !key.name().isEmpty()
                ? key.name()
                : source.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Returns what {@code section} holds here. */
    Object value(Record section) {
        try {
            source.getAccessor().setAccessible(true);
            return source.getAccessor().invoke(section);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(source + " cannot be read", e);
        }
    }

    /** Returns what {@code section} holds here as one would write it; empty for nothing. */
    String text(Record section) {
        Object value = value(section);
        Object given = value instanceof Optional<?> some ? some.orElse(null) : value;
        if (given == null || given instanceof List<?> list && list.isEmpty()) {
            return "";
        }
        if (given instanceof List<?>) {
            throw new IllegalStateException(source + " has a list as its default");
        }
        return given instanceof Enum<?> ? word(given) : given.toString();
    }

    boolean section() {
        return key == null && javaType.isRecord() && !inline();
    }

    /** Returns whether its keys stand among those of the record that holds it. */
    boolean inline() {
        return source.isAnnotationPresent(Flatten.class);
    }

    boolean listOfSections() {
        return key == null && itemType != null && itemType.isRecord();
    }

    /** Returns whether it takes the name of its entry in a map. */
    boolean entryName() {
        return source.isAnnotationPresent(EntryName.class);
    }

    /** Returns the key whose lines it takes, or null. */
    String linesOf() {
        SourceLines lines = source.getAnnotation(SourceLines.class);
        return lines == null ? null : lines.value();
    }

    /** Returns the type of the value in the file. */
    ValueType type() {
        FileType as = source.getAnnotation(FileType.class);
        if (as != null) {
            return as.value();
        }
        if (javaType.isEnum() || javaType == String.class && key.words().length > 0) {
            return ValueType.WORD;
        }
        if (itemType != null) {
            return itemType == Cidr.class ? ValueType.CIDRS : ValueType.TEXTS;
        }
        ValueType type = TYPES.get(javaType);
        if (type == null) {
            throw new IllegalStateException(source + " has no type of the configuration; give one by @As");
        }
        return type;
    }

    /** Returns the allowed words: the constants of an enum, else those of the annotation. */
    List<String> words() {
        Class<?> type = itemType == null ? javaType : itemType;
        return type.isEnum() && type() != ValueType.TEXT
                ? Arrays.stream(type.getEnumConstants()).map(Component::word).toList()
                : List.of(key.words());
    }

    /** Returns how the configuration writes an enum's constant. */
    static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
