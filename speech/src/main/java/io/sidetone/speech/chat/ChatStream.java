package io.sidetone.speech.chat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.netty.channel.EventLoop;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.chat.http.EngineException;
import io.sidetone.speech.chat.http.EngineHttpClient;
import io.sidetone.speech.dialogue.SpokenText;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.NetFailures;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * One request to a model and its answer. It has deadlines, one retry before the first piece, and exactly one end. Its
 * session's loop only.
 */
final class ChatStream implements StreamingChatResponseHandler {
    private static final long MS = 1_000_000L;
    private static final int UNREADABLE_LIMIT = 3;

    private final Line line;
    private final ChatRequest request;
    private final RequestEdits edits;
    private final Listener listener;
    private final int retryDelayMs;
    private ChatEvents events;
    private ScheduledFuture<?> timer;
    private long beganNs;
    private long progressNs;
    private boolean first = true;
    private boolean retried;
    private boolean over;
    private int unreadable;

    /**
     * The shared parts of all requests of one session.
     *
     * @param unmarked what all sessions of the engine know of its reasoning, see {@link SpokenText}
     */
    record Line(
            ChatSettings settings,
            StreamingChatModel model,
            EngineHttpClient http,
            EventLoop loop,
            EngineMeter meter,
            LongSupplier clock,
            AtomicBoolean unmarked) {}

    /** Receives the pieces of the answer, and then one of the other calls. */
    interface Listener {
        void text(String piece);

        /**
         * The answer is complete.
         *
         * @param why reason for the end, or null when the service gave none
         * @param seen further facts about the answer
         */
        void complete(AiMessage answer, FinishReason why, ChatEvents seen);

        void failed(EngineFailure failure);
    }

    /**
     * Prepares a request.
     *
     * @param edits changes to the body that LangChain4j writes
     * @param retryDelayMs delay before a second attempt
     */
    ChatStream(Line line, ChatRequest request, RequestEdits edits, int retryDelayMs, Listener listener) {
        this.line = line;
        this.request = request;
        this.edits = edits;
        this.retryDelayMs = retryDelayMs;
        this.listener = listener;
    }

    void begin() {
        beganNs = line.clock.getAsLong();
        line.meter.requests.increment();
        timer = line.loop.schedule(this::firstLate, line.settings.limits().firstTokenMs(), TimeUnit.MILLISECONDS);
        send();
    }

    private void send() {
        if (over) {
            return;
        }
        ChatEvents mine = new ChatEvents(
                line.settings.access().name(),
                line.settings.provider(),
                line.meter.unexpected,
                this::progress,
                this::piece,
                this::ended);
        events = mine;
        line.http.checking(mine, body -> {
            String sent = edits.apply(body);
            mine.extras().sent(sent);
            return sent;
        });
        try {
            line.model.chat(request, this);
        } catch (RuntimeException | LinkageError e) {
            fail(EngineFailure.ofRequest(
                    "broken",
                    "engine " + line.settings.access().name() + ": the request cannot be made: " + e.getMessage()));
        }
    }

    /** Drops the answer; the listener receives nothing afterwards. */
    void cancel() {
        if (!over) {
            finish();
            line.http.cancel();
            line.meter.cancelled.increment();
        }
    }

    // ---- time -------------------------------------------------------------------------------------------------------

    private void progress() {
        progressNs = line.clock.getAsLong();
    }

    /** A piece of the answer arrived; thoughts and requested actions count, too. */
    private void piece() {
        progress();
        if (first && !over) {
            first = false;
            line.meter.first(progressNs - beganNs);
            timer.cancel(false);
            watch(line.settings.limits().silenceMs());
        }
    }

    private void watch(long ms) {
        timer = line.loop.schedule(this::silence, Math.max(1, ms), TimeUnit.MILLISECONDS);
    }

    private void firstLate() {
        late("the first token", line.settings.limits().firstTokenMs());
    }

