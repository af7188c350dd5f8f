package io.sidetone.transport.vip;

import io.sidetone.transport.vip.action.RegistryReader;
import io.sidetone.transport.vip.token.EphemeralKeys;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Services that all sessions share. Thread-safe parts.
 *
 * @param keys keys that open sessions
 * @param registries reads what clients can do
 * @param checks threads on which schemas are read and parameters checked; may reject
 * @param clock monotonic time in ns
 * @param settings limits
 * @param counters what is counted
 */
public record VipServices(
        EphemeralKeys keys,
        RegistryReader registries,
        Executor checks,
        LongSupplier clock,
        VipSettings settings,
        VipCounters counters) {}
