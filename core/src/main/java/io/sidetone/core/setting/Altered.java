package io.sidetone.core.setting;

import java.util.HashMap;
import java.util.Map;

/**
 * Copies of settings that differ in a few components, so that no record lists its components again. By reflection: for what is
 * made when a configuration is read or a policy changes, not for what is made for a frame.
 */
public final class Altered {
    private Altered() {}

    /**
     * Returns a copy of {@code settings} in which some components differ; its constructor checks them.
     *
     * @param changes names of components, each followed by its new value
     * @throws IllegalArgumentException for an unknown component, and whatever the constructor throws
     */
    @SuppressWarnings("unchecked") // the shape is that of the settings
    public static <T extends Record> T with(T settings, Object... changes) {
        Map<Object, Object> changed = new HashMap<>();
        for (int i = 0; i < changes.length; i += 2) {
            changed.put(changes[i], changes[i + 1]);
        }
        RecordShape shape = RecordShape.of(settings.getClass());
        Object[] values = new Object[shape.components().length];
        for (int i = 0; i < values.length; i++) {
            String name = shape.components()[i].getName();
            values[i] = changed.containsKey(name) ? changed.remove(name) : shape.value(settings, i);
        }
        if (!changed.isEmpty()) {
            throw new IllegalArgumentException(settings.getClass().getSimpleName() + " has no " + changed.keySet());
        }
        return (T) shape.make(values);
    }
}
