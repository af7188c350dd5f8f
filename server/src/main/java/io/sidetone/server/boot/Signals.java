package io.sidetone.server.boot;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Takes signals of the system. The class that does is no part of the language's API, hence by name. */
final class Signals {
    private Signals() {}

    /**
     * Runs {@code reaction} at each signal {@code name}, on a thread of the JVM, in place of what the JVM does.
     *
     * @param name without SIG
     * @throws ReflectiveOperationException where this JVM has no such class
     * @throws IllegalStateException where this JVM or the system keeps the signal
     */
    static void take(String name, Runnable reaction) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object onSignal = Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, args) -> {
                    if (method.getName().equals("handle")) {
                        reaction.run();
                        return null;
                    }
                    return switch (method.getName()) {
                        case "hashCode" -> System.identityHashCode(self);
                        case "equals" -> self == args[0];
                        default -> "Signals";
                    };
                });
        try {
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), onSignal);
        } catch (InvocationTargetException refused) {
            throw new IllegalStateException(refused.getCause());
        }
    }
}
