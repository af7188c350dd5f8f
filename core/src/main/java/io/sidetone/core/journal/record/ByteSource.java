package io.sidetone.core.journal.record;

import java.nio.charset.StandardCharsets;

/** Reads what {@link Bytes} wrote. Every method throws {@link BadRecordException} at what cannot have been written. */
public final class ByteSource {
    private final byte[] bytes;
    private final int end;
    private int at;

    /** Reads {@code bytes} from {@code offset} to {@code end}. */
    public ByteSource(byte[] bytes, int offset, int end) {
        this.bytes = bytes;
        this.at = offset;
        this.end = end;
    }

    /** Returns whether anything is left. */
    public boolean more() {
        return at < end;
    }

    int u8() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    long unsigned() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = u8();
            value |= (b & 0x7FL) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new BadRecordException("a number of more than 64 bits");
    }

    long signed() {
        long value = unsigned();
        return value >>> 1 ^ -(value & 1);
    }

    long fixed64() {
        need(8);
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value |= (bytes[at++] & 0xFFL) << 8 * i;
        }
        return value;
    }

    /** A number of things that follow, each at least {@code bytesEach} long. */
    int count(int bytesEach) {
        long count = unsigned();
        if (count < 0 || count > (end - at) / Math.max(1, bytesEach)) {
            throw new BadRecordException(count + " things in " + (end - at) + " bytes");
        }
        return (int) count;
    }

    String text() {
        int length = count(1);
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    void raw(byte[] target, int count) {
        need(count);
        System.arraycopy(bytes, at, target, 0, count);
        at += count;
    }

    void samples(short[] target, int count) {
        need(2 * count);
        for (int i = 0; i < count; i++) {
            target[i] = (short) (bytes[at] & 0xFF | bytes[at + 1] << 8);
            at += 2;
        }
    }

    private void need(int count) {
        if (count > end - at) {
            throw new BadRecordException("it ends " + (count - (end - at)) + " bytes early");
        }
    }
}
