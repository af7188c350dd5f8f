package io.sidetone.speech.chat;

import java.net.URI;

/** Whose protocol a model is spoken to in. */
public enum ChatProvider {
    /** Chat completions: OpenAI, Azure OpenAI, vLLM, llama.cpp, Ollama and many more. */
    OPENAI("https://api.openai.com/v1"),

    /** The Messages API. */
    ANTHROPIC("https://api.anthropic.com/v1"),

    /** {@code streamGenerateContent}. */
    GEMINI("https://generativelanguage.googleapis.com/v1beta");

    private final URI url;

    ChatProvider(String url) {
        this.url = URI.create(url);
    }

    /** Where the provider itself serves it. */
    public URI url() {
        return url;
    }
}
