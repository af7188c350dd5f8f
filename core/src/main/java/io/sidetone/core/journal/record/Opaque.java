package io.sidetone.core.journal.record;

/**
 * Stands in a journal for an object that means nothing outside its process: a callback, a session.
 *
 * @param type its class, or {@code ?} where that has no name
 */
public record Opaque(String type) {
    /** Returns what stands for {@code value}. */
    static Opaque of(Object value) {
        Class<?> type = value.getClass();
        boolean named = !type.isHidden() && !type.isSynthetic() && !type.isAnonymousClass() && !isProxy(type);
        return new Opaque(named ? type.getName() : "?");
    }

    private static boolean isProxy(Class<?> type) {
        return java.lang.reflect.Proxy.isProxyClass(type);
    }
}
