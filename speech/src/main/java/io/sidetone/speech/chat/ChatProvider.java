package io.sidetone.speech.chat;

import java.net.URI;

/** Whose protocol a model is spoken to in. */
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

    /** Where the provider itself serves it. */
    public URI url() {
        return url;
    }

    /** The highest temperature that the interface takes; 0 is the lowest. */
    double maxTemperature() {
        return maxTemperature;
    }
}
