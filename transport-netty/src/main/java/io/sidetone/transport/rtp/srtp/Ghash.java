package io.sidetone.transport.rtp.srtp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * GHASH of AES-GCM (NIST SP 800-38D section 6.4), in constant time and without tables: products without carries come
 * from integer products of numbers with holes between their bits. One thread at a time.
 */
final class Ghash {
    private static final int BLOCK_BYTES = 16;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final long BITS_0 = 0x1111_1111_1111_1111L;
    private static final long BITS_1 = 0x2222_2222_2222_2222L;
    private static final long BITS_2 = 0x4444_4444_4444_4444L;
    private static final long BITS_3 = 0x8888_8888_8888_8888L;

    private final long high;
    private final long low;
    private final long highReversed;
    private final long lowReversed;
    private final byte[] padded = new byte[BLOCK_BYTES];
    private long y1;
    private long y0;

    /** Creates it with the hash key: the block of zeros, encrypted. */
    Ghash(byte[] hashKey) {
        high = (long) LONGS.get(hashKey, 0);
        low = (long) LONGS.get(hashKey, 8);
        highReversed = Long.reverse(high);
        lowReversed = Long.reverse(low);
    }

    /** Begins anew. */
    void begin() {
        y1 = 0;
        y0 = 0;
    }

    /** Takes bytes, filled up with zeros to whole blocks. */
    void update(byte[] data, int offset, int length) {
        int at = offset;
        int end = offset + length;
        for (; end - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
            block((long) LONGS.get(data, at), (long) LONGS.get(data, at + 8));
        }
        if (at < end) {
            Arrays.fill(padded, (byte) 0);
            System.arraycopy(data, at, padded, 0, end - at);
            block((long) LONGS.get(padded, 0), (long) LONGS.get(padded, 8));
        }
    }

    /** Takes the lengths of both parts in bytes and writes the 16 bytes of the hash. */
    void finish(int additionalBytes, int cipherBytes, byte[] out) {
        block(additionalBytes * 8L, cipherBytes * 8L);
        LONGS.set(out, 0, y1);
        LONGS.set(out, 8, y0);
    }

    /** Adds a block and multiplies by the key in GF(2^128), by Karatsuba; the reversed product gives the upper half. */
    private void block(long first, long second) {
        long a1 = y1 ^ first;
        long a0 = y0 ^ second;
        long a1r = Long.reverse(a1);
        long a0r = Long.reverse(a0);
        long z0 = product(a0, low);
        long z1 = product(a1, high);
        long z2 = product(a0 ^ a1, low ^ high) ^ z0 ^ z1;
        long z0h = product(a0r, lowReversed);
        long z1h = product(a1r, highReversed);
        long z2h = product(a0r ^ a1r, lowReversed ^ highReversed) ^ z0h ^ z1h;
        z0h = Long.reverse(z0h) >>> 1;
        z1h = Long.reverse(z1h) >>> 1;
        z2h = Long.reverse(z2h) >>> 1;
        reduce(z0, z0h ^ z2, z1 ^ z2h, z1h);
    }

    /** Reduces 255 bits, the lowest word first, by the polynomial x^128 + x^7 + x^2 + x + 1 in reversed order. */
    private void reduce(long v0, long v1, long v2, long v3) {
        long w3 = v3 << 1 | v2 >>> 63;
        long w2 = v2 << 1 | v1 >>> 63;
        long w1 = v1 << 1 | v0 >>> 63;
        long w0 = v0 << 1;
        w2 ^= w0 ^ w0 >>> 1 ^ w0 >>> 2 ^ w0 >>> 7;
        w1 ^= w0 << 63 ^ w0 << 62 ^ w0 << 57;
        w3 ^= w1 ^ w1 >>> 1 ^ w1 >>> 2 ^ w1 >>> 7;
        w2 ^= w1 << 63 ^ w1 << 62 ^ w1 << 57;
        y0 = w2;
        y1 = w3;
    }

    /** The lower 64 bits of the product without carries: every fourth bit apart, so that no sum reaches the next bit. */
    private static long product(long x, long y) {
        long x0 = x & BITS_0;
        long x1 = x & BITS_1;
        long x2 = x & BITS_2;
        long x3 = x & BITS_3;
        long y0 = y & BITS_0;
        long y1 = y & BITS_1;
        long y2 = y & BITS_2;
        long y3 = y & BITS_3;
        long z0 = x0 * y0 ^ x1 * y3 ^ x2 * y2 ^ x3 * y1;
        long z1 = x0 * y1 ^ x1 * y0 ^ x2 * y3 ^ x3 * y2;
        long z2 = x0 * y2 ^ x1 * y1 ^ x2 * y0 ^ x3 * y3;
        long z3 = x0 * y3 ^ x1 * y2 ^ x2 * y1 ^ x3 * y0;
        return z0 & BITS_0 | z1 & BITS_1 | z2 & BITS_2 | z3 & BITS_3;
    }
}
