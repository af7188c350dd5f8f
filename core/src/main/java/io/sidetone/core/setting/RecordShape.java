package io.sidetone.core.setting;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** The components of a record class and how to read and make it. */
public final class RecordShape {
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type);
        }
    };

    private final RecordComponent[] components;
    private final Method[] accessors;
    private final Constructor<?> constructor;

    private RecordShape(Class<?> type) {
        components = type.getRecordComponents();
        accessors = new Method[components.length];
        for (int i = 0; i < components.length; i++) {
            accessors[i] = components[i].getAccessor();
            accessors[i].setAccessible(true);
        }
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " has no canonical constructor", e);
        }
    }

    /** Returns the shape of a record class. */
    public static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** The components in order. */
    public RecordComponent[] components() {
        return components;
    }

    /** Returns component {@code index} of {@code record}. */
    public Object value(Record record, int index) {
        try {
            return accessors[index].invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("component " + components[index].getName() + " cannot be read", e);
        }
    }

    /**
     * Makes a record.
     *
     * @throws IllegalArgumentException for values of other types, and whatever the record's constructor throws
     */
    public Object make(Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(refused.getCause().getMessage(), refused.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
