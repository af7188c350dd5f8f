package io.sidetone.bench.callers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RtpCallersTest {
    private static final InetAddress LOCAL = InetAddress.getLoopbackAddress();

    private final DatagramSocket server = open();

    private static DatagramSocket open() {
        try {
            DatagramSocket socket = new DatagramSocket(0, LOCAL);
            socket.setSoTimeout(10_000);
            return socket;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private DatagramPacket next() throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
        server.receive(packet);
        return packet;
    }

    @Test
    void shouldSendEveryCallInItsTurnAndCountWhatComesBack() throws Exception {
        InetSocketAddress to = new InetSocketAddress(LOCAL, server.getLocalPort());
        try (RtpCallers media = new RtpCallers(LOCAL, 4, false)) {
            for (int call = 0; call < 4; call++) {
                media.send(call, to, null, to);
            }
            List<Integer> order = new ArrayList<>();
            Map<Integer, Set<Integer>> sequences = new HashMap<>();
            for (int i = 0; i < 40; i++) {
                DatagramPacket packet = next();
                assertThat(packet.getLength()).isEqualTo(172);
                order.add(packet.getPort());
                sequences
                        .computeIfAbsent(packet.getPort(), port -> new TreeSet<>())
                        .add((int) packet.getData()[3]);
                server.send(new DatagramPacket(packet.getData(), 172, packet.getSocketAddress()));
            }
            assertThat(sequences).hasSize(4).allSatisfy((port, numbers) -> assertThat(numbers)
                    .hasSizeBetween(9, 11));
            for (int i = 8; i < 36; i++) {
                assertThat(order.get(i)).as("calls take turns").isEqualTo(order.get(i + 4));
            }
            while (media.received() < 30) {
                Thread.onSpinWait();
            }
            assertThat(media.sent()).isGreaterThanOrEqualTo(40);
            media.check();
        }
    }

    @Test
    void shouldHearAtTheFarEndsWhenARelayStandsBetween() throws Exception {
        InetSocketAddress to = new InetSocketAddress(LOCAL, server.getLocalPort());
        try (RtpCallers media = new RtpCallers(LOCAL, 1, true)) {
            assertThat(media.hearingPort(0)).isNotEqualTo(media.port(0));
            media.send(0, to, null, to);
            assertThat(next().getPort()).isEqualTo(media.port(0));
            server.send(new DatagramPacket(new byte[172], 172, LOCAL, media.hearingPort(0)));
            while (media.received() == 0) {
                Thread.onSpinWait();
            }
            assertThat(media.received()).isEqualTo(1);
        }
    }

    @Test
    void shouldSendNothingBeforeItKnowsWhereTo() throws Exception {
        try (RtpCallers media = new RtpCallers(LOCAL, 2, false)) {
            Thread.sleep(60);
            assertThat(media.sent()).isZero();
        }
    }
}
