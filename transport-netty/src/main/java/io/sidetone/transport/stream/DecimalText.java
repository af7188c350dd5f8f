package io.sidetone.transport.stream;

import io.netty.buffer.ByteBuf;

/** Writes whole numbers as ASCII digits into existing buffers. Stateless; allocates nothing. */
public final class DecimalText {
    private DecimalText() {}

    /** Appends {@code number} to {@code out}. */
    public static void append(ByteBuf out, long number) {
        if (number < 0) {
            out.writeByte('-');
        }
        long rest = Math.abs(number);
        long unit = 1;
        while (rest / unit >= 10) {
            unit *= 10;
        }
        for (; unit > 0; unit /= 10) {
            out.writeByte('0' + (int) (rest / unit % 10));
        }
    }
}
