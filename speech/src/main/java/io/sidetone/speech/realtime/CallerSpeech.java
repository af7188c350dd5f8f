package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.DELTA;
import static io.sidetone.core.realtime.RealtimeFields.ERROR;
import static io.sidetone.core.realtime.RealtimeFields.ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.TRANSCRIPT;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.realtime.RealtimeEvents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The caller's speech: sends audio to the service, and handles the items that the service makes of it, their words, and
 * the evidence of its turn detection.
 *
 * <p>An utterance consists of the items committed while it is open (by the service, or by this side at its end), and of
 * an item that was committed just before, when the call noticed the speech later. Items of no utterance are deleted
 * from the conversation: the model must not answer what the call ignores. Event loop only.
 */
final class CallerSpeech implements CallerFeed.Sink, RealtimePart {
    private static final float SPEECH = 0.95f;
    private static final float SILENCE = 0.05f;

    /** The shortest commit that the service accepts. */
    private static final int LEAST_COMMIT_MS = 100;

    /** The call begins an utterance at most this much later than the service. */
    private static final long ADOPTED_NS = 1_000_000_000L;

    private static final int MOST_ITEMS = 128;

    private final RealtimeCall call;
    private final RecognizerEvents events;
    private final WireFormat format;
    private final boolean detects;
    private final byte[] batch;
    private final Map<String, Item> items = new LinkedHashMap<>();
    private final List<Item> orphans = new ArrayList<>();
    private final Deque<Utterance> committing = new ArrayDeque<>();
    private final Deque<Utterance> awaiting = new ArrayDeque<>();
    private int filled;
    private long lastPosMs = -1;
    private Utterance open;
    private int uncommittedMs;
    private boolean speaking;
    private int unanswered;
    private boolean over;

    CallerSpeech(RealtimeCall call, RecognizerEvents events) {
        this.call = call;
        this.events = events;
        this.format = call.settings().format();
        this.detects = call.settings().turnDetection().byService();
        this.batch = new byte[call.settings().limits().batchMs() * format.bytesPerMs()];
    }

    private static final class Utterance {
        final long token;
        final List<Item> items = new ArrayList<>();
        int commits;
        long endedNs;
        boolean ended;
        boolean published;
        long beganNs;
        boolean announced;
        boolean dropped;

        /** True when all that was said is committed: the caller was silent since. */
        boolean pausing;

        /** The words that the call received before the end, because the service considered them complete. */
        String early = "";

        ScheduledFuture<?> deadline;

        Utterance(long token) {
            this.token = token;
        }

        boolean complete() {
            return commits == 0 && items.stream().allMatch(item -> item.written);
        }

        String text() {
            StringBuilder all = new StringBuilder();
            for (Item item : items) {
                String part = item.text.toString().strip();
                if (!part.isEmpty()) {
                    all.append(all.length() == 0 ? "" : " ").append(part);
                }
            }
            return all.toString();
        }
    }

    private static final class Item {
        final String id;
        final long committedNs;
        final StringBuilder text = new StringBuilder();
        boolean written;
        Utterance utterance;

        Item(String id, long committedNs) {
            this.id = id;
            this.committedNs = committedNs;
        }
    }

    /** Returns whether no speech and no transcription is under way. */
    boolean quiet() {
        return open == null && awaiting.isEmpty() && !speaking;
    }

    /** The present answer is dropped: the speech before it has none. */
    void unanswered() {
        unanswered++;
    }

    /** Returns whether the conversation contains caller's speech since the last answer; ask once for each answer. */
    boolean answered() {
        boolean any = unanswered > 0;
        unanswered = 0;
        return any;
    }

    // ---- the caller's side ------------------------------------------------------------------------------------------

    @Override
    public void frame(short[] pcm, int offset, int samples, long streamPosMs) {
        boolean beside = streamPosMs >= 0;
        if (!beside && open == null) {
            return;
        }
        if (filled + samples * format.bytesPerSample > batch.length) {
            flush();
        }
        filled += format.encode(pcm, offset, samples, batch, filled);
        uncommittedMs += SampleRate.FRAME_MS;
        lastPosMs = streamPosMs;
        if (filled >= batch.length) {
            flush();
        }
    }

    /** Sends the collected audio, and the service's latest evidence for the audio up to here. */
    private void flush() {
        if (filled == 0) {
            return;
        }
        if (call.append(batch, filled)) {
            call.meters().recognizer().audioMs.add(filled / format.bytesPerMs());
        }
        filled = 0;
        evidence();
    }

    private void evidence() {
        if (detects && lastPosMs >= 0 && !over) {
            events.evidence(lastPosMs, speaking ? SPEECH : SILENCE);
        }
    }

