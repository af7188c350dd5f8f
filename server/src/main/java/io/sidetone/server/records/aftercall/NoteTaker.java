package io.sidetone.server.records.aftercall;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.agent.AfterCallConfig;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.speech.chat.ChatQuestion;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has agents' models write down what their calls were about. {@value #MAX_ASKED} models are asked at a time, {@value
 * #MAX_WAITING} calls wait, further ones are refused. Lanes only offer; the rest is done on a thread of its own.
 */
final class NoteTaker implements AutoCloseable {
    static final int MAX_ASKED = 8;
    static final int MAX_WAITING = 256;

    /** As many as there are ended calls that can be asked for. */
    private static final int MAX_KEPT = 4_096;

    /** The column of the call store. */
    private static final int MAX_STORED = 32_768;

    private static final long CLOSE_LIMIT_S = 5;
    private static final Logger LOG = LoggerFactory.getLogger(NoteTaker.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Function<String, AfterCallConfig> agents;
    private final Function<String, QuestionModel> models;
    private final BiConsumer<CallRecord, String> store;
    private final SharedCounters<NoteCounter> counters = new SharedCounters<>(NoteCounter.class);
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private final Deque<Pending> waiting = new ArrayDeque<>();
    private final Map<String, CallDocument.AfterCall> kept = new LinkedHashMap<>();
    private int asked;
    private boolean closed;
    private final ScheduledExecutorService thread;

    /**
     * Creates it.
     *
     * @param agents name of an agent to what is written down about its calls, or null. Asked on lanes
     * @param models name of an agent to the model that is asked, or null for none
     * @param store receives each call with what is added to it there, a JSON object
     */
    NoteTaker(
            Function<String, AfterCallConfig> agents,
            Function<String, QuestionModel> models,
            BiConsumer<CallRecord, String> store) {
        this(agents, models, store, Background.timer("after-call"));
    }

    NoteTaker(
            Function<String, AfterCallConfig> agents,
            Function<String, QuestionModel> models,
            BiConsumer<CallRecord, String> store,
            ScheduledExecutorService thread) {
        this.agents = agents;
        this.models = models;
        this.store = store;
        this.thread = thread;
    }

    /** One call whose notes are not there yet. */
    private static final class Pending {
        final CallRecord call;
        final AfterCallConfig wanted;
        final CompletableFuture<CallDocument.AfterCall> result = new CompletableFuture<>();
        NoteQuestion question;
        CompletableFuture<String> answer;
        boolean began;
        boolean repairing;

        Pending(CallRecord call, AfterCallConfig wanted) {
            this.call = call;
            this.wanted = wanted;
        }

        String callId() {
            return call.setup().who().callId();
        }
    }

    /** The call is over. On its lane. Returns what always completes within the limit; null where nothing is asked for. */
    CompletableFuture<CallDocument.AfterCall> ended(CallRecord call) {
        AfterCallConfig wanted = agents.apply(call.setup().who().agent());
        if (wanted == null || !wanted.on()) {
            return null;
        }
        Pending mine = new Pending(call, wanted);
        boolean taken;
        boolean over;
        synchronized (this) {
            over = closed;
            taken = !over && pending.size() < MAX_ASKED + MAX_WAITING;
            if (taken) {
                pending.put(mine.callId(), mine);
                keep(mine.callId(), CallDocument.AfterCall.WAITING);
            }
        }
        if (taken) {
            thread.execute(() -> offered(mine));
            thread.schedule(
                    () -> missing(
                            mine,
                            NoteCounter.LATE,
                            "not there within " + wanted.within().toMillis() + " ms"),
                    wanted.within().toMillis(),
                    TimeUnit.MILLISECONDS);
        } else if (over) {
            refused(mine, NoteCounter.DROPPED, "the server stopped");
        } else {
            refused(mine, NoteCounter.REFUSED, MAX_WAITING + " other calls wait for a model");
        }
        return mine.result;
    }

    /** Returns what is known of a call, or null for nothing. Any thread. */
    synchronized CallDocument.AfterCall find(String callId) {
        return kept.get(callId);
    }

    private synchronized void keep(String callId, CallDocument.AfterCall known) {
        kept.put(callId, known);
        if (kept.size() > MAX_KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    /** Drops what is under way about the calls that {@code which} chooses. Any thread. */
    void forget(Predicate<CallRecord> which) {
        List<Pending> gone;
        synchronized (this) {
            gone = pending.values().stream()
                    .filter(each -> which.test(each.call))
                    .toList();
        }
        gone.forEach(each -> drop(each, "the caller was erased"));
    }

    /** Forgets what was written down about a call. Any thread. */
    synchronized void forget(String callId) {
        kept.remove(callId);
    }

    // ---- thread of its own ------------------------------------------------------------------------------------------

    private void offered(Pending call) {
        if (asked < MAX_ASKED) {
            begin(call);
        } else {
            waiting.add(call);
        }
    }

    private void begin(Pending call) {
        if (call.result.isDone()) {
            return;
        }
        try {
            call.question = new NoteQuestion(call.call, call.wanted);
            QuestionModel model = models.apply(call.call.setup().who().agent());
            if (call.question.silent()) {
                missing(call, NoteCounter.SILENT, "the caller said nothing");
            } else if (model == null) {
                missing(call, NoteCounter.FAILED, "the agent has no chat model now");
            } else {
                call.began = true;
                asked++;
                ask(call, model, call.question.asked());
            }
        } catch (RuntimeException defect) {
            missing(call, NoteCounter.FAILED, "the question could not be asked");
            LOG.error("Call {}: its model could not be asked about it", call.callId(), defect);
        }
    }

    private void ask(Pending call, QuestionModel model, ChatQuestion question) {
        call.answer = model.ask(question);
        call.answer.whenCompleteAsync((text, failure) -> answered(call, model, text, failure), thread);
    }

    private void answered(Pending call, QuestionModel model, String text, Throwable failure) {
        if (call.result.isDone()) {
            return;
        }
        if (failure != null) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            missing(call, NoteCounter.FAILED, String.valueOf(cause.getMessage()));
            return;
        }
        try {
            settle(call, call.repairing ? NoteCounter.REPAIRED : NoteCounter.READY, call.question.read(text));
        } catch (UnusableNoteException unusable) {
            if (call.repairing) {
                missing(call, NoteCounter.FAILED, "the model's answer does not fit what was asked for, twice");
            } else {
                call.repairing = true;
                ask(call, model, call.question.again(text, unusable.getMessage()));
            }
        } catch (RuntimeException defect) {
            missing(call, NoteCounter.FAILED, "the model's answer could not be read");
            LOG.error("Call {}: what its model wrote down could not be read", call.callId(), defect);
        }
    }

    /** Its place is free for another. */
    private void released(Pending call) {
        if (call.answer != null) {
            call.answer.cancel(false);
        }
        waiting.remove(call);
        asked -= call.began ? 1 : 0;
        while (asked < MAX_ASKED && !waiting.isEmpty()) {
            begin(waiting.poll());
        }
    }

    // ---- ends; any thread -------------------------------------------------------------------------------------------

    private void refused(Pending call, NoteCounter outcome, String why) {
        CallDocument.AfterCall missing = CallDocument.AfterCall.missing(why);
        keep(call.callId(), missing);
        store.accept(call.call, json(missing));
        counters.increment(outcome);
        call.result.complete(missing);
    }

    private void missing(Pending call, NoteCounter outcome, String why) {
        if (settle(call, outcome, CallDocument.AfterCall.missing(why)) && outcome != NoteCounter.SILENT) {
            LOG.warn("Call {}: nothing was written down about it: {}", call.callId(), why);
        }
    }

    private void drop(Pending call, String why) {
        boolean first;
        synchronized (this) {
            first = pending.remove(call.callId(), call);
        }
        if (first) {
            end(call, NoteCounter.DROPPED, CallDocument.AfterCall.missing(why));
        }
    }

    /** Returns whether this is the end of it; there is one. */
    private boolean settle(Pending call, NoteCounter outcome, CallDocument.AfterCall written) {
        String json = json(written);
        if (json.length() > MAX_STORED) {
            return settle(call, NoteCounter.FAILED, CallDocument.AfterCall.missing("the model's answer is too long"));
        }
        boolean first;
        synchronized (this) {
            first = pending.remove(call.callId(), call);
            if (first) {
                keep(call.callId(), written);
                // Under the lock: who forgets the call afterwards erases it from the store afterwards, too.
                store.accept(call.call, json);
            }
        }
        if (first) {
            end(call, outcome, written);
        }
        return first;
    }

    private void end(Pending call, NoteCounter outcome, CallDocument.AfterCall written) {
        counters.increment(outcome);
        call.result.complete(written);
        try {
            thread.execute(() -> released(call));
        } catch (RejectedExecutionException stopped) {
            // Nothing is asked any more.
        }
    }

    private static String json(CallDocument.AfterCall written) {
        try {
            return JSON.writeValueAsString(written);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain data is always JSON", e);
        }
    }

    /** Shows what is counted. */
    void bindTo(MeterRegistry registry) {
        CounterMeters.bind(registry, counters);
    }

    SharedCounters<NoteCounter> counters() {
        return counters;
    }

    /** Waits for what is under way, up to {@value #CLOSE_LIMIT_S} s; then says that it is missing. */
    @Override
    public void close() {
        List<Pending> left;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(pending.values());
        }
        try {
            CompletableFuture.allOf(left.stream().map(each -> each.result).toArray(CompletableFuture[]::new))
                    .get(CLOSE_LIMIT_S, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            left.forEach(each -> missing(each, NoteCounter.DROPPED, "the server stopped"));
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
    }
}
