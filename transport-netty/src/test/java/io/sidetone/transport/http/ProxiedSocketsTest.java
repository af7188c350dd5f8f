package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.transport.Counted;
import io.sidetone.transport.http.connection.Connections;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsProof;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsSession;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sockets without a key that come from one address: a proxy's stands for many. */
class ProxiedSocketsTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.80", 40_000);
    private static final int MOST = 64;

    private final HttpServerSettings settings = new HttpServerSettings(
            new InetSocketAddress("127.0.0.1", 0), Optional.of("t0ken"), Duration.ofSeconds(30), MOST, 1 << 20);
    private final HttpCounters counters = new HttpCounters();
    private final Connections connections = new Connections(MOST, counters.places());
    private final List<EmbeddedChannel> sockets = new ArrayList<>();

    /** A connection of {@link #PEER}. */
    private static final class Connection extends EmbeddedChannel {
        private Connection(ChannelHandler handler) {
            super(handler);
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return PEER;
        }
    }

    private static final class Silent implements WsSession {
        @Override
        public void opened(WsOutput output, long nowNs) {}

        @Override
        public void text(ByteBuf message, long nowNs) {}

        @Override
        public void binary(ByteBuf message, long nowNs) {}

        @Override
        public void closed(long nowNs) {}
    }

    @AfterEach
    void close() {
        sockets.forEach(EmbeddedChannel::finishAndReleaseAll);
    }

    private void open(int count, String header) {
        WsUpgrade upgrade = new WsUpgrade(
                List.of(new WsRoute(
                        "/vip", handshake -> new WsDecision.Accept(new Silent(), null, 1_024, 0, WsProof.awaited()))),
                WsSettings.DEFAULT,
                new WsCounters(),
                () -> 0);
        for (int i = 0; i < count; i++) {
            EmbeddedChannel channel = new Connection(new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel created) {
                    new HttpPipeline(settings, Optional.empty(), new Router(List.of()), upgrade, counters, connections)
                            .assemble(created, connections.admit(created));
                }
            });
            sockets.add(channel);
            channel.writeInbound(Unpooled.copiedBuffer(
                    "GET /vip HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                            + header
                            + "\r\n",
                    StandardCharsets.US_ASCII));
        }
        assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_unproven"))
                .isPositive();
    }

    private long closed() {
        return sockets.stream().filter(socket -> !socket.isOpen()).count();
    }

    @Test
    void shouldLetEightSocketsOfOneAddressBeWithoutAKey() {
        open(Connections.UNPROVEN_PER_SOURCE, "");
        assertThat(closed()).isZero();
        open(3, "");
        assertThat(closed()).isEqualTo(3);
    }

    @Test
    void shouldCountWhatAProxyPassedOnInTheShareOfAllAlone() {
        open(MOST / 4, "X-Forwarded-For: 203.0.113.9\r\n");
        assertThat(closed()).isZero();
        open(3, "X-Forwarded-For: 203.0.113.9\r\n");
        assertThat(closed()).isEqualTo(3);
    }
}
