package io.sidetone.core.setting;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
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
    public static <T extends Record> T with(T settings, Object... changes) {
        Map<Object, Object> changed = new HashMap<>();
        for (int i = 0; i < changes.length; i += 2) {
            changed.put(changes[i], changes[i + 1]);
        }
        RecordComponent[] components = settings.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                String name = components[i].getName();
                components[i].getAccessor().setAccessible(true);
                values[i] = changed.containsKey(name)
                        ? changed.remove(name)
                        : components[i].getAccessor().invoke(settings);
            }
            if (!changed.isEmpty()) {
                throw new IllegalArgumentException(settings.getClass().getSimpleName() + " has no " + changed.keySet());
            }
            @SuppressWarnings("unchecked")
            Constructor<T> constructor = (Constructor<T>) settings.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(refused.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
