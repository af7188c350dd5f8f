package io.sidetone.server.records.aftercall;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallTaps;
import io.sidetone.server.Part;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.records.recording.RecordedCall;
import io.sidetone.server.records.recording.RecordingRetention;
import io.sidetone.server.records.recording.RecordingStatus;
import io.sidetone.server.records.recording.Recordings;
import io.sidetone.server.records.store.CallRecordStore;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.usage.CallEndedEvents;
import io.sidetone.server.records.usage.CallEvents;
import io.sidetone.server.records.usage.EndedPromises;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.events.EventHub;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Work beside and after a call: recording, events, what its model writes down, the event {@code call-ended}. */
public final class AfterCall implements Part {
    /** Time for which the event of a call waits for its file to be closed and sent. */
    private static final long RECORDING_LIMIT_S = 10;

    private final Recordings recordings;
    private final RecordingRetention retention;
    private final NoteTaker notes;
    private final CallEndedEvents events;
    private final CallerErasure erasure;

    /**
     * Opens it.
     *
     * @param agents the present configuration, and the models that write down what calls were about
     * @param book shows what is known of recordings from now on
     * @param refused receives callers whose refused calls memory is to forget
     * @param store where calls are stored, if they are
     * @param hub one reader of turn events, which keeps some
     * @param subscribers the other
     * @param promises keeps the last event of a call while more is awaited for it
     * @param transport to where recordings are sent
     */
    public AfterCall(
            EndedAgents agents,
            CallBook book,
            Consumer<CallerMatch> refused,
            Optional<CallRecordStore> store,
            EventHub hub,
            CallObserver subscribers,
            EndedPromises promises,
            Prices prices,
            WebhookTransport transport) {
        SidetoneConfig now = agents.config();
        this.recordings = new Recordings(
                        agent -> agents.config()
                                .agent(agent)
                                .map(AgentConfig::recording)
                                .orElse(null),
                        now.lanes().count(),
                        transport)
                .start(now.agents().stream().map(AgentConfig::recording).toList());
        this.notes = new NoteTaker(
                agent ->
                        agents.config().agent(agent).map(AgentConfig::afterCall).orElse(null),
                agents::questions,
                (call, json) -> store.ifPresent(open -> open.writtenDown(call, json)));
        book.kept(callId -> shown(recordings.find(callId)), notes::find);
        this.events = new CallEndedEvents(
                new CallEvents(CallObserver.all(hub, subscribers), prices),
                promises,
                prices,
                callId -> expected(recordings.find(callId)),
                callId -> finished(recordings.find(callId)),
                notes::ended,
                System::nanoTime);
        this.erasure = new CallerErasure(
                agents::config,
                book,
                store,
                refused,
                erased -> {
                    events.forget(erased);
                    notes.forget(erased);
                },
                gone -> {
                    gone.forEach(recordings::forget);
                    gone.forEach(notes::forget);
                    hub.forget(gone);
                    promises.erased();
                });
        this.retention = new RecordingRetention(
                        () -> agents.config().agents().stream()
                                .map(AgentConfig::recording)
                                .toList(),
                        recordings)
                .start();
    }

    private static CallDocument.Recording shown(RecordedCall call) {
        return call == null ? null : shown(call.status());
    }

    private static CallDocument.Recording expected(RecordedCall call) {
        return call == null ? null : shown(call.expected());
    }

    private static CompletableFuture<CallDocument.Recording> finished(RecordedCall call) {
        return call == null
                ? null
                : call.finished()
                        .copy()
                        .orTimeout(RECORDING_LIMIT_S, TimeUnit.SECONDS)
                        .handle((status, late) -> shown(late == null ? status : call.status()));
    }

    private static CallDocument.Recording shown(RecordingStatus status) {
        return new CallDocument.Recording(
                status.state().wireName(), status.file(), status.url(), status.seconds(), status.problem());
    }

    /** Returns taps that record, and {@code others} before them. */
    public CallTaps taps(CallTaps others) {
        return CallTaps.both(others, recordings);
    }

    /** Sees the calls, and passes turn events on. */
    @Override
    public CallObserver observer() {
        return events;
    }

    @Override
    public List<Route> routes() {
        return CallerRoutes.of(erasure);
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        recordings.bindTo(registry);
        notes.bindTo(registry);
    }

    /** Closes the files of recordings, waits for what models write down, then publishes the events that wait for both. */
    @Override
    public void close() {
        retention.close();
        recordings.close();
        notes.close();
        events.close();
        erasure.close();
    }
}
