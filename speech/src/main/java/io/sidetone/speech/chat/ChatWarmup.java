package io.sidetone.speech.chat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.langchain4j.http.client.sse.ServerSentEventParsingHandle;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.sidetone.core.background.Background;
import io.sidetone.core.port.action.ActionDefinition;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one conversation without a service, before the first call. The first request loads about a thousand classes;
 * without the warm-up a caller would wait a second for them. On a thread of its own, once per provider and process.
 */
final class ChatWarmup {
    private static final Logger LOG = LoggerFactory.getLogger(ChatWarmup.class);
    private static final Set<ChatProvider> WARMED_UP = EnumSet.noneOf(ChatProvider.class);
    private static final int ROUNDS = 100;

    private ChatWarmup() {}

    /** Begins the warm-up, once per provider. */
    static void begin(ChatSettings settings) {
        synchronized (WARMED_UP) {
            if (!WARMED_UP.add(settings.provider())) {
                return;
            }
        }
        Background.start("chat-warmup", () -> run(settings));
    }

    /** Runs the warm-up; returns whether it succeeded. */
    static boolean run(ChatSettings settings) {
        try {
            StreamingChatModel model = ChatModels.model(settings, new Stage(events(settings.provider())));
            ActionDefinition action = new ActionDefinition(
                    "look",
                    "Looks.",
                    Map.of("type", "object", "properties", Map.of("at", Map.of("type", "string", "pattern", "x"))),
                    false,
                    true,
                    0);
            List<ChatMessage> messages = List.of(
                    SystemMessage.from("Rehearse."),
                    UserMessage.from("Ready?"),
                    AiMessage.from("Ready."),
                    UserMessage.from("Go."));
            ChatRequest request = ChatModels.request(settings, messages, ToolSpecs.of(List.of(action), List.of()));
            Audience audience = new Audience();
            for (int i = 0; i < ROUNDS; i++) {
                model.chat(request, audience);
            }
            return audience.heard == ROUNDS;
        } catch (RuntimeException | LinkageError e) {
            // The first call will report the fault; nothing depends on the warm-up.
            LOG.debug("no warm-up with {}", settings.provider(), e);
            return false;
        }
    }

    private static List<ServerSentEvent> events(ChatProvider provider) {
        return switch (provider) {
            case OPENAI ->
                List.of(
                        new ServerSentEvent(null, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Yes.\"}}]}"),
                        new ServerSentEvent(
                                null,
                                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
                                        + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}"));
            case ANTHROPIC ->
                List.of(
                        new ServerSentEvent(
                                "message_start",
                                "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[],"
                                        + "\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}"),
                        new ServerSentEvent(
                                "content_block_start",
                                "{\"type\":\"content_block_start\",\"index\":0,"
                                        + "\"content_block\":{\"type\":\"text\",\"text\":\"Yes.\"}}"),
                        new ServerSentEvent("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}"),
                        new ServerSentEvent("message_stop", "{\"type\":\"message_stop\"}"));
            case GEMINI ->
                List.of(new ServerSentEvent(
                        null,
                        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Yes.\"}],\"role\":\"model\"},"
                                + "\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":1}}"));
        };
    }

    /** Counts answers. */
    private static final class Audience implements StreamingChatResponseHandler {
        int heard;

        @Override
        public void onCompleteResponse(ChatResponse response) {
            heard += "Yes.".equals(response.aiMessage().text()) ? 1 : 0;
        }

        @Override
        public void onError(Throwable error) {
            LOG.debug("the warm-up failed", error);
        }
    }

    /** Answers every request with fixed events. */
    private record Stage(List<ServerSentEvent> events) implements HttpClient, HttpClientBuilder {
        private static final ServerSentEventContext CONTEXT =
                new ServerSentEventContext(new ServerSentEventParsingHandle() {
                    @Override
                    public void cancel() {}

                    @Override
                    public boolean isCancelled() {
                        return false;
                    }
                });

        @Override
        public SuccessfulHttpResponse execute(HttpRequest request) {
            throw new IllegalStateException("the warm-up asks for no whole answer");
        }

        @Override
        public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
            listener.onOpen(SuccessfulHttpResponse.builder()
                    .statusCode(200)
                    .headers(Map.of())
                    .build());
            events.forEach(event -> listener.onEvent(event, CONTEXT));
            listener.onClose();
        }

        @Override
        public Duration connectTimeout() {
            return null;
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration timeout) {
            return this;
        }

        @Override
        public Duration readTimeout() {
            return null;
        }

        @Override
        public HttpClientBuilder readTimeout(Duration timeout) {
            return this;
        }

        @Override
        public HttpClient build() {
            return this;
        }
    }
}
