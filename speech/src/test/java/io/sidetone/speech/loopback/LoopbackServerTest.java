package io.sidetone.speech.loopback;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.embedded.Eventually;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopbackServerTest {
    @Test
    void shouldDropAConnectionThatItHadNotAcceptedYet() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (LoopbackServer server = LoopbackServer.open().page("/", (seen, reply) -> {
                    busy.countDown();
                    awaited(go);
                });
                Socket asking = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            asking.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            awaited(busy);
            try (Socket waiting = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                waiting.setSoTimeout(20_000);
                Thread dropping = new Thread(server::dropAll);
                dropping.start();
                Eventually.holds(
                        "it is done, or waits", () -> dropping.getState().compareTo(Thread.State.WAITING) >= 0);
                go.countDown();
                assertThat(waiting.getInputStream().read()).isEqualTo(-1);
                dropping.join();
            }
            assertThat(server.accepted()).isEqualTo(2);
            Eventually.holds("nothing is open", () -> server.connections() == 0);
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