    private void silence() {
        int silenceMs = line.settings.limits().silenceMs();
        long silentMs = (line.clock.getAsLong() - progressNs) / MS;
        if (silentMs >= silenceMs) {
            late("the next piece of an answer", silenceMs);
        } else if (!over) {
            watch(silenceMs - silentMs);
        }
    }

    private void late(String what, int ms) {
        if (!over) {
            line.http.cancel();
            fail(NetFailures.timeout(line.settings.access().name(), what, ms));
        }
    }

    // ---- LangChain4j's side -----------------------------------------------------------------------------------------

    @Override
    public void onPartialResponse(String text) {
        piece();
        if (!over) {
            listener.text(text);
        }
    }

    @Override
    public void onPartialThinking(PartialThinking thought) {
        piece();
    }

    @Override
    public void onPartialToolCall(PartialToolCall call) {
        piece();
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        if (over) {
            return;
        }
        TokenUsage usage = response.tokenUsage();
        if (usage != null) {
            count(usage);
        }
        if (!events.finished()) {
            // The stream ended properly, but the answer did not.
            fail(NetFailures.closed(line.settings.access().name(), 0, "in the middle of an answer"));
            return;
        }
        AiMessage answer = response.aiMessage();
        if (!events.extras().calls().isEmpty()) {
            answer = answer.toBuilder()
                    .toolExecutionRequests(events.extras().calls().requests())
                    .build();
        }
        if (unreadable > 0 && blank(answer)) {
            fail(NetFailures.broken(line.settings.access().name(), "sent an answer that cannot be understood"));
            return;
        }
        piece();
        line.meter.whole(line.clock.getAsLong() - beganNs);
        finish();
        listener.complete(answer, response.finishReason(), events);
    }

    private static boolean blank(AiMessage answer) {
        return !answer.hasToolExecutionRequests()
                && (answer.text() == null || answer.text().isBlank());
    }

    private void count(TokenUsage usage) {
        if (usage.inputTokenCount() != null) {
            line.meter.inputTokens.add(usage.inputTokenCount());
        }
        if (usage.outputTokenCount() != null) {
            line.meter.outputTokens.add(usage.outputTokenCount());
        }
        line.meter.cachedTokens.add(cached(usage));
    }

    /** Returns the tokens that the service reused from an earlier request; each provider has its own name for them. */
    private static int cached(TokenUsage usage) {
        Integer cached = null;
        if (usage instanceof OpenAiTokenUsage openAi && openAi.inputTokensDetails() != null) {
            cached = openAi.inputTokensDetails().cachedTokens();
        } else if (usage instanceof AnthropicTokenUsage anthropic) {
            cached = anthropic.cacheReadInputTokens();
        } else if (usage instanceof GoogleAiGeminiTokenUsage gemini) {
            cached = gemini.cachedContentTokenCount();
        }
        return cached == null ? 0 : cached;
    }

    @Override
    public void onError(Throwable error) {
        if (over) {
            return;
        }
        if (error instanceof EngineException known) {
            refused(known.failure());
            return;
        }
        line.meter.unexpected.increment();
        if (++unreadable == UNREADABLE_LIMIT) {
            line.http.cancel();
            fail(NetFailures.broken(line.settings.access().name(), "sends what cannot be understood"));
        }
    }

    /** The body has ended: an answer that is not complete by now will not become complete. */
    private void ended() {
        if (!over) {
            fail(NetFailures.closed(line.settings.access().name(), 0, "in the middle of an answer"));
        }
    }

    /** Retries a request whose answer has not begun: such a request has had no effect. */
    private void refused(EngineFailure failure) {
        boolean again = first && !retried && EngineFailure.UNAVAILABLE.equals(failure.code()) && failure.retryable();
        if (again && failure.retryAfterMs() <= retryDelayMs) {
            retried = true;
            line.loop.schedule(this::send, retryDelayMs, TimeUnit.MILLISECONDS);
        } else {
            fail(failure);
        }
    }

    private void fail(EngineFailure failure) {
        if (!over) {
            finish();
            line.meter.failures.increment();
            listener.failed(failure);
        }
    }

    private void finish() {
        over = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
