package io.sidetone.core.port.plugin;

import io.sidetone.core.port.EngineHealth;
import java.util.concurrent.CompletionStage;

/** Engine that a plugin opened: one for all calls. Thread-safe. */
public interface PluginEngine extends AutoCloseable {
    /** Returns whether new calls can be served; asked often, so it is quick and waits for nothing. */
    EngineHealth health();

    /**
     * Tries it without a call: one small round trip, for {@code check-engines}.
     *
     * @return completes within the engine's own limits: up with what worked, or down with the problem and its remedy
     */
    CompletionStage<EngineHealth> check();

    /** Closes everything, once: sessions that are still open receive their last event. */
    @Override
    void close();
}
