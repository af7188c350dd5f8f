package io.sidetone.speech.chat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatRequestParameters;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.googleai.GeminiThinkingConfig;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.sidetone.speech.net.ServiceAccess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates LangChain4j's models from settings, and requests for one turn. */
final class ChatModels {
    private ChatModels() {}

    /** Returns the model of one session. */
    static StreamingChatModel model(ChatSettings settings, HttpClientBuilder http) {
        return switch (settings.provider()) {
            case OPENAI -> openAi(settings, http);
            case ANTHROPIC -> anthropic(settings, http);
            case GEMINI -> gemini(settings, http);
        };
    }

    private static StreamingChatModel openAi(ChatSettings settings, HttpClientBuilder http) {
        ServiceAccess access = settings.access();
        OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder builder = OpenAiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.base())
                .modelName(access.model())
                .temperature(settings.temperature())
                .returnThinking(true)
                .accumulateToolCallId(false);
        Integer maxTokens = maxTokens(settings);
        if (settings.limits().legacyMaxTokens()) {
            builder.maxTokens(maxTokens);
        } else {
            builder.maxCompletionTokens(maxTokens);
        }
        if (!settings.extra().isEmpty()) {
            builder.customParameters(settings.extra());
        }
        Map<String, String> query = new HashMap<>();
        new QueryStringDecoder(access.url()).parameters().forEach((name, values) -> query.put(name, values.get(0)));
        if (!query.isEmpty()) {
            builder.customQueryParams(query);
        }
        if (!access.key().isEmpty()) {
            if (settings.keyHeader().bearer()) {
                builder.apiKey(access.key());
            } else {
                builder.customHeaders(settings.keyHeader().with(access.key()));
            }
        }
        return builder.build();
    }

    private static StreamingChatModel anthropic(ChatSettings settings, HttpClientBuilder http) {
        ServiceAccess access = settings.access();
        return AnthropicStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.base())
                .apiKey(access.key())
                .modelName(access.model())
                .temperature(settings.temperature())
                .maxTokens(maxTokens(settings))
                .returnThinking(true)
                .sendThinking(true)
                .customParameters(settings.extra())
                .build();
    }

    private static StreamingChatModel gemini(ChatSettings settings, HttpClientBuilder http) {
        ServiceAccess access = settings.access();
        GoogleAiGeminiStreamingChatModel.GoogleAiGeminiStreamingChatModelBuilder builder =
                GoogleAiGeminiStreamingChatModel.builder();
        if (!settings.extra().isEmpty()) {
            GeminiThinkingConfig.Builder thinking = GeminiThinkingConfig.builder();
            if (settings.extra().get(ChatSettings.THINKING_BUDGET) instanceof Number budget) {
                thinking.thinkingBudget(budget.intValue());
            }
            if (settings.extra().get(ChatSettings.THINKING_LEVEL) instanceof String level) {
                thinking.thinkingLevel(level);
            }
            builder.thinkingConfig(thinking.build());
        }
        return builder.httpClientBuilder(http)
                .baseUrl(settings.base())
                .apiKey(access.key())
                .modelName(access.model())
                .temperature(settings.temperature())
                .maxOutputTokens(maxTokens(settings))
                .returnThinking(true)
                .sendThinking(true)
                .build();
    }

    private static Integer maxTokens(ChatSettings settings) {
        return settings.limits().maxTokens() == 0 ? null : settings.limits().maxTokens();
    }

    /** Returns one request; services refuse tool settings in a request without tools. */
    static ChatRequest request(ChatSettings settings, List<ChatMessage> messages, List<ToolSpecification> tools) {
        ChatRequest.Builder builder = ChatRequest.builder().messages(messages);
        if (tools.isEmpty()) {
            return builder.build();
        }
        return builder.parameters(parameters(settings, tools)).build();
    }

    private static ChatRequestParameters parameters(ChatSettings settings, List<ToolSpecification> tools) {
        boolean one = !settings.parallelToolCalls();
        return switch (settings.provider()) {
            case OPENAI -> {
                OpenAiChatRequestParameters.Builder builder = OpenAiChatRequestParameters.builder();
                builder.toolSpecifications(tools);
                if (one) {
                    builder.parallelToolCalls(false);
                }
                yield builder.build();
            }
            case ANTHROPIC -> {
                AnthropicChatRequestParameters.Builder builder = AnthropicChatRequestParameters.builder();
                builder.toolSpecifications(tools);
                if (one) {
                    builder.toolChoice(ToolChoice.AUTO);
                    builder.disableParallelToolUse(true);
                }
                yield builder.build();
            }
            case GEMINI ->
                ChatRequestParameters.builder().toolSpecifications(tools).build();
        };
    }
}
