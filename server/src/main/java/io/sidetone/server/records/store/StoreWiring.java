package io.sidetone.server.records.store;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.StoreConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.call.CallObserver;
import io.sidetone.server.Part;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.store.sql.DatabaseSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The call store as it is configured, or its absence. */
public final class StoreWiring implements Part {
    private final CallRecordStore store;
    private final String line;

    private StoreWiring(CallRecordStore store, String line) {
        this.store = store;
        this.line = line;
    }

    /**
     * Opens the store, for records that {@code calls} makes.
     *
     * @throws StoreUnusableException when it is required and its folder cannot be used
     */
    public static StoreWiring open(SidetoneConfig config, StoredCalls calls) throws StoreUnusableException {
        StoreConfig wanted = config.store();
        if (wanted.enabled() == StoreConfig.Enabled.FALSE) {
            return new StoreWiring(null, "store off");
        }
        DatabaseSettings database = new DatabaseSettings(
                wanted.url(),
                wanted.user(),
                wanted.password().map(Secret::value).orElse(""));
        StoreSettings settings = new StoreSettings(
                wanted.spoolDir(),
                wanted.spoolMaxBytes(),
                database,
                wanted.keep(),
                config.limits().maxCalls());
        try {
            return new StoreWiring(CallRecordStore.open(settings, calls), "store " + database);
        } catch (StoreUnusableException unusable) {
            if (wanted.enabled() == StoreConfig.Enabled.TRUE) {
                throw unusable;
            }
            return new StoreWiring(null, "store off: " + unusable.getMessage());
        }
    }

    @Override
    public List<String> lines() {
        return List.of(line);
    }

    /** Sees the calls; before the book, which knows what their media did until it forgets them. */
    @Override
    public CallObserver observer() {
        return store == null ? CallObserver.none() : store;
    }

    /** Returns what is remembered of callers. */
    public CallStore memory() {
        return store == null ? CallStore.none() : store;
    }

    /** The store, if there is one. */
    public Optional<CallRecordStore> store() {
        return Optional.ofNullable(store);
    }

    @Override
    public List<String> problems() {
        return store == null ? List.of() : store.problems();
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        if (store != null) {
            StoreMetrics.bind(store, registry);
        }
    }

    @Override
    public void close() throws IOException {
        if (store != null) {
            store.close();
        }
    }
}
