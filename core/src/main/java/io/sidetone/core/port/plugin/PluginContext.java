package io.sidetone.core.port.plugin;

/** Things that the server gives a plugin's engine. Thread-safe. */
public interface PluginContext {
    /** Returns the name of the entry in the configuration, for messages and threads. */
    String name();

    /** Returns the {@code model} of the entry: a name or a path; empty without one. */
    String model();

    /** Returns the {@code key} of the entry, a secret that must not reach a log; empty without one. */
    String key();

    /** Returns the name of the logger under which the engine writes. */
    String loggerName();

    /** Returns the server's own connections to services. */
    Connections connections();

    /** Returns the monotonic time in ns. */
    long nowNs();
}
