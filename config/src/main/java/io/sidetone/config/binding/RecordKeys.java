package io.sidetone.config.binding;

import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.setting.Key;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of annotated records as data. */
public final class RecordKeys {
    private final List<ConfigKey> keys = new ArrayList<>();

    private RecordKeys() {}

    /**
     * Returns the section at {@code path} and every key in it, in the order of the record's components.
     *
     * @throws IllegalStateException if a component has no annotation, or none that fits its type
     */
    public static List<ConfigKey> of(String path, Class<? extends Record> type) {
        RecordKeys found = new RecordKeys();
        found.section(path, type);
        return List.copyOf(found.keys);
    }

    /**
     * Returns the keys of {@code usual} below {@code path}; what it holds is the default of each. Components without
     * {@link Key} are no keys.
     */
    public static List<ConfigKey> of(String path, Record usual) {
        RecordKeys found = new RecordKeys();
        found.options(path, usual);
        return List.copyOf(found.keys);
    }

    /** Returns the list at {@code path} and every key of its entries. */
    public static List<ConfigKey> ofList(String path, Class<? extends Record> type) {
        RecordKeys found = new RecordKeys();
        found.list(path, section(type), type);
        return List.copyOf(found.keys);
    }

    /** Returns the map at {@code path} and every key of its entries. */
    public static List<ConfigKey> ofMap(String path, Class<? extends Record> type) {
        RecordKeys found = new RecordKeys();
        found.keys.add(ConfigKey.of(path, ValueType.MAP, "-", section(type).value()));
        found.components(path + "." + KeyTree.ANY, type);
        return List.copyOf(found.keys);
    }

    /** Returns what {@code section} holds, by the names of its keys; what is optional and missing is left out. */
    public static Map<String, Object> values(Record section) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Component component : Component.of(section.getClass())) {
            Object value = component.value(section);
            Object given = value instanceof Optional<?> optional ? optional.orElse(null) : value;
            if (given != null) {
                values.put(component.name(), given);
            }
        }
        return values;
    }

    /**
     * Returns what components of {@code type} carry as {@code annotation}, by the names of their keys. What a component carries
     * whose keys stand among the others holds for each of them that carries none.
     */
    public static <A extends Annotation> Map<String, A> annotated(Class<? extends Record> type, Class<A> annotation) {
        Map<String, A> found = new LinkedHashMap<>();
        annotated(type, annotation, null, found);
        return found;
    }

    private static <A extends Annotation> void annotated(
            Class<? extends Record> type, Class<A> annotation, A inherited, Map<String, A> found) {
        for (Component component : Component.of(type)) {
            A own = component.source().getAnnotation(annotation);
            A carried = own == null ? inherited : own;
            if (component.inline()) {
                annotated(component.javaType().asSubclass(Record.class), annotation, carried, found);
            } else if (carried != null) {
                found.put(component.name(), carried);
            }
        }
    }

    private void list(String path, Section section, Class<? extends Record> type) {
        keys.add(ConfigKey.of(path, ValueType.LIST, "-", section.value()));
        components(path + KeyTree.ITEM, type);
    }

    private void section(String path, Class<? extends Record> type) {
        Section section = section(type);
        keys.add(ConfigKey.of(path, ValueType.SECTION, "-", section.value()));
        components(path, type);
    }

    private void components(String path, Class<? extends Record> type) {
        for (Component component : Component.of(type)) {
            String at = path + "." + component.name();
            if (component.entryName() || component.linesOf() != null) {
                continue;
            }
            if (component.inline()) {
                components(path, component.javaType().asSubclass(Record.class));
            } else if (component.section()) {
                section(at, component.javaType().asSubclass(Record.class));
            } else if (component.listOfSections()) {
                list(at, section(component.source()), component.itemType().asSubclass(Record.class));
            } else {
                keys.add(key(at, component));
            }
        }
    }

    private void options(String path, Record usual) {
        for (Component component : Component.of(usual.getClass())) {
            if (component.inline()) {
                options(path, (Record) component.value(usual));
            } else if (component.key() != null) {
                keys.add(key(path + "." + component.name(), component).byDefault(component.text(usual)));
            }
        }
    }

    private static Section section(AnnotatedElement element) {
        Section section = element.getAnnotation(Section.class);
        if (section == null) {
            throw new IllegalStateException(element + " has no @Section");
        }
        return section;
    }

    private static ConfigKey key(String path, Component component) {
        Key said = component.key();
        if (said == null) {
            throw new IllegalStateException(component.source() + " at " + path + " has no @Key");
        }
        ValueType type = component.type();
        boolean derived = !said.derived().isEmpty();
        return new ConfigKey(
                path,
                type,
                derived ? said.derived() : said.byDefault(),
                derived,
                said.mandatory(),
                said.min(),
                said.max(),
                component.words(),
                said.unit().isEmpty() ? type.label() : said.unit(),
                said.why(),
                said.example());
    }
}
