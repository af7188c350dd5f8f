package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.sip.source.SourcePolicy;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Media of a trunk behind address translation that lists the networks of its media. */
class TranslatedTrunkTest extends TrunkRig {
    private static final Pattern PORT = Pattern.compile("m=audio ([0-9]+) ");

    @Override
    SourcePolicy sources() {
        return new SourcePolicy(List.of(new SourcePolicy.Trunk("north", List.of(Blocks.of("127.0.0.1")), true)), false);
    }

    @BeforeEach
    void networks() {
        draft.mediaSources = Blocks.of("127.0.0.4/30")::contains;
        renew();
    }

    private void speak(DatagramSocket from, int port) throws Exception {
        for (int i = 0; i < 4; i++) {
            ByteBuf packet = Unpooled.buffer();
            RtpHeader.write(packet, false, 0, i, i * 160, 7);
            packet.writeZero(160);
            byte[] bytes = ByteBufUtil.getBytes(packet);
            from.send(new DatagramPacket(bytes, bytes.length, loopback, port));
        }
    }

    @Test
    void shouldTakeMediaFromTheNetworksOfTheTrunkAlone() throws Exception {
        FakeIncomingCall sip = invite(goodOffer().replace("c=IN IP4 127.0.0.1", "c=IN IP4 127.0.0.9"));
        until("the answer", () -> sip.answer != null);
        Matcher answer = PORT.matcher(new String(sip.answer, StandardCharsets.US_ASCII));
        assertThat(answer.find()).isTrue();
        int port = Integer.parseInt(answer.group(1));
        onSip(() -> sip.listener.onAck(null));
        try (DatagramSocket stranger = new DatagramSocket(0, InetAddress.getByName("127.0.0.3"));
                DatagramSocket caller = new DatagramSocket(0, InetAddress.getByName("127.0.0.5"))) {
            speak(stranger, port);
            speak(caller, port);
            phone.close();
            phone = caller;
            phone.setSoTimeout((int) LIMIT_MS);
            assertThat(receive()).as("the agent speaks to the caller").isZero();
        }
    }
}
