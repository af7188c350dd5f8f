package io.sidetone.server.records.aftercall;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.records.store.CallRecordStore;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes everything that is kept of a caller: rows of the call store, what is remembered in memory, recordings, journals,
 * captures. Running calls stay. Asked for on any thread; works on one of its own.
 */
final class CallerErasure implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallerErasure.class);
    private static final long STORE_LIMIT_S = 60;

    private final Supplier<SidetoneConfig> config;
    private final CallBook book;
    private final Optional<CallRecordStore> store;
    private final Consumer<CallerMatch> refused;
    private final Consumer<Predicate<CallRecord>> dropped;
    private final Consumer<Set<String>> forgotten;
    private final ExecutorService thread = Background.one("erasure");

    /**
     * Erases what these know.
     *
     * @param refused receives whose refused calls memory forgets
     * @param dropped receives which calls of the past nothing more is to be made of; before anything is removed
     * @param forgotten receives the ids of calls that are gone
     */
    CallerErasure(
            Supplier<SidetoneConfig> config,
            CallBook book,
            Optional<CallRecordStore> store,
            Consumer<CallerMatch> refused,
            Consumer<Predicate<CallRecord>> dropped,
            Consumer<Set<String>> forgotten) {
        this.config = config;
        this.book = book;
        this.store = store;
        this.refused = refused;
        this.dropped = dropped;
        this.forgotten = forgotten;
    }

    /** Erases; completes with what was removed, or with why the call store could not. */
    CompletableFuture<ErasureResult> erase(CallerMatch who) {
        return CompletableFuture.supplyAsync(() -> work(who), thread);
    }

    private ErasureResult work(CallerMatch who) {
        SidetoneConfig now = config.get();
        List<String> running = book.live().stream()
                .filter(call -> by(who, call))
                .map(call -> call.setup().who().callId())
                .toList();
        Set<String> stay =
                book.live().stream().map(call -> call.setup().who().callId()).collect(Collectors.toSet());
        dropped.accept(
                call -> by(who, call) && !stay.contains(call.setup().who().callId()));
        refused.accept(who);
        ErasedCalls rows = rows(who, now, Set.copyOf(stay));
        Set<String> gone = new HashSet<>(rows.callIds());
        gone.addAll(book.forget(call -> by(who, call)));
        int calls = gone.size();
        CallerFiles files = new CallerFiles(who);
        Set<Path> recordings = recordings(now);
        Path journals = now.journal().dir();
        recordings.forEach(files::findRecordings);
        files.findJournals(
                journals,
                now.journal()
                        .key()
                        .map(Secret::value)
                        .flatMap(JournalKey::parse)
                        .orElse(null));
        now.capture()
                .dir()
                .ifPresent(folder -> files.findCaptures(
                        folder,
                        now.sip().trunks().stream()
                                .map(trunk -> trunk.numbers().plan())
                                .collect(Collectors.toSet())));
        gone.addAll(files.calls());
        gone.removeAll(stay);
        int recorded = 0;
        for (Path folder : recordings) {
            recorded += files.remove(folder, gone);
        }
        int journaled = files.remove(journals, gone);
        int captured =
                now.capture().dir().map(folder -> files.remove(folder, gone)).orElse(0);
        forgotten.accept(gone);
        LOG.info(
                "A caller was erased: calls={} visitors={} recordings={} journals={} captures={} running={} unreadable={}",
                calls,
                rows.visitorRows(),
                recorded,
                journaled,
                captured,
                running.size(),
                files.unreadable());
        return new ErasureResult(calls, rows.visitorRows(), recorded, journaled, captured, running, files.unreadable());
    }

    private ErasedCalls rows(CallerMatch who, SidetoneConfig now, Set<String> stay) {
        if (store.isEmpty()) {
            return ErasedCalls.NONE;
        }
        Set<String> agents = now.agents().stream().map(AgentConfig::name).collect(Collectors.toSet());
        return store.get()
                .erase(who, agents, stay)
                .orTimeout(STORE_LIMIT_S, TimeUnit.SECONDS)
                .join();
    }

    private static Set<Path> recordings(SidetoneConfig now) {
        return now.agents().stream()
                .flatMap(agent -> agent.recording().dir().stream())
                .collect(Collectors.toSet());
    }

    private static boolean by(CallerMatch who, CallRecord call) {
        CallSetup setup = call.setup();
        return who.is(setup.who().from(), setup.who().facts().caller());
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
