package io.sidetone.speech.chat;

import java.net.URI;

/** The provider whose protocol a model uses. */
public enum ChatProvider {
    /** Chat completions: OpenAI, Azure OpenAI, vLLM, llama.cpp, Ollama and many more. */
    OPENAI("https://api.openai.com/v1", 2),

    /** The Messages API. */
    ANTHROPIC("https://api.anthropic.com/v1", 1),

    /** {@code streamGenerateContent}. */
    GEMINI("https://generativelanguage.googleapis.com/v1beta", 2);

    private final URI url;
    private final double maxTemperature;

    ChatProvider(String url, double maxTemperature) {
        this.url = URI.create(url);
        this.maxTemperature = maxTemperature;
    }

    /** Returns the provider's own address. */
    public URI url() {
        return url;
    }

    /** Returns the highest temperature of the interface; the lowest is 0. */
    double maxTemperature() {
        return maxTemperature;
    }
}
