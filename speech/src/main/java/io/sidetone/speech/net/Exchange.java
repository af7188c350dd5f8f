package io.sidetone.speech.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.sidetone.core.port.EngineFailure;
import java.net.URI;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * One request and its answer. A cancel closes the connection, because HTTP/1.1 has no other way to stop the rest of an
 * answer; it works at any time, also before the first byte. Any thread may call {@link #cancel}; everything else runs
 * on its loop.
 */
public final class Exchange {
    private final EngineNet net;
    private final EventLoop loop;
    private final ExchangeRequest request;
    private final ExchangeListener listener;
    private final String origin;
    private Channel channel;
    private ScheduledFuture<?> deadline;
    private boolean reused;
    private boolean begun;
    private boolean over;

    Exchange(EngineNet net, EventLoop loop, ExchangeRequest request, ExchangeListener listener) {
        this.net = net;
        this.loop = loop;
        this.request = request;
        this.listener = listener;
        this.origin = origin(request);
    }

    private static String origin(ExchangeRequest request) {
        URI uri = request.uri();
        return (EngineNet.secure(uri) ? "https" : "http") + "://" + uri.getHost() + ":" + EngineNet.port(uri) + " "
                + request.trust();
    }

    void begin() {
        if (loop.inEventLoop()) {
            start();
        } else {
            loop.execute(this::start);
        }
    }

    private void start() {
        if (over) {
            return;
        }
        channel = net.idle().take(loop, origin);
        reused = channel != null;
        if (reused) {
            write();
        } else {
            dial();
        }
    }

    private void dial() {
        int connectMs = request.deadlines().connectMs();
        within(connectMs, "connecting");
        try {
            ChannelFuture connected = HttpConnection.open(net, loop, origin, request);
            channel = connected.channel();
            connected.addListener(done -> {
                if (over) {
                    channel.close();
                } else if (done.isSuccess()) {
                    write();
                } else {
                    fail(NetFailures.thrown(request.service(), done.cause()));
                }
            });
        } catch (SSLException | IllegalArgumentException e) {
            fail(NetFailures.thrown(request.service(), e));
        }
    }

    /** Opens an idle connection, unless one exists or is being opened. On the loop. */
    static void warm(EngineNet net, EventLoop loop, ExchangeRequest request) {
        String origin = origin(request);
        if (!net.idle().make(loop, origin)) {
            return;
        }
        try {
            ChannelFuture connected = HttpConnection.open(net, loop, origin, request);
            connected.addListener(done -> {
                net.idle().made(loop, origin);
                if (done.isSuccess()) {
                    net.idle().put(loop, origin, connected.channel());
                }
            });
        } catch (SSLException | IllegalArgumentException e) {
            // The request itself will report the failure.
            net.idle().made(loop, origin);
        }
    }

    private void write() {
        within(request.deadlines().firstByteMs(), "the first byte of an answer");
        channel.pipeline().get(HttpConnection.class).carry(this);
        URI uri = request.uri();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String target = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        FullHttpRequest message = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(request.method()),
                target,
                Unpooled.wrappedBuffer(request.body()));
        request.headers().forEach(message.headers()::set);
        String port = uri.getPort() > 0 ? ":" + uri.getPort() : "";
        message.headers().set(HttpHeaderNames.HOST, uri.getHost() + port);
        message.headers().set(HttpHeaderNames.CONTENT_LENGTH, request.body().length);
        channel.writeAndFlush(message);
    }

    /**
     * Drops the answer: closes the connection; the listener receives nothing more. Any thread; a second call has no
     * effect.
     */
    public void cancel() {
        if (loop.inEventLoop()) {
            abandon();
        } else {
            loop.execute(this::abandon);
        }
    }

    private void abandon() {
        if (!over) {
            finish();
            if (channel != null) {
                channel.close();
            }
        }
    }

    /**
     * Turns reading on or off: a service that is far ahead of playout can wait. Silence is not counted while reading is
     * off.
     */
    public void reading(boolean on) {
        if (!over && channel != null) {
            channel.config().setAutoRead(on);
            if (on) {
                within(request.deadlines().silenceMs(), "the next piece of an answer");
            } else {
                stopClock();
            }
        }
    }

    private void within(int ms, String what) {
        stopClock();
        if (ms > 0) {
            deadline = loop.schedule(
                    () -> fail(NetFailures.timeout(request.service(), what, ms)), ms, TimeUnit.MILLISECONDS);
        }
    }

    private void stopClock() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    private void finish() {
        over = true;
        stopClock();
    }

    // ---- the connection's side --------------------------------------------------------------------------------------

    void head(int status, HttpHeaders headers) {
        if (!over) {
            begun = true;
            within(request.deadlines().silenceMs(), "the next piece of an answer");
            listener.head(status, headers);
        }
    }

    void body(io.netty.buffer.ByteBuf piece) {
        if (!over && piece.isReadable()) {
            if (channel.config().isAutoRead()) {
                within(request.deadlines().silenceMs(), "the next piece of an answer");
            }
            listener.body(piece);
        }
    }

    /** The answer is complete; {@code keep} is whether the connection can take another request. */
    void end(boolean keep) {
        if (keep && !over) {
            channel.config().setAutoRead(true);
            net.idle().put(loop, origin, channel);
        } else {
            channel.close();
        }
        if (!over) {
            finish();
            listener.end();
        }
    }

    /**
     * The connection was lost. A server may close an idle connection at the moment of a request; then nothing was done,
     * and the request is repeated.
     */
    void lost(EngineFailure failure) {
        if (reused && !begun && !over) {
            reused = false;
            stopClock();
            dial();
        } else {
            fail(failure);
        }
    }

    String service() {
        return request.service();
    }

    private void fail(EngineFailure failure) {
        if (!over) {
            finish();
            if (channel != null) {
                channel.close();
            }
            listener.failed(failure);
        }
    }
}