    @Override
    public void begin(long token) {
        call.talk().recollection().begin(token);
        call.talk().discardUnclaimed();
        call.meters().recognizer().requests.increment();
        if (open != null) {
            drop(open.token);
        }
        open = new Utterance(token);
        long nowNs = call.nowNs();
        open.beganNs = nowNs;
        for (Item item : List.copyOf(orphans)) {
            if (nowNs - item.committedNs <= ADOPTED_NS) {
                orphans.remove(item);
                adopt(open, item);
            }
        }
        forgetOrphans();
        publishSoFar(open);
    }

    private void adopt(Utterance utterance, Item item) {
        item.utterance = utterance;
        utterance.items.add(item);
        unanswered++;
    }

    private void forgetOrphans() {
        for (Item item : orphans) {
            items.remove(item.id);
            call.send(ClientEvents.delete(item.id));
        }
        orphans.clear();
    }

    @Override
    public void end(long token, boolean replyExpected) {
        Utterance utterance = open;
        if (utterance == null || utterance.token != token) {
            return;
        }
        open = null;
        flush();
        forgetOrphans();
        utterance.ended = true;
        utterance.endedNs = call.nowNs();
        boolean rest = detects ? speaking || utterance.items.isEmpty() : !utterance.pausing;
        boolean spoken = !utterance.items.isEmpty() || !detects || speaking;
        if (rest && uncommittedMs >= LEAST_COMMIT_MS) {
            commit(utterance);
        } else {
            spoken &= !utterance.items.isEmpty() || utterance.commits > 0;
            if (utterance.pausing && uncommittedMs > 0) {
                clear();
            }
        }
        if (spoken && replyExpected && call.settings().eager()) {
            call.talk().eager();
        }
        awaiting.add(utterance);
        publishIfComplete(utterance);
        if (!utterance.published) {
            utterance.deadline = call.loop()
                    .schedule(() -> publish(utterance), call.settings().limits().transcriptMs(), TimeUnit.MILLISECONDS);
        }
    }

    /** The words of what was said so far are wanted; a service that detects turns decides for itself. */
    @Override
    public void pause(long token) {
        if (detects
                || open == null
                || open.token != token
                || call.settings().transcriptionModel().isEmpty()) {
            return;
        }
        flush();
        if (uncommittedMs >= LEAST_COMMIT_MS) {
            open.pausing = true;
            commit(open);
        }
    }

    @Override
    public void resume(long token) {
        if (open != null && open.token == token) {
            open.pausing = false;
        }
    }

    private void commit(Utterance utterance) {
        utterance.commits++;
        committing.add(utterance);
        uncommittedMs = 0;
        call.send(ClientEvents.event(RealtimeEvents.INPUT_AUDIO_BUFFER_COMMIT));
    }

    private void clear() {
        uncommittedMs = 0;
        call.send(ClientEvents.event(RealtimeEvents.INPUT_AUDIO_BUFFER_CLEAR));
    }

    @Override
    public void drop(long token) {
        if (open == null || open.token != token) {
            return;
        }
        Utterance dropped = open;
        open = null;
        dropped.dropped = true;
        filled = 0;
        for (Item item : dropped.items) {
            items.remove(item.id);
            unanswered--;
            call.send(ClientEvents.delete(item.id));
        }
        call.meters().recognizer().cancelled.increment();
        if (uncommittedMs > 0) {
            clear();
        }
        speaking = false;
    }

    @Override
    public void over() {
        over = true;
        for (Utterance utterance : awaiting) {
            stop(utterance);
        }
        call.hungUp(this);
    }

    private void publishIfComplete(Utterance utterance) {
        if (utterance.ended && utterance.complete()) {
            publish(utterance);
        }
    }

    /** Publishes the known words: the call continues with them. */
    private void publish(Utterance utterance) {
        if (utterance.published) {
            return;
        }
        String known = utterance.text();
        boolean late = !utterance.complete();
        String text = known.isEmpty() && late ? call.settings().placeholder() : known;
        settle(utterance);
        if (!known.isEmpty()) {
            firstWords(utterance);
        }
        call.meters().recognizer().whole(call.nowNs() - utterance.endedNs);
        if (!utterance.early.isEmpty()) {
            // The call answers the words that it received at that time.
            call.talk().recollection().written(utterance.token, known);
            return;
        }
        if (text.isEmpty()) {
            call.talk().discardUnclaimed();
        }
        if (!over && !call.fenced(utterance.token)) {
            events.finalTranscript(utterance.token, text);
        }
    }

    private void settle(Utterance utterance) {
        utterance.published = true;
        stop(utterance);
        awaiting.remove(utterance);
    }

    private static void stop(Utterance utterance) {
        if (utterance.deadline != null) {
            utterance.deadline.cancel(false);
        }
    }

    // ---- the service's side -----------------------------------------------------------------------------------------

