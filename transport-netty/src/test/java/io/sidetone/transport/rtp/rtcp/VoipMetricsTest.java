package io.sidetone.transport.rtp.rtcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.quality.LossPattern;
import org.junit.jupiter.api.Test;

class VoipMetricsTest {
    private static final int OURS = 0x0A0B0C0D;
    private static final int THEIRS = 0x11223344;

    private static ByteBuf report() {
        LossPattern pattern = new LossPattern();
        for (int i = 0; i < 200; i++) {
            if (i >= 100 && i < 110) {
                pattern.lost(1);
            } else {
                pattern.received();
            }
        }
        ByteBuf packet = Unpooled.buffer();
        VoipMetrics.write(packet, OURS, THEIRS, new VoipMetrics.Received(pattern, 2, 20, 120.4, 40, 60, 80.4, 71.6));
        return packet;
    }

    @Test
    void shouldWriteTheBlockOfTheRfc() {
        ByteBuf packet = report();
        assertThat(ByteBufUtil.hexDump(packet))
                .isEqualTo("80cf000a" + "0a0b0c0d" // XR, 11 words
                        + "07000008" + "11223344"
                        + "0a02ff00" // 8 of 200 lost, 2 discarded, the burst all lost, nothing in gaps
                        + "00c8" + "076c" // 10 packets, and 95 in each of two gaps
                        + "0078" + "0028"
                        + "7f7f7f10"
                        + "487f2825" // R 72, MOS-LQ 4.0, MOS-CQ 3.7
                        + "f0000000"
                        + "003c003c");
        assertThat(packet.readableBytes()).isEqualTo(VoipMetrics.LENGTH);
    }

    @Test
    void shouldReadThePeersOpinionOfUsOnly() {
        ByteBuf packet = report();
        int bytes = packet.readableBytes();
        assertThat(VoipMetrics.conversationScore(packet, 0, bytes, THEIRS)).isEqualTo(3.7);
        assertThat(VoipMetrics.conversationScore(packet, 0, bytes, OURS)).isEqualTo(-1);
        packet.setByte(8 + VoipMetrics.CONVERSATION_SCORE_OFFSET, VoipMetrics.UNAVAILABLE);
        assertThat(VoipMetrics.conversationScore(packet, 0, bytes, THEIRS)).isEqualTo(-1);
    }

    @Test
    void shouldSurviveBlocksThatBreakTheirLengths() {
        ByteBuf packet = report();
        packet.setShort(10, 0xFFFF);
        assertThat(VoipMetrics.conversationScore(packet, 0, packet.readableBytes(), THEIRS))
                .isEqualTo(-1);
        ByteBuf cut = report();
        assertThat(VoipMetrics.conversationScore(cut, 0, 20, THEIRS)).isEqualTo(-1);
    }
}
