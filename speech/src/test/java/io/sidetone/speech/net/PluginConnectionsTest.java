package io.sidetone.speech.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.plugin.Connections;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.SocketScript;
import io.sidetone.speech.loopback.TestTime;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What plugins see of connections: no Netty, and messages that name no key which a plugin does not have. */
class PluginConnectionsTest {
    private final TestTime time = new TestTime();
    private final EngineNet net = time.net(1);
    private final LoopbackServer server = LoopbackServer.open();
    private final EventLog log = new EventLog();
    private final Connections connections = new PluginConnections(net, "engines.tts");
    private volatile Connections.Socket socket;

    private final Connections.ResponseListener answer = new Connections.ResponseListener() {
        @Override
        public void head(int status, Map<String, String> headers) {
            log.add("head " + status + " " + headers.get("x-kind"));
        }

        @Override
        public void body(byte[] piece) {
            log.add("body " + new String(piece, StandardCharsets.UTF_8));
        }

        @Override
        public void end() {
            log.add("end");
        }

        @Override
        public void failed(EngineFailure failure) {
            log.add("failed " + failure.code() + " " + failure.message());
        }
    };

    private final Connections.SocketListener messages = new Connections.SocketListener() {
        @Override
        public void opened(Connections.Socket opened) {
            socket = opened;
            log.add("opened " + opened.writable());
        }

        @Override
        public void text(String message) {
            log.add("text " + message);
        }

        @Override
        public void binary(byte[] message) {
            log.add("binary " + message.length);
        }

        @Override
        public void closed(int code, EngineFailure failure) {
            log.add("closed " + (failure == null ? "by us" : failure.message()));
        }
    };

    @AfterEach
    void close() {
        Eventually.holds("only waiting connections are left", () -> net.openConnections() == net.idleConnections());
        net.close();
        server.close();
    }

    private void send(URI address) {
        connections.send(
                new Connections.Request("POST", address, Map.of(), new byte[2], Connections.Limits.DEFAULT), answer);
    }

    @Test
    void shouldHandOnAnswersInPieces() {
        server.page("/v1", (seen, reply) -> reply.head(200, Map.of("X-Kind", "words"))
                .chunk("one")
                .end());
        send(server.http("/v1"));
        log.await("end");
        assertThat(log.lines()).containsExactly("head 200 words", "body one", "end");
    }

    @Test
    void shouldNameTheEntryWhenAServiceCannotBeReached() {
        LoopbackServer gone = LoopbackServer.open();
        URI address = gone.http("/v1");
        gone.close();
        send(address);
        assertThat(log.await("failed"))
                .startsWith("failed unavailable engine tts cannot be reached: ")
                .endsWith("; check the settings of engines.tts")
                .doesNotContain(".url");
    }

    @Test
    void shouldCarryMessagesOfASocketFromAnyThread() {
        server.socket("/talk", seen -> new SocketScript() {
            @Override
            public void text(Peer peer, String message) {
                peer.text(message + " back");
            }

            @Override
            public void binary(Peer peer, byte[] message) {
                peer.binary(message);
            }
        });
        connections.connect(
                new Connections.SocketRequest(server.ws("/talk"), Map.of(), 1_000, Connections.Limits.DEFAULT),
                messages);
        log.await("opened true");
        socket.binary(new byte[3]);
        log.await("binary 3");
        socket.text("words");
        log.await("text words back");
        socket.close();
        log.await("closed by us");
        socket.text("late");
        assertThat(log.lines()).last().isEqualTo("closed by us");
    }
}