    void event(String type, JsonNode event) {
        switch (type) {
            case RealtimeEvents.INPUT_AUDIO_BUFFER_SPEECH_STARTED -> {
                speaking = true;
                evidence();
                if (detects && lastPosMs >= 0 && !over) {
                    events.speechStarted();
                }
            }
            case RealtimeEvents.INPUT_AUDIO_BUFFER_SPEECH_STOPPED -> {
                speaking = false;
                evidence();
            }
            case RealtimeEvents.INPUT_AUDIO_BUFFER_COMMITTED ->
                committed(event.path(ITEM_ID).asText(""));
            case RealtimeEvents.INPUT_AUDIO_BUFFER_CLEARED -> speaking = false;
            case RealtimeEvents.CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_DELTA ->
                written(event, event.path(DELTA).asText(""), false);
            case RealtimeEvents.CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_COMPLETED ->
                written(event, event.path(TRANSCRIPT).asText(""), true);
            case RealtimeEvents.CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_FAILED -> {
                call.meters().recognizer().failures.increment();
                written(event, "", true);
            }
            default -> call.unexpected();
        }
    }

    private void committed(String id) {
        if (items.containsKey(id)) {
            call.unexpected();
            return;
        }
        Item item = new Item(id, call.nowNs());
        items.put(id, item);
        if (items.size() > MOST_ITEMS) {
            items.remove(items.keySet().iterator().next());
        }
        speaking = false;
        if (call.settings().transcriptionModel().isEmpty()) {
            item.text.append(call.settings().placeholder());
            item.written = true;
        }
        if (committing.isEmpty()) {
            uncommittedMs = 0;
        }
        Utterance asked = committing.poll();
        if (asked != null) {
            asked.commits--;
        }
        Utterance owner = asked == null ? open : asked;
        if (owner == null) {
            orphans.add(item);
            return;
        }
        if (owner.dropped) {
            items.remove(id);
            call.send(ClientEvents.delete(id));
            return;
        }
        adopt(owner, item);
        publishIfComplete(owner);
    }

    /** The commit of this side was empty: the service had committed the audio already, or there was none. */
    void nothingCommitted() {
        Utterance utterance = committing.poll();
        if (utterance != null) {
            utterance.commits--;
            publishIfComplete(utterance);
        } else {
            call.unexpected();
        }
    }

    private void written(JsonNode event, String words, boolean whole) {
        Item item = items.get(event.path(ITEM_ID).asText(""));
        if (item == null || item.written) {
            call.unexpected();
            return;
        }
        if (whole) {
            boolean failed = words.isEmpty() && event.has(ERROR);
            item.text.setLength(0);
            item.text.append(failed ? call.settings().placeholder() : words);
            item.written = true;
        } else {
            item.text.append(words);
        }
        Utterance utterance = item.utterance;
        if (utterance == null) {
            return;
        }
        if (utterance.published) {
            call.talk().recollection().written(utterance.token, utterance.text());
            return;
        }
        publishSoFar(utterance);
        publishIfComplete(utterance);
    }

    private void firstWords(Utterance utterance) {
        if (!utterance.announced) {
            utterance.announced = true;
            call.meters().recognizer().first(call.nowNs() - utterance.beganNs);
        }
    }

    /** A service that detects turns by meaning has decided, so the end of the turn follows soon. */
    private void publishSoFar(Utterance utterance) {
        String soFar = utterance.text();
        if (soFar.isEmpty() || over || call.fenced(utterance.token)) {
            return;
        }
        firstWords(utterance);
        boolean judged = call.settings().turnDetection().kind() == TurnDetection.Kind.SEMANTIC_VAD;
        if (judged && utterance == open && utterance.complete() && !speaking) {
            utterance.early = soFar;
            events.finalTranscript(utterance.token, soFar);
        } else {
            events.partial(utterance.token, soFar);
        }
    }

    /** The connection is lost, and with it the speech that was not transcribed yet. */
    void lost(EngineFailure why) {
        List<Utterance> cut = new ArrayList<>(awaiting);
        if (open != null) {
            cut.add(open);
        }
        open = null;
        filled = 0;
        uncommittedMs = 0;
        speaking = false;
        unanswered = 0;
        items.clear();
        orphans.clear();
        committing.clear();
        for (Utterance utterance : cut) {
            settle(utterance);
            String known = utterance.text();
            if (over || call.fenced(utterance.token)) {
                continue;
            }
            if (utterance.ended && !known.isEmpty()) {
                events.finalTranscript(utterance.token, known);
            } else {
                call.meters().recognizer().failures.increment();
                events.failed(utterance.token, why);
            }
        }
    }

    @Override
    public void ready() {
        events.ready();
    }

    @Override
    public void failed(EngineFailure failure) {
        if (!over) {
            events.failed(Token.NONE, failure);
        }
    }

    @Override
    public void closed() {
        events.closed();
    }
}
