package io.sidetone.tools.system;

import io.sidetone.transport.rtp.dtmf.TelephoneEventReceiver;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The keys that arrive at a telephone as RFC 4733 events. */
final class HeardDigits {
    private static final int EVENTS = 101;
    private static final int HEADER = 12;

    private HeardDigits() {}

    /** Listens until {@code count} digits were heard. */
    static String on(DatagramSocket phone, int count) throws IOException {
        StringBuilder digits = new StringBuilder();
        TelephoneEventReceiver receiver =
                new TelephoneEventReceiver(8_000, (digit, heldMs, nowNs) -> digits.append(digit), new RtpCounters());
        DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
        while (digits.length() < count) {
            phone.receive(packet);
            byte[] bytes = packet.getData();
            if ((bytes[1] & 0x7F) == EVENTS) {
                byte[] payload = Arrays.copyOfRange(bytes, HEADER, packet.getLength());
                ByteBuffer header = ByteBuffer.wrap(bytes);
                receiver.onPacket(
                        header.getInt(8),
                        header.getShort(2) & 0xFFFF,
                        header.getInt(4),
                        bytes[1] < 0,
                        payload,
                        payload.length,
                        System.nanoTime());
            }
        }
        return digits.toString();
    }
}
