package io.sidetone.transport.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes JSON as a stream: the shape of an answer is what its code says, and no class is inspected at start. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Writes one value. */
    @FunctionalInterface
    public interface Writer {
        /** Writes one value to {@code out}. */
        void write(JsonGenerator out) throws IOException;
    }

    /** Returns what {@code writer} writes, as UTF-8. */
    public static byte[] bytes(Writer writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            writer.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail to be written", e);
        }
        return bytes.toByteArray();
    }
}
