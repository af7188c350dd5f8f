package io.sidetone.transport.rtp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any datagrams at a call's media ports, one after the other: each is taken, counted or dropped, nothing escapes and no
 * buffer is kept. Each begins with two bytes: which port and source, and its length.
 */
@Tag("fuzz")
class RtpFuzzing {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4_000);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("203.0.113.66", 4_000);
    private static final int EVENTS = 101;

    static Stream<byte[]> talks() {
        ByteBuf talk = Unpooled.buffer();
        for (int i = 0; i < 8; i++) {
            int type = i == 5 ? EVENTS : i == 6 ? 13 : 0;
            int payload = i == 5 ? 4 : i == 6 ? 1 : 160;
            talk.writeByte(0).writeByte(RtpHeader.LENGTH + payload);
            RtpHeader.write(talk, i == 0, type, 1_000 + i, 5_000 + 160 * i, 7);
            talk.writeZero(payload);
        }
        // A sender report and a goodbye.
        talk.writeByte(2).writeByte(28).writeInt(0x80C80006).writeInt(7).writeZero(20);
        talk.writeByte(2).writeByte(8).writeInt(0x81CB0001).writeInt(7);
        byte[] bytes = new byte[talk.readableBytes()];
        talk.readBytes(bytes);
        return Stream.of(bytes);
    }

    @MethodSource("talks")
    @FuzzTest(maxDuration = "2s")
    void shouldSurviveWhateverComesToItsPorts(byte[] bytes) {
        RecordingSink sink = new RecordingSink();
        RtpIngress ingress = new RtpIngress(
                new ReceiveWork(),
                8_000,
                sink,
                new RtpCounters(),
                (buffer, index, length, source, nowNs) -> buffer.getByte(index));
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU, AudioFormat.PCMA), EVENTS),
                true,
                CALLER,
                CALLER.getAddress(),
                OtherSources.NONE,
                0);
        ByteBuf talk = Unpooled.wrappedBuffer(bytes);
        long nowNs = 0;
        while (talk.readableBytes() > 1) {
            int how = talk.readByte();
            ByteBuf packet = talk.readSlice(Math.min(talk.readUnsignedByte(), talk.readableBytes()));
            InetSocketAddress source = (how & 1) == 0 ? CALLER : STRANGER;
            if ((how & 2) == 0) {
                ingress.onRtpPort(packet, source, nowNs);
            } else {
                ingress.onRtcpPort(packet, source, nowNs);
            }
            nowNs += 20_000_000L;
            ingress.onTick(nowNs);
        }
        ingress.end();
        if (talk.refCnt() != 1) {
            throw new AssertionError("a packet was kept or released: " + talk.refCnt());
        }
        for (RecordingSink.Frame frame : sink.frames) {
            if (frame.pcm().length != 160 || frame.sampleRateHz() != 8_000) {
                throw new AssertionError("a frame of " + frame.pcm().length + " samples");
            }
        }
    }
}
