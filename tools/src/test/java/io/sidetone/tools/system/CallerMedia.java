package io.sidetone.tools.system;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.SpeechNoise;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** What sipp plays: made here, never committed. */
final class CallerMedia {
    private static final int FRAME = 160;
    private static final int SSRC = 0x51D0_7E57;
    private static final byte TELEPHONE_EVENT = 101;
    private static final int PACKETS_PER_DIGIT = 6;

    private CallerMedia() {}

    /** Two seconds of headerless µ-law at 8 kHz, quiet enough to be no speech, for {@code rtp_stream}. */
    static Path quietLine(Path file) throws IOException {
        short[] pcm = new short[FRAME * 100];
        new SpeechNoise(8_000, 7, -75).fill(pcm, 0, pcm.length);
        byte[] law = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, law, 0);
        return Files.write(file, law);
    }

    /** A capture of half a second of silence and then {@code digits} as RFC 4733 events, one continuous stream. */
    static Path digits(Path file, String digits) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(0xA1B2C3D4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(65_535)
                .putInt(1);
        byte[] silence = new byte[FRAME];
        G711.PCMU.fillSilence(silence, 0, FRAME);
        int sequence = 1;
        int timestamp = 0;
        long atUs = 0;
        for (int i = 0; i < 25; i++) {
            packet(out, atUs, (byte) 0, i == 0, sequence++, timestamp, silence);
            atUs += 20_000;
            timestamp += FRAME;
        }
        for (char digit : digits.toCharArray()) {
            int event = "0123456789*#ABCD".indexOf(digit);
            for (int n = 1; n <= PACKETS_PER_DIGIT + 3; n++) {
                boolean end = n > PACKETS_PER_DIGIT;
                int duration = FRAME * Math.min(n, PACKETS_PER_DIGIT);
                byte[] payload = {(byte) event, (byte) (end ? 0x8A : 0x0A), (byte) (duration >> 8), (byte) duration};
                packet(out, atUs, TELEPHONE_EVENT, n == 1, sequence++, timestamp, payload);
                atUs += 20_000;
            }
            timestamp += FRAME * (PACKETS_PER_DIGIT + 5);
            atUs += 40_000;
        }
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return Files.write(file, bytes);
    }

    /** One RTP packet in UDP, IPv4 and Ethernet; sipp puts in its own addresses. */
    private static void packet(
            ByteBuffer out, long atUs, byte type, boolean marker, int sequence, int timestamp, byte[] payload) {
        int length = 14 + 20 + 8 + 12 + payload.length;
        out.putInt((int) (atUs / 1_000_000))
                .putInt((int) (atUs % 1_000_000))
                .putInt(length)
                .putInt(length);
        out.order(ByteOrder.BIG_ENDIAN);
        out.put(new byte[12]).putShort((short) 0x0800);
        out.putShort((short) 0x4500)
                .putShort((short) (length - 14))
                .putInt(0)
                .put((byte) 64)
                .put((byte) 17);
        out.putShort((short) 0).putInt(0x7F000001).putInt(0x7F000001);
        out.putShort((short) 6_000)
                .putShort((short) 6_002)
                .putShort((short) (length - 34))
                .putShort((short) 0);
        out.put((byte) 0x80)
                .put((byte) (marker ? type | 0x80 : type))
                .putShort((short) sequence)
                .putInt(timestamp);
        out.putInt(SSRC).put(payload);
        out.order(ByteOrder.LITTLE_ENDIAN);
    }
}
