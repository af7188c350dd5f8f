package io.sidetone.server.records.recording;

import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.config.agent.UploadAddress;
import io.sidetone.config.value.Secret;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.playout.Buffering;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One call that is recorded, as its lane, the recording thread and readers share it. The lane writes its times and its end,
 * the recording thread what became of the file; any thread reads the status.
 */
public final class RecordedCall {
    /** The agent of the call speaks first, so that the consent is said, or there is none. */
    private static final String UNSAID = "the client speaks first, so nobody says the consent sentence";

    /** Time before the call was up whose sound may arrive after it. */
    private static final long LEAD_IN_NS = 20_000_000L;

    private static final int DATE_LENGTH = "2026-11-26".length();

    private final int id;
    private final String callId;
    private final Map<String, Object> facts;
    private final Buffering buffering;
    private final int sampleRateHz;
    private final Path folder;
    private final boolean needsGreeting;
    private final Optional<String> upload;
    private final Optional<Secret> token;
    private final CompletableFuture<RecordingStatus> finished = new CompletableFuture<>();
    private volatile RecordingState state = RecordingState.WAITING;
    private volatile boolean paused;
    private volatile boolean over;
    private volatile String problem = "";
    private volatile long samples;
    private volatile long startNs;
    private volatile long endNs;

    RecordedCall(int id, CallSetup setup, RecordingConfig config) {
        this.id = id;
        this.callId = setup.who().callId();
        this.facts = facts(setup);
        this.buffering = setup.line().buffering();
        this.sampleRateHz = setup.line().media().sampleRateHz();
        this.folder = config.dir().orElseThrow();
        this.needsGreeting = config.consent().isPresent();
        this.upload = config.upload();
        this.token = config.uploadToken();
    }

    /** Takes over what an earlier process left in {@code folder}: a whole file, described by {@code facts}. */
    RecordedCall(Map<String, Object> facts, Path folder, RecordingConfig config) {
        this.id = -1;
        this.callId = String.valueOf(facts.get("callId"));
        this.facts = facts;
        this.buffering = null;
        this.sampleRateHz = 1;
        this.folder = folder;
        this.needsGreeting = false;
        this.upload = config.upload();
        this.token = config.uploadToken();
    }

    int id() {
        return id;
    }

    private static Map<String, Object> facts(CallSetup setup) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("callId", setup.who().callId());
        facts.put("externalId", setup.who().externalId());
        facts.put("agent", setup.who().agent());
        facts.put("transport", setup.who().transport());
        facts.put("from", setup.who().from());
        facts.put("to", setup.who().to());
        facts.put("caller", setup.who().facts().caller());
        facts.put("called", setup.who().facts().called());
        facts.put("startedAt", Instant.ofEpochMilli(setup.who().wallEpochMs()).toString());
        return facts;
    }

    String callId() {
        return callId;
    }

    /** Returns who calls whom. */
    Map<String, Object> facts() {
        return facts;
    }

    Buffering buffering() {
        return buffering;
    }

    int sampleRateHz() {
        return sampleRateHz;
    }

    /** The file it has when it is finished. */
    Path file() {
        return folder.resolve(callId + RecordingFolder.SUFFIX);
    }

    long startNs() {
        return startNs;
    }

    long endNs() {
        return endNs;
    }

    /** Returns where the file is sent to, if anywhere. */
    Optional<String> url() {
        return upload.map(template -> template.replace(UploadAddress.CALL_ID, callId)
                .replace(UploadAddress.AGENT, URLEncoder.encode(agent(), StandardCharsets.UTF_8))
                .replace(
                        UploadAddress.DATE,
                        String.valueOf(facts.get("startedAt")).substring(0, DATE_LENGTH)));
    }

    private String agent() {
        return String.valueOf(facts.get("agent"));
    }

    /** A query may hold a secret. */
    private static String withoutQuery(String url) {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }

    Optional<Secret> token() {
        return token;
    }

    // ---- lane -------------------------------------------------------------------------------------------------------

    /** The call is up; {@code unasked}: its agent speaks first. Returns whether it is recorded. */
    boolean answered(boolean unasked, long nowNs) {
        if (needsGreeting && !unasked) {
            problem = UNSAID;
            state = RecordingState.OFF;
            return false;
        }
        startNs = nowNs - LEAD_IN_NS;
        state = RecordingState.ON;
        return true;
    }

    void paused(boolean now) {
        paused = now;
    }

    /** Nothing more is offered. */
    void ended(long nowNs) {
        if (!over) {
            endNs = nowNs;
            over = true;
        }
    }

    // ---- recording thread -------------------------------------------------------------------------------------------

    boolean over() {
        return over;
    }

    /** Returns whether it began and nothing went wrong so far. */
    boolean going() {
        return state == RecordingState.ON;
    }

    /** It is as long as this now, in samples of each side. */
    void length(long now) {
        samples = now;
    }

    /** The file is whole; {@code sent}: it goes elsewhere now. */
    void complete(boolean sent) {
        state = sent ? RecordingState.UPLOADING : RecordingState.COMPLETE;
        if (!sent) {
            finished.complete(status());
        }
    }

    /** The file was taken, and is no longer here. */
    void uploaded() {
        state = RecordingState.UPLOADED;
        finished.complete(status());
    }

    /** The file was not taken, and stays. */
    void kept(String why) {
        problem = why;
        state = RecordingState.COMPLETE;
        finished.complete(status());
    }

    /** Nothing more is written. */
    void failed(String why) {
        problem = why;
        state = RecordingState.FAILED;
        finished.complete(status());
    }

    /** The file was here long enough. */
    void removed() {
        state = RecordingState.REMOVED;
    }

    /** The call is over and was not recorded. */
    void unrecorded() {
        state = RecordingState.OFF;
        finished.complete(status());
    }

    /** The server stops: nothing more is waited for. */
    void settle() {
        finished.complete(status());
    }

    // ---- readers ----------------------------------------------------------------------------------------------------

    /** Returns what can be said of it now. */
    public RecordingStatus status() {
        RecordingState now = state;
        boolean here = samples > 0 && now != RecordingState.UPLOADED && now != RecordingState.REMOVED;
        boolean sent = now == RecordingState.UPLOADING || now == RecordingState.UPLOADED;
        return new RecordingStatus(
                now == RecordingState.ON && paused ? RecordingState.PAUSED : now,
                here ? file().toString() : "",
                sent ? url().map(RecordedCall::withoutQuery).orElse("") : "",
                Math.round(samples * 1000.0 / sampleRateHz) / 1000.0,
                problem);
    }

    /** Returns what it becomes if nothing fails: what a process that takes over from this one finds. */
    public RecordingStatus expected() {
        RecordingStatus now = status();
        if (now.state() != RecordingState.ON && now.state() != RecordingState.PAUSED) {
            return now;
        }
        return new RecordingStatus(
                upload.isPresent() ? RecordingState.UPLOADING : RecordingState.COMPLETE,
                file().toString(),
                url().map(RecordedCall::withoutQuery).orElse(""),
                now.seconds(),
                now.problem());
    }

    /** Completes with its status when the file is closed. */
    public CompletableFuture<RecordingStatus> finished() {
        return finished;
    }
}
