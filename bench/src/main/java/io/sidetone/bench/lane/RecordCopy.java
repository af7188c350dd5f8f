package io.sidetone.bench.lane;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Copies of records with some components changed by name, so that a bench does not care about all the others. */
final class RecordCopy {
    private RecordCopy() {}

    /** Returns {@code original} with the components named in {@code changes} replaced. */
    static <R extends Record> R with(R original, Map<String, Object> changes) {
        Set<String> unknown = new HashSet<>(changes.keySet());
        RecordComponent[] components = original.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                String name = components[i].getName();
                types[i] = components[i].getType();
                values[i] = changes.containsKey(name)
                        ? changes.get(name)
                        : components[i].getAccessor().invoke(original);
                unknown.remove(name);
            }
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException(
                        original.getClass().getSimpleName() + " has no component called " + unknown);
            }
            @SuppressWarnings("unchecked")
            Class<R> type = (Class<R>) original.getClass();
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record refused to be copied: " + original, e);
        }
    }
}
