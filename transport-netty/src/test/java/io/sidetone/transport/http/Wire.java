package io.sidetone.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.transport.http.connection.Connections;
import io.sidetone.transport.ws.WsUpgrade;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One connection without a socket: text in, text out, and time under control. */
final class Wire implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    final HttpCounters counters = new HttpCounters();
    final EmbeddedChannel channel;

    Wire(Optional<String> token, List<Route> routes) {
        this(token, routes, WsUpgrade.none());
    }

    Wire(Optional<String> token, List<Route> routes, WsUpgrade upgrade) {
        HttpServerSettings settings =
                new HttpServerSettings(new InetSocketAddress("127.0.0.1", 0), token, TIMEOUT, 8, 1 << 20);
        channel = new EmbeddedChannel(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel created) {
                created.config().setAutoRead(false);
                new HttpPipeline(
                                settings,
                                Optional.empty(),
                                new Router(routes),
                                upgrade,
                                counters,
                                new Connections(8, counters.places()))
                        .assemble(created, Connections.Place.ORDINARY);
            }
        });
        channel.freezeTime();
    }

    static Wire open() {
        return new Wire(Optional.empty(), Routes.all(List::of, List::of, () -> "", new FakeCalls().routes(List.of())));
    }

    Wire send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Everything answered since the last call. */
    String answer() {
        StringBuilder text = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            text.append(out.toString(StandardCharsets.UTF_8));
            out.release();
        }
        return text.toString();
    }

    Wire after(Duration time) {
        channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
        return this;
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }
}
