package io.sidetone.transport.vela;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes the messages of {@code /ws} as a stream: the shape of a message is what its code says. Any thread. */
final class MessageJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private MessageJson() {}

    /** Writes one value. */
    @FunctionalInterface
    interface Writer {
        /** Writes one value to {@code out}. */
        void write(JsonGenerator out) throws IOException;
    }

    /** Returns what {@code writer} writes, as UTF-8. */
    static byte[] bytes(Writer writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            writer.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail to be written", e);
        }
        return bytes.toByteArray();
    }
}
