package io.sidetone.transport.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RtpHeaderTest {
    private static ByteBuf hex(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", "")));
    }

    @Test
    void shouldReadTheExampleOfTheHeader() {
        ByteBuf packet = hex("80 80 0001 000000a0 deadbeef ff");
        assertThat(RtpHeader.payloadOffset(packet, 0, 13)).isEqualTo(12);
        assertThat(RtpHeader.payloadLength(packet, 0, 13, 12)).isEqualTo(1);
        assertThat(RtpHeader.marker(packet, 0)).isTrue();
        assertThat(RtpHeader.payloadType(packet, 0)).isZero();
        assertThat(RtpHeader.sequence(packet, 0)).isEqualTo(1);
        assertThat(RtpHeader.timestamp(packet, 0)).isEqualTo(160);
        assertThat(RtpHeader.ssrc(packet, 0)).isEqualTo(0xdeadbeef);
    }

    @Test
    void shouldReadBackWhatItWrites() {
        ByteBuf packet = Unpooled.buffer();
        packet.writeByte(0x55);
        RtpHeader.write(packet, false, 101, 0x1FFFF, 0xFFFFFF60, 0x80000001);
        assertThat(packet.readableBytes()).isEqualTo(1 + RtpHeader.LENGTH);
        assertThat(RtpHeader.payloadOffset(packet, 1, RtpHeader.LENGTH)).isEqualTo(12);
        assertThat(RtpHeader.marker(packet, 1)).isFalse();
        assertThat(RtpHeader.payloadType(packet, 1)).isEqualTo(101);
        assertThat(RtpHeader.sequence(packet, 1)).isEqualTo(0xFFFF);
        assertThat(RtpHeader.timestamp(packet, 1)).isEqualTo(0xFFFFFF60);
        assertThat(RtpHeader.ssrc(packet, 1)).isEqualTo(0x80000001);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "too short by one, 8000 0001 000000a0 deadbe, -1, 0",
        "header alone, 8000 0001 000000a0 deadbeef, 12, 0",
        "version 0, 0000 0001 000000a0 deadbeef ff, -1, 0",
        "version 1, 4000 0001 000000a0 deadbeef ff, -1, 0",
        "version 3, c000 0001 000000a0 deadbeef ff, -1, 0",
        "one CSRC, 8100 0001 000000a0 deadbeef 00000001 ff, 16, 1",
        "CSRC list cut short, 8200 0001 000000a0 deadbeef 00000001 ff, -1, 0",
        "empty extension, 9000 0001 000000a0 deadbeef bede0000 ff, 16, 1",
        "extension of one word, 9000 0001 000000a0 deadbeef bede0001 11223344 ffff, 20, 2",
        "extension header cut short, 9000 0001 000000a0 deadbeef bede, -1, 0",
        "extension overrun, 9000 0001 000000a0 deadbeef bede0002 11223344, -1, 0",
        "extension of the largest length, 9000 0001 000000a0 deadbeef bedeffff 11223344, -1, 0",
        "padding of one, a000 0001 000000a0 deadbeef ff01, 12, 1",
        "padding is all, a000 0001 000000a0 deadbeef 00000003, 12, 1",
        "padding count 0, a000 0001 000000a0 deadbeef ff00, 12, -1",
        "padding beyond the payload, a000 0001 000000a0 deadbeef ff03, 12, -1",
        "padding flag without payload, a000 0001 000000a0 deadbeef, 12, -1"
    })
    void shouldApplyTheValidityRules(String name, String packetHex, int payloadOffset, int payloadLength) {
        ByteBuf packet = hex(packetHex);
        int length = packet.readableBytes();
        int offset = RtpHeader.payloadOffset(packet, 0, length);
        assertThat(offset).isEqualTo(payloadOffset);
        if (offset != RtpHeader.INVALID) {
            assertThat(RtpHeader.payloadLength(packet, 0, length, offset)).isEqualTo(payloadLength);
        }
    }

    @Test
    void shouldAcceptAFullCsrcListOnlyWhenItIsThere() {
        ByteBuf packet = Unpooled.buffer();
        RtpHeader.write(packet, false, 0, 1, 160, 7);
        packet.setByte(0, 0x8F);
        packet.writeZero(15 * 4);
        assertThat(RtpHeader.payloadOffset(packet, 0, 72)).isEqualTo(72);
        assertThat(RtpHeader.payloadOffset(packet, 0, 71)).isEqualTo(RtpHeader.INVALID);
    }

    @Test
    void shouldNeverPointOutsideThePacketWhenBytesAreRandom() {
        long seed = 20261121L;
        Random random = new Random(seed);
        byte[] bytes = new byte[64];
        ByteBuf packet = Unpooled.wrappedBuffer(bytes);
        int accepted = 0;
        for (int i = 0; i < 200_000; i++) {
            random.nextBytes(bytes);
            bytes[0] = (byte) (bytes[0] & 0x3F | 0x80);
            int length = random.nextInt(65);
            int offset = RtpHeader.payloadOffset(packet, 0, length);
            if (offset == RtpHeader.INVALID) {
                continue;
            }
            assertThat(offset).as("seed %d, round %d", seed, i).isBetween(12, length);
            int payload = RtpHeader.payloadLength(packet, 0, length, offset);
            assertThat(payload).as("seed %d, round %d", seed, i).isBetween(-1, length - offset);
            accepted++;
        }
        assertThat(accepted).isGreaterThan(1000);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "8000, RTP",
        "80ff, RTP",
        "80bf, RTP",
        "80c0, RTCP",
        "80c8, RTCP",
        "bfdf, RTCP",
        "80e0, RTP",
        "0001, STUN",
        "0301, STUN",
        "0401, UNKNOWN",
        "1316, UNKNOWN",
        "1416, DTLS",
        "3f16, DTLS",
        "4000, UNKNOWN",
        "7fc8, UNKNOWN",
        "c000, UNKNOWN",
        "80, UNKNOWN"
    })
    void shouldTellDatagramsApartByTheirFirstBytes(String packetHex, DatagramKind kind) {
        ByteBuf packet = hex(packetHex);
        assertThat(DatagramKind.of(packet, 0, packet.readableBytes())).isEqualTo(kind);
    }

    @Test
    void shouldReadTheExampleOfATelephoneEvent() {
        byte[] payload = ByteBufUtil.decodeHexDump("058a0320");
        assertThat(TelephoneEvent.digit(TelephoneEvent.event(payload, 0))).isEqualTo('5');
        assertThat(TelephoneEvent.end(payload, 0)).isTrue();
        assertThat(TelephoneEvent.volume(payload, 0)).isEqualTo(10);
        assertThat(TelephoneEvent.duration(payload, 0)).isEqualTo(800);
        ByteBuf written = Unpooled.buffer();
        TelephoneEvent.write(written, TelephoneEvent.eventOf('5'), true, 10, 800);
        assertThat(ByteBufUtil.hexDump(written)).isEqualTo("058a0320");
        assertThat(TelephoneEvent.eventOf('d')).isEqualTo(15);
        assertThat(TelephoneEvent.digit(16)).isEqualTo(TelephoneEvent.NO_DIGIT);
    }
}
