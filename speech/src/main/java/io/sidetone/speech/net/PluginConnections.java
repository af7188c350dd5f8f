package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.plugin.Connections;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Connections of {@link EngineNet} for plugins, which do not see Netty: bytes are copied. Thread-safe. */
public final class PluginConnections implements Connections {
    private final EngineNet net;
    private final String name;
    private final String path;

    /**
     * Creates the connections of one engine.
     *
     * @param path of the engine in the configuration, for messages
     */
    public PluginConnections(EngineNet net, String path) {
        this.net = net;
        this.name = path.substring(path.indexOf('.') + 1);
        this.path = path;
    }

    @Override
    public Connections.Exchange send(Request request, ResponseListener listener) {
        ExchangeRequest sent = new ExchangeRequest(
                name,
                request.method(),
                request.address(),
                request.headers(),
                request.body(),
                deadlines(request.limits()),
                null);
        return net.send(net.next(), sent, new Response(listener, path))::cancel;
    }

    @Override
    public void connect(Connections.SocketRequest request, Connections.SocketListener listener) {
        io.sidetone.speech.net.SocketRequest asked = new io.sidetone.speech.net.SocketRequest(
                name,
                request.address(),
                request.headers(),
                request.maxMessageBytes(),
                deadlines(request.limits()),
                null);
        net.connect(net.next(), asked, new Messages(listener, path));
    }

    /** Returns the failure with a remedy: the plugin alone knows which of its settings holds an address or a key. */
    private static EngineFailure remedied(EngineFailure failure, String path) {
        return failure.withMessage(
                failure.message().replaceFirst("(?s); (check|write) .*", "") + "; check the settings of " + path);
    }

    private static Deadlines deadlines(Limits limits) {
        return new Deadlines(limits.connectMs(), limits.answerMs(), limits.silenceMs());
    }

    private record Response(ResponseListener listener, String path) implements ExchangeListener {
        @Override
        public void head(int status, HttpHeaders headers) {
            Map<String, String> named = new LinkedHashMap<>();
            headers.forEach(header -> named.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
            listener.head(status, named);
        }

        @Override
        public void body(ByteBuf piece) {
            listener.body(ByteBufUtil.getBytes(piece));
        }

        @Override
        public void end() {
            listener.end();
        }

        @Override
        public void failed(EngineFailure failure) {
            listener.failed(remedied(failure, path));
        }
    }

    private record Messages(Connections.SocketListener listener, String path)
            implements io.sidetone.speech.net.SocketListener {
        @Override
        public void opened(EngineSocket socket) {
            listener.opened(new Open(socket, socket.loop()));
        }

        @Override
        public void text(ByteBuf message) {
            listener.text(message.toString(StandardCharsets.UTF_8));
        }

        @Override
        public void binary(ByteBuf message) {
            listener.binary(ByteBufUtil.getBytes(message));
        }

        @Override
        public void closed(int code, EngineFailure failure) {
            listener.closed(code, failure == null ? null : remedied(failure, path));
        }
    }

    private record Open(EngineSocket socket, EventLoop loop) implements Socket {
        @Override
        public void text(String message) {
            run(() -> socket.text(message));
        }

        @Override
        public void binary(byte[] message) {
            run(() -> socket.binary(socket.buffer(message.length).writeBytes(message)));
        }

        @Override
        public boolean writable() {
            return socket.writable();
        }

        @Override
        public void close() {
            run(socket::close);
        }

        private void run(Runnable send) {
            if (loop.inEventLoop()) {
                send.run();
            } else {
                loop.execute(send);
            }
        }
    }
}
