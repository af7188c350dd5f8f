package io.sidetone.transport.rtp.srtp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in packets, in network order, and what ciphers do with arrays. */
final class PacketBytes {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private PacketBytes() {}

    static int getInt(byte[] bytes, int offset) {
        return (int) INTS.get(bytes, offset);
    }

    static int getShort(byte[] bytes, int offset) {
        return (bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF;
    }

    static void putInt(byte[] bytes, int offset, int value) {
        INTS.set(bytes, offset, value);
    }

    static void xorInt(byte[] bytes, int offset, int value) {
        INTS.set(bytes, offset, (int) INTS.get(bytes, offset) ^ value);
    }

    /** Adds the 48 bits of an index without carry. */
    static void xorIndex(byte[] bytes, int offset, long index) {
        xorInt(bytes, offset, (int) (index >>> 16));
        bytes[offset + 4] ^= (byte) (index >>> 8);
        bytes[offset + 5] ^= (byte) index;
    }

    /** Adds {@code stream} from {@code streamOffset} on to the bytes from {@code from} to {@code to} without carry. */
    static void xor(byte[] bytes, int from, int to, byte[] stream, int streamOffset) {
        int shift = streamOffset - from;
        for (int i = from; i < to; i++) {
            bytes[i] ^= stream[i + shift];
        }
    }

    /** Compares the first {@code length} bytes of a tag in a time that does not depend on them. */
    static boolean same(byte[] tag, byte[] packet, int offset, int length) {
        int difference = 0;
        for (int i = 0; i < length; i++) {
            difference |= tag[i] ^ packet[offset + i];
        }
        return difference == 0;
    }
}
