package io.sidetone.server.calls.history;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.background.Background;
import io.sidetone.server.Part;
import io.sidetone.server.calls.CallPages;
import io.sidetone.server.records.store.CallRecordStore;
import io.sidetone.server.records.store.record.CallSnapshot;
import io.sidetone.server.records.store.record.KeptCall;
import io.sidetone.server.records.store.sql.CallArchive;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.call.CallView;
import io.sidetone.transport.http.history.CallCursor;
import io.sidetone.transport.http.history.CallDirectory;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallPage;
import io.sidetone.transport.http.history.CallQuery;
import io.sidetone.transport.http.history.CallRoutes;
import io.sidetone.transport.http.history.KeptDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every call that is known: those that live and have just ended from memory, all others from the store. Without a store, and
 * while it is away, the calls of the last minutes are shown, and the answer says so. Any thread; never blocks.
 */
public final class History implements CallDirectory, Part {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);
    private static final int WAITING = 256;
    private static final String OFF = "the call store is off: only calls of this process are known, those that ended"
            + " within trace.keep; set store.enabled";

    private final CallPages pages;
    private final Refusals refusals;
    private final Optional<CallRecordStore> store;
    private final RecentCalls recent;
    private final KeptFiles files;
    private final ThreadPoolExecutor readers = Background.few("history", CallArchive.READERS, WAITING);

    /**
     * Creates the history.
     *
     * @param pages show calls of memory
     * @param refusals keeps the calls that were refused; closed with the history
     * @param store where calls are kept, if they are
     * @param config names the folders of files
     */
    public History(
            CallPages pages, Refusals refusals, Optional<CallRecordStore> store, Supplier<SidetoneConfig> config) {
        this.pages = pages;
        this.refusals = refusals;
        this.store = store;
        this.recent = new RecentCalls(pages, refusals.book());
        this.files = new KeptFiles(config);
    }

    @Override
    public List<Route> routes() {
        return CallRoutes.of(this);
    }

    @Override
    public List<CallView> calls() {
        return pages.live();
    }

    @Override
    public HangUp hangUp(String callId) {
        return pages.hangUp(callId);
    }

    @Override
    public CompletionStage<CallPage> find(CallQuery query, CallCursor after, int limit) {
        return CompletableFuture.supplyAsync(() -> page(query, after == null ? null : after.callId(), limit), readers);
    }

    private CallPage page(CallQuery query, String after, int limit) {
        CallArchive.Found kept = new CallArchive.Found(List.of(), null);
        String problem = store.map(CallRecordStore::unreadable).orElse(store.isEmpty() ? OFF : null);
        if (problem == null && !CallEntry.LIVE.equals(query.state())) {
            try {
                kept = store.orElseThrow().archive().find(query, after, limit);
            } catch (SQLException away) {
                problem = away.getMessage();
            }
        }
        String shown = store.isEmpty() || problem == null ? problem : away(problem);
        return recent.merged(query, after, kept, limit).page(query, shown);
    }

    private static String away(String why) {
        return "the call store is away (" + why + "): calls that live or ended within trace.keep are shown alone";
    }

    @Override
    public CompletionStage<Optional<byte[]>> document(String callId, boolean confidential) {
        return CompletableFuture.supplyAsync(() -> shown(callId, confidential), readers);
    }

    private Optional<byte[]> shown(String callId, boolean confidential) {
        try {
            Optional<KeptCall> call = recent(callId).or(() -> load(callId));
            if (call.isEmpty()) {
                return Optional.empty();
            }
            KeptDocument document = KeptDocument.of(call.get().document())
                    .with("entry", call.get().entry())
                    .with("files", files(callId));
            if (!call.get().afterCall().isEmpty()) {
                document.withAfterCall(call.get().afterCall());
            }
            return Optional.of((confidential ? document : document.forOpenNetwork()).json());
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }

    private Optional<KeptCall> recent(String callId) {
        CallSnapshot call = pages.find(callId);
        if (call != null) {
            return Optional.of(new KeptCall(call.entry(), call.document(), ""));
        }
        RefusedNow refused = refusals.book().find(callId);
        return Optional.ofNullable(refused).map(line -> new KeptCall(line.entry(), Refusals.document(line), ""));
    }

    private Optional<KeptCall> load(String callId) {
        if (store.isEmpty() || store.get().unreadable() != null) {
            return Optional.empty();
        }
        try {
            return store.get().archive().load(callId);
        } catch (SQLException away) {
            LOG.warn("Call {} could not be read: {}", callId, away.toString());
            return Optional.empty();
        }
    }

    /** Paths of the API at which files of a call are, by kind. */
    private Map<String, String> files(String callId) {
        Map<String, String> paths = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            if (files.find(callId, kind).isPresent()) {
                paths.put(kind.path(), "/api/calls/" + callId + "/" + kind.path());
            }
        }
        return paths;
    }

    @Override
    public CompletionStage<Optional<Path>> file(String callId, Kind kind) {
        return CompletableFuture.supplyAsync(() -> files.find(callId, kind), readers);
    }

    @Override
    public Executor reader() {
        return readers;
    }

    @Override
    public void close() {
        refusals.close();
        readers.shutdownNow();
    }
}
