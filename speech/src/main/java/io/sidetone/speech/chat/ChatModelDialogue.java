package io.sidetone.speech.chat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.output.FinishReason;
import io.netty.channel.EventLoop;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.speech.chat.http.EngineHttpClient;
import io.sidetone.speech.chat.http.EngineHttpClientBuilder;
import io.sidetone.speech.dialogue.LoopDialogueSession;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Dialogue by a language model. Tokens are passed on as they arrive. The model may ask for the actions of the registry
 * and of the call's client. Its history contains what the caller heard. Each session has one event loop and at most one
 * request under way.
 */
public final class ChatModelDialogue implements DialogueModel, QuestionModel, Probe {
    private static final int RETRY_MS = 100;

    /**
     * Calls offer actions, and a service may refuse actions together with other settings; so the trial offers one, too.
     */
    private static final List<ToolSpecification> OFFERED = ToolSpecs.of(
            List.of(new ActionDefinition(
                    ActionCall.HANG_UP,
                    "Ends the call after a goodbye.",
                    Map.of("type", "object", "properties", Map.of()),
                    true,
                    false,
                    0)),
            List.of());

    private final EngineNet net;
    private final ChatSettings settings;
    private final Capabilities capabilities;
    private final EngineMeter meter;
    private final LongSupplier clock;
    private final ActionInvoker actions;
    private final CallTexts texts;
    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger openSessions = new AtomicInteger();
    private final AtomicBoolean unmarked = new AtomicBoolean();

    /**
     * Creates the engine; opens no connection, but loads LangChain4j on a thread of its own.
     *
     * @param clock monotonic ns
     * @param actions actions that its agent may use
     * @param texts what its texts say of its calls
     */
    public ChatModelDialogue(
            EngineNet net,
            ChatSettings settings,
            EngineMeter meter,
            LongSupplier clock,
            ActionInvoker actions,
            CallTexts texts) {
        this.texts = texts;
        this.net = net;
        this.settings = settings;
        this.capabilities = new Capabilities(settings.access().model(), true);
        this.meter = meter;
        this.clock = clock;
        this.actions = actions;
        ChatWarmup.begin(settings);
        // A call may have a second engine as a fallback; the two must not produce the same number.
        this.ids.set(clock.getAsLong() & Long.MAX_VALUE >> 8);
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        openSessions.incrementAndGet();
        EventLoop loop = net.next();
        LoopDialogueSession session =
                new LoopDialogueSession(() -> talk(loop, call, events), events, loop, openSessions::decrementAndGet);
        session.opened();
        return session;
    }

    private ChatConversation talk(EventLoop loop, CallContext call, DialogueEvents events) {
        ChatStream.Line line = line(loop, meter.forCall(call));
        line.http().about(CallHeaders.of(call, settings));
        line.http().warm(settings.access().url());
        return new ChatConversation(
                line, events, call.fence(), actions, ids::incrementAndGet, call.seed(), texts, call.subject());
    }

    private ChatStream.Line line(EventLoop loop, EngineMeter counts) {
        EngineHttpClient http = new EngineHttpClient(net, loop, settings.access());
        return new ChatStream.Line(
                settings,
                ChatModels.model(settings, new EngineHttpClientBuilder(http)),
                http,
                loop,
                counts,
                clock,
                unmarked);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(settings.toString());
    }

    /** Returns the number of open sessions. */
    public int openSessions() {
        return openSessions.get();
    }

    @Override
    public CompletableFuture<String> ask(ChatQuestion question) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        EventLoop loop = net.next();
        loop.execute(() -> {
            AskedQuestion asked = new AskedQuestion(line(loop, meter), question, answer);
            asked.begin();
            answer.whenComplete((text, failure) -> loop.execute(asked::cancel));
        });
        return answer;
    }

    @Override
    public CompletableFuture<EngineHealth> probe() {
        CompletableFuture<EngineHealth> result = new CompletableFuture<>();
        EventLoop loop = net.next();
        loop.execute(() -> {
            ChatStream.Line line = line(loop, meter);
            new Trial(line, result).begin();
        });
        return result;
    }

    /** Sends one short question and waits for the first word of the answer. */
    private final class Trial implements ChatStream.Listener {
        private final ChatStream stream;
        private final CompletableFuture<EngineHealth> result;

        Trial(ChatStream.Line line, CompletableFuture<EngineHealth> result) {
            this.result = result;
            this.stream = new ChatStream(
                    line,
                    ChatModels.request(settings, List.of(UserMessage.from("Say: ready")), OFFERED),
                    new RequestEdits(settings.provider()),
                    RETRY_MS,
                    this);
        }

        void begin() {
            stream.begin();
        }

        private void settle(boolean ok, String detail) {
            result.complete(new EngineHealth(ok, detail));
        }

        @Override
        public void text(String piece) {
            settle(true, settings.access().model() + " answers");
            stream.cancel();
        }

        @Override
        public void complete(AiMessage answer, FinishReason why, ChatEvents seen) {
            settle(true, settings.access().model() + " answers, but says nothing");
        }

        @Override
        public void failed(EngineFailure failure) {
            settle(false, failure.message());
        }
    }
}
