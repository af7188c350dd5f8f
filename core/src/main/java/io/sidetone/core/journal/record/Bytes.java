package io.sidetone.core.journal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow as they are written: little-endian, numbers of variable length. */
public final class Bytes {
    private byte[] bytes;
    private int length;

    /** Creates an empty buffer with room for {@code capacity} bytes. */
    public Bytes(int capacity) {
        bytes = new byte[capacity];
    }

    /** Bytes written. */
    public int length() {
        return length;
    }

    /** The buffer; valid up to {@link #length}, until the next write. */
    public byte[] array() {
        return bytes;
    }

    /** Forgets everything behind {@code newLength}. */
    public void truncate(int newLength) {
        length = newLength;
    }

    /** Returns a copy of what was written. */
    public byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    void u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    /** Seven bits a byte, the lowest first. */
    void unsigned(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    /** Small numbers of either sign are short. */
    void signed(long value) {
        unsigned(value << 1 ^ value >> 63);
    }

    void fixed64(long value) {
        room(8);
        for (int i = 0; i < 8; i++) {
            bytes[length++] = (byte) (value >>> 8 * i);
        }
    }

    void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        unsigned(utf8.length);
        raw(utf8);
    }

    void raw(byte[] value) {
        raw(value, value.length);
    }

    void raw(byte[] value, int count) {
        room(count);
        System.arraycopy(value, 0, bytes, length, count);
        length += count;
    }

    void samples(short[] pcm, int count) {
        room(2 * count);
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) pcm[i];
            bytes[length++] = (byte) (pcm[i] >> 8);
        }
    }
}
