package io.sidetone.speech.deepgram;

import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.net.SocketRequest;
import java.net.URI;
import java.util.Map;

/** The parameters of a stream. */
final class DeepgramQuery {
    /** The hosted service. */
    static final URI URL = URI.create("wss://api.deepgram.com");

    private final StringBuilder text = new StringBuilder();

    DeepgramQuery put(String name, Object value) {
        text.append(text.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(ServiceAccess.encoded(String.valueOf(value)));
        return this;
    }

    /** Adds the parameter only when {@code value} is true. */
    DeepgramQuery on(String name, boolean value) {
        return value ? put(name, true) : this;
    }

    DeepgramQuery all(String name, Iterable<String> values) {
        values.forEach(value -> put(name, value));
        return this;
    }

    /** Returns the request that connects to the interface at {@code path}; an installation of one's own may ask for no key. */
    SocketRequest request(ServiceAccess access, String path) {
        Map<String, String> headers =
                access.key().isEmpty() ? Map.of() : Map.of("Authorization", "Token " + access.key());
        return access.connection(access.endpoint(path, text.toString()), headers);
    }
}
