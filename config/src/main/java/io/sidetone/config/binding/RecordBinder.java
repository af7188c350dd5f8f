package io.sidetone.config.binding;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.ValueRule;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Typed values to annotated records. Defaults that follow from other keys stand among the values already. */
public final class RecordBinder {
    private static final String ON = "on";

    private final Values values;
    private final Problems problems;
    private final Path folder;

    /**
     * Reads {@code values}; what is wrong goes to {@code problems}.
     *
     * @param folder where relative paths start from
     */
    public RecordBinder(Values values, Problems problems, Path folder) {
        this.values = values;
        this.problems = problems;
        this.folder = folder;
    }

    /** Returns the entries of the map at {@code path}, by name, in the order of the file. */
    public <T extends Record> Map<String, T> bindMap(String path, Class<T> type) {
        Map<String, T> entries = new LinkedHashMap<>();
        for (String name : values.names(path)) {
            entries.put(name, bind(path + "." + name, type));
        }
        return entries;
    }

    /** Returns the section at {@code path} as a {@code type}. */
    public <T extends Record> T bind(String path, Class<T> type) {
        Object[] arguments = Component.of(type).stream()
                .map(component -> given(path, component))
                .toArray();
        return make(type, types(type), arguments);
    }

    private Object given(String path, Component component) {
        if (component.entryName()) {
            return path.substring(path.lastIndexOf('.') + 1);
        }
        if (component.inline()) {
            return bind(path, component.javaType().asSubclass(Record.class));
        }
        return component.linesOf() != null
                ? values.lines(path + "." + component.linesOf())
                : component(path + "." + component.name(), component);
    }

    /**
     * Returns {@code usual} with the values of its keys below {@code path}; what is no key stays.
     *
     * @throws IllegalArgumentException for what a record refuses, with the path it stands at
     */
    <T extends Record> T bind(String path, T usual) {
        List<Component> components = Component.of(usual.getClass());
        Object[] arguments = components.stream()
                .map(component -> {
                    if (component.inline()) {
                        return bind(path, (Record) component.value(usual));
                    }
                    return component.key() == null
                            ? component.value(usual)
                            : component(path + "." + component.name(), component);
                })
                .toArray();
        @SuppressWarnings("unchecked") // The class of a T.
        Class<T> type = (Class<T>) usual.getClass();
        try {
            return make(type, types(type), arguments);
        } catch (IllegalArgumentException refused) {
            String at = components.size() == 1 ? path + "." + components.get(0).name() : path;
            String why = String.valueOf(refused.getMessage());
            throw why.startsWith(path.substring(0, path.indexOf('.') + 1))
                    ? refused
                    : new IllegalArgumentException(at + ": " + why, refused);
        }
    }

    private static Class<?>[] types(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
    }

    private Object component(String path, Component component) {
        if (component.section()) {
            return bind(path, component.javaType().asSubclass(Record.class));
        }
        if (component.listOfSections()) {
            List<Record> entries = new ArrayList<>();
            for (int i = 0; i < values.size(path); i++) {
                entries.add(bind(path + "[" + i + "]", component.itemType().asSubclass(Record.class)));
            }
            return entries;
        }
        Object value = values.raw(path);
        boolean missing = value == null || value.equals("");
        if (component.optional() && missing) {
            return Optional.empty();
        }
        Object converted = value == null ? empty(component) : ruled(path, component, converted(path, component, value));
        return component.optional() ? Optional.ofNullable(converted) : converted;
    }

    /** Returns what stands for a value that was not given and has no default; null where it was found missing before. */
    private static Object empty(Component component) {
        if (component.javaType() == String.class) {
            return "";
        }
        if (component.javaType() == List.class) {
            return List.of();
        }
        if (component.javaType() == Set.class) {
            return Set.of();
        }
        return component.javaType() == Map.class ? Map.of() : null;
    }

    private Object converted(String path, Component component, Object value) {
        Class<?> type = component.javaType();
        if (type.isEnum()) {
            return constant(type, (String) value);
        }
        if (type == Set.class) {
            Set<Object> items = new LinkedHashSet<>();
            for (Object item : (List<?>) value) {
                items.add(component.itemType().isEnum() ? constant(component.itemType(), (String) item) : item);
            }
            return items;
        }
        if (type == Path.class) {
            return path(path, (String) value);
        }
        if (type == boolean.class && value instanceof String word) {
            return word.equals(ON);
        }
        if (type == int.class && value instanceof Duration duration) {
            return Math.toIntExact(duration.toMillis());
        }
        return type == int.class && value instanceof Long bytes ? (Object) Math.toIntExact(bytes) : value;
    }

    private static Object constant(Class<?> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> Component.word(constant).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(word + " is no " + type));
    }

    private Path path(String path, String text) {
        try {
            return folder.resolve(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            problems.add(path, "'" + text + "' is not a path", "name one");
            return folder;
        }
    }

    @SuppressWarnings("unchecked") // A rule is given the value of the component that names it.
    private Object ruled(String path, Component component, Object value) {
        Rule named = component.source().getAnnotation(Rule.class);
        if (named == null) {
            return value;
        }
        ValueRule<Object, Object> rule = (ValueRule<Object, Object>) rule(named.value());
        int before = problems.count();
        Object ruled = rule.apply(value, path, problems);
        if (problems.count() > before) {
            values.markInvalid(path);
        }
        return ruled;
    }

    private ValueRule<?, ?> rule(Class<? extends ValueRule<?, ?>> type) {
        boolean takesFolder = type.getDeclaredConstructors()[0].getParameterCount() > 0;
        return takesFolder ? make(type, new Class<?>[] {Path.class}, folder) : make(type, new Class<?>[0]);
    }

    private static <T> T make(Class<T> type, Class<?>[] types, Object... arguments) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw new IllegalStateException(type + " cannot be made of " + Arrays.toString(arguments), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made of " + Arrays.toString(arguments), e);
        }
    }
}
