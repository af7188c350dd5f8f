package io.sidetone.speech.chat;

import java.net.URI;

/** The provider whose protocol a model uses. */
public enum ChatProvider {
    /** Chat completions: OpenAI, Azure OpenAI, vLLM, llama.cpp, Ollama and many more. */
    OPENAI("https://api.openai.com/v1", "gpt-6-luna", 2),

    /** The Messages API. */
    ANTHROPIC("https://api.anthropic.com/v1", "claude-haiku-5-5", 1),

    /** {@code streamGenerateContent}. */
    GEMINI("https://generativelanguage.googleapis.com/v1beta", "gemini-3.5-flash-lite", 2);

    private final URI url;
    private final String model;
    private final double maxTemperature;

    ChatProvider(String url, String model, double maxTemperature) {
        this.url = URI.create(url);
        this.model = model;
        this.maxTemperature = maxTemperature;
    }

    /** Returns the provider's own address. */
    public URI url() {
        return url;
    }

    /** Returns the default model. */
    public String model() {
        return model;
    }

    /** Returns the highest temperature of the interface; the lowest is 0. */
    double maxTemperature() {
        return maxTemperature;
    }
}
