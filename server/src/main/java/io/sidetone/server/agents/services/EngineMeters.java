package io.sidetone.server.agents.services;

import io.sidetone.core.port.EngineKind;
import io.sidetone.speech.meter.EngineMeter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The meters of engines, one for each name and role. After a reload the meters keep their counts. Thread-safe. */
public final class EngineMeters {
    private final Map<String, EngineMeter> meters = new LinkedHashMap<>();

    /** Returns the meter of {@code engine} in {@code role}. */
    public synchronized EngineMeter of(String engine, EngineKind role) {
        return meters.computeIfAbsent(engine + " " + role, key -> new EngineMeter(engine, role));
    }

    /** Returns every meter. */
    public synchronized List<EngineMeter> all() {
        return new ArrayList<>(meters.values());
    }
}
