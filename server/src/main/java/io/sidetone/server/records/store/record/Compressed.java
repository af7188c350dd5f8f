package io.sidetone.server.records.store.record;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Documents of calls, compressed with gzip (RFC 1952): a tenth of their JSON. */
public final class Compressed {
    private Compressed() {}

    static byte[] of(byte[] document) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(document.length / 4);
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(document);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return compressed.toByteArray();
    }

    /** Returns the document again. */
    public static byte[] read(byte[] compressed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        }
    }
}
