package io.sidetone.server.records.delivery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Records as bytes: length (4), CRC-32C of what follows (4), kind (1), length of the call id (1), call id, body. A segment
 * begins with {@link #HEADER} bytes that name the format.
 */
final class SpoolFrames {
    /** Bytes before the first record of a segment. */
    static final int HEADER = 8;

    private static final long MAGIC = 0x53_54_53_50_4f_4f_4c_01L;
    private static final int PREFIX = 8;
    private static final int MIN_CONTENT = 2;
    private static final int MAX_ID = 255;
    private static final SpoolRecord.Kind[] KINDS = SpoolRecord.Kind.values();

    private SpoolFrames() {}

    static void header(ByteBuffer out) {
        out.putLong(MAGIC);
    }

    static boolean headerGood(ByteBuffer in) {
        return in.remaining() >= HEADER && in.getLong() == MAGIC;
    }

    /** Returns how many bytes {@code record} takes. */
    static int size(SpoolRecord record) {
        return PREFIX + MIN_CONTENT + record.callId().length() + record.body().length;
    }

    /** Returns whether {@code record} can be written at all. */
    static boolean fits(SpoolRecord record) {
        return record.callId().length() <= MAX_ID && record.body().length <= SpoolRecord.MAX_BODY;
    }

    static void encode(SpoolRecord record, ByteBuffer out) {
        byte[] id = record.callId().getBytes(StandardCharsets.US_ASCII);
        if (!fits(record)) {
            throw new IllegalArgumentException("a record of " + record.body().length + " B for a call id of "
                    + id.length + " B is too long for the spool");
        }
        int start = out.position();
        out.putLong(0);
        out.put((byte) record.kind().ordinal()).put((byte) id.length).put(id).put(record.body());
        int length = out.position() - start - PREFIX;
        out.putInt(start, length);
        out.putInt(start + 4, crc(out, start + PREFIX, length));
    }

    /** Reads one record, or returns null and leaves the position when what stands there is none. */
    static SpoolRecord decode(ByteBuffer in) {
        int start = in.position();
        if (in.remaining() < PREFIX + MIN_CONTENT) {
            return null;
        }
        int length = in.getInt(start);
        if (length < MIN_CONTENT
                || length > in.remaining() - PREFIX
                || in.getInt(start + 4) != crc(in, start + PREFIX, length)) {
            return null;
        }
        int kind = in.get(start + PREFIX);
        int idLength = in.get(start + PREFIX + 1) & 0xff;
        if (kind < 0 || kind >= KINDS.length || idLength > length - MIN_CONTENT) {
            return null;
        }
        byte[] id = new byte[idLength];
        byte[] body = new byte[length - MIN_CONTENT - idLength];
        in.position(start + PREFIX + MIN_CONTENT);
        in.get(id).get(body);
        return new SpoolRecord(KINDS[kind], new String(id, StandardCharsets.US_ASCII), body);
    }

    private static int crc(ByteBuffer bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().limit(from + length).position(from));
        return (int) crc.getValue();
    }
}
