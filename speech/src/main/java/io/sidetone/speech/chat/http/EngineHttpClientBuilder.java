package io.sidetone.speech.chat.http;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.time.Duration;

/** Passes a client to LangChain4j, which accepts only builders; the client has its own deadlines. */
public final class EngineHttpClientBuilder implements HttpClientBuilder {
    private final EngineHttpClient client;
    private Duration connectTimeout;
    private Duration readTimeout;

    /** Creates a builder that always returns {@code client}. */
    public EngineHttpClientBuilder(EngineHttpClient client) {
        this.client = client;
    }

    @Override
    public Duration connectTimeout() {
        return connectTimeout;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
        connectTimeout = timeout;
        return this;
    }

    @Override
    public Duration readTimeout() {
        return readTimeout;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
        readTimeout = timeout;
        return this;
    }

    @Override
    public HttpClient build() {
        return client;
    }
}
