package io.sidetone.transport.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslHandler;
import io.sidetone.transport.http.connection.Connections;
import io.sidetone.transport.http.connection.PeerSource;
import io.sidetone.transport.ws.ProxyHeaders;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsUpgrade;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of one connection in their order, one at a time. Event loop only. */
final class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    private final Gate gate;
    private final CrossOrigin crossOrigin;
    private final Router router;
    private final WsUpgrade upgrade;
    private final HttpCounters counters;
    private final RequestDeadline deadline;
    private final Connections connections;
    private final Connections.Place place;
    private boolean answering;
    private boolean closing;
    private boolean streaming;

    RequestHandler(
            HttpServerSettings settings,
            Router router,
            WsUpgrade upgrade,
            HttpCounters counters,
            RequestDeadline deadline,
            Connections connections,
            Connections.Place place) {
        this.gate = new Gate(settings.token(), upgrade.origins());
        this.crossOrigin = new CrossOrigin(upgrade.origins());
        this.router = router;
        this.upgrade = upgrade;
        this.counters = counters;
        this.deadline = deadline;
        this.connections = connections;
        this.place = place;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.fireChannelActive();
        ctx.read();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        if (streaming) {
            // A connection whose answer continues accepts no further request.
            ctx.close();
            return;
        }
        if (closing) {
            return;
        }
        answering = true;
        deadline.requestRead(ctx);
        Answer refusal = unreadable(request);
        if (refusal != null) {
            counters.malformed();
            LOG.debug(
                    "malformed request from {}: {}",
                    ctx.channel().remoteAddress(),
                    request.decoderResult().cause());
            write(ctx, refusal, false, false, false);
            return;
        }
        boolean head = request.method().name().equals("HEAD");
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        boolean old = request.protocolVersion().minorVersion() == 0;
        Answer proxied = gate.throughProxy(request.headers());
        if (proxied != null) {
            counters.unauthorized();
            write(ctx, proxied, head, keepAlive, old);
            return;
        }
        Target target = Target.parse(request.uri());
        if (target == null) {
            counters.malformed();
            write(
                    ctx,
                    Problem.of(400, "the request target is malformed; write an absolute path"),
                    head,
                    keepAlive,
                    old);
            return;
        }
        if (place == Connections.Place.PROBE && !Routes.PROBES.contains(target.path())) {
            write(ctx, full(), head, false, old);
        } else if (!webSocket(ctx, request, target, keepAlive, old)) {
            answer(ctx, request, target, head, keepAlive && place == Connections.Place.ORDINARY, old);
        }
    }

    /** Returns whether the path has a WebSocket route; the request was then upgraded or refused. */
    private boolean webSocket(
            ChannelHandlerContext ctx, FullHttpRequest request, Target target, boolean keepAlive, boolean old) {
        for (WsRoute route : upgrade.routes()) {
            Map<String, String> parameters = Route.match(route.template(), target.segments());
            if (parameters != null) {
                WsDecision decision = decide(ctx, request, target, route, parameters);
                if (decision instanceof WsDecision.Accept accept) {
                    streaming = true;
                    deadline.end();
                    if (!accept.proof().shown()) {
                        Channel channel = ctx.channel();
                        accept.proof().whenShown(() -> connections.proven(channel));
                        connections.unproven(channel, PeerSource.of(channel.remoteAddress(), request.headers()));
                    }
                    upgrade.perform(ctx, request, accept, HttpPipeline.HANDLERS);
                } else {
                    WsDecision.Refuse refusal = (WsDecision.Refuse) decision;
                    write(ctx, refused(refusal), false, keepAlive, old);
                }
                return true;
            }
        }
        return false;
    }

    private static Answer full() {
        return Problem.of(
                        503,
                        "every connection of http.max-connections is in use; try again later, or set a higher limit")
                .with("Retry-After", "1");
    }

    /** A 426 must name the supported protocol (RFC 9110 section 15.5.22, RFC 6455 section 4.4). */
    private static Answer refused(WsDecision.Refuse refusal) {
        Answer answer = Problem.of(refusal.status(), refusal.detail());
        return refusal.status() == 426
                ? answer.with("Upgrade", "websocket")
                        .with("Connection", "Upgrade")
                        .with("Sec-WebSocket-Version", "13")
                : answer;
    }

    private WsDecision decide(
            ChannelHandlerContext ctx,
            FullHttpRequest request,
            Target target,
            WsRoute route,
            Map<String, String> parameters) {
        if (!WsUpgrade.isRequested(request) || !request.method().name().equals("GET")) {
            return WsDecision.refuse(426, target.path() + " speaks WebSocket; send an upgrade (RFC 6455)");
        }
        InetSocketAddress remote = ctx.channel().remoteAddress() instanceof InetSocketAddress address ? address : null;
        WsHandshake handshake = new WsHandshake(
                target.path(),
                request.uri(),
                parameters,
                target.query(),
                request.headers(),
                remote,
                confidential(ctx),
                gate.admits(request.headers(), target.query().get("token")));
        try {
            return upgrade.decide(route.protocol(), handshake);
        } catch (RuntimeException defect) {
            counters.failed();
            LOG.error("the handshake at {} failed", target.path(), defect);
            return WsDecision.refuse(500, "the handshake failed inside the server; its log says why");
        }
    }

    private void answer(
            ChannelHandlerContext ctx,
            FullHttpRequest request,
            Target target,
            boolean head,
            boolean keepAlive,
            boolean old) {
        String method = request.method().name();
        Answer preflight = crossOrigin.preflight(method, request.headers(), router, target);
        if (preflight != null) {
            write(ctx, preflight, head, keepAlive, old);
            return;
        }
        Router.Found found = router.find(method, target.path(), target.segments());
        boolean open = found.route() != null && found.route().open();
        Answer refusal = open ? null : gate.refusal(request.headers());
        if (refusal != null) {
            counters.unauthorized();
            write(ctx, crossOrigin.readable(refusal, found.route(), request.headers()), head, keepAlive, old);
            return;
        }
        if (found.route() == null) {
            write(ctx, found.refusal(), head, keepAlive, old);
            return;
        }
        Request seen = new Request(
                head ? "GET" : method,
                target.path(),
                found.parameters(),
                target.query(),
                request.headers().get(HttpHeaderNames.CONTENT_TYPE, ""),
                ByteBufUtil.getBytes(request.content()),
                confidential(ctx),
                name -> request.headers().get(name),
                request.uri(),
                loopback(ctx) && ProxyHeaders.first(request.headers()) == null);
        try {
            found.route().handler().apply(seen).whenComplete((answer, failure) -> {
                Answer result = crossOrigin.readable(
                        failure == null ? answer : failure(seen, failure), found.route(), request.headers());
                if (ctx.executor().inEventLoop()) {
                    write(ctx, result, head, keepAlive, old);
                } else {
                    ctx.executor().execute(() -> write(ctx, result, head, keepAlive, old));
                }
            });
        } catch (RuntimeException e) {
            write(ctx, failure(seen, e), head, keepAlive, old);
        }
    }

    private static boolean confidential(ChannelHandlerContext ctx) {
        return ctx.pipeline().get(SslHandler.class) != null || loopback(ctx);
    }

    /** Returns whether the peer is on this machine; without a socket (a test, a pipe) it is in this process. */
    private static boolean loopback(ChannelHandlerContext ctx) {
        return !(ctx.channel().remoteAddress() instanceof InetSocketAddress peer)
                || peer.getAddress().isLoopbackAddress();
    }

    private Answer failure(Request request, Throwable failure) {
        counters.failed();
        LOG.error("{} {} failed", request.method(), request.path(), failure);
        return Problem.of(500, "the request failed inside the server; its log says why");
    }

    /** Returns the answer to an invalid HTTP message, or null. */
    private static Answer unreadable(FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            Throwable cause = request.decoderResult().cause();
            if (cause instanceof TooLongHttpLineException) {
                return Problem.of(
                        414, "the request line is longer than " + HttpServerSettings.MAX_LINE_BYTES + " bytes");
            }
            if (cause instanceof TooLongFrameException) {
                return Problem.of(431, "the headers are larger than " + HttpServerSettings.MAX_HEADER_BYTES + " bytes");
            }
            return Problem.of(400, "this is no HTTP request");
        }
        HttpVersion version = request.protocolVersion();
        if (!version.protocolName().equals("HTTP") || version.majorVersion() != 1) {
            return Problem.of(505, version + " is not supported; use HTTP/1.1");
        }
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1 || hosts.isEmpty() && version.minorVersion() > 0) {
            return Problem.of(400, "a request carries exactly one Host header");
        }
        return null;
    }

    private void write(ChannelHandlerContext ctx, Answer answer, boolean head, boolean keepAlive, boolean old) {
        if (closing) {
            return;
        }
        counters.answered(answer.status());
        if (answer.stream() != null && !head) {
            stream(ctx, answer, old);
            return;
        }
        closing = !keepAlive;
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.status()),
                head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(answer.body()));
        HttpHeaders headers = response.headers();
        if (answer.status() != 204 && answer.status() != 304) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
        }
        if (!answer.contentType().isEmpty()) {
            headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
        }
        headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        headers.set("X-Content-Type-Options", "nosniff");
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            headers.set(header.getKey(), header.getValue());
        }
        if (!keepAlive) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (old) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        ChannelFuture written = ctx.writeAndFlush(response);
        if (!written.isDone()) {
            // The rest waits for its reader, who has the full time for it and blocks no other request.
            deadline.restart(ctx);
        }
        if (keepAlive) {
            written.addListener(done -> next(ctx, done.isSuccess()));
        } else {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void stream(ChannelHandlerContext ctx, Answer answer, boolean old) {
        streaming = true;
        deadline.end();
        DefaultHttpResponse response =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()));
        HttpHeaders headers = response.headers();
        headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
        headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        headers.set("X-Content-Type-Options", "nosniff");
        answer.headers().forEach(headers::set);
        headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        HttpUtil.setTransferEncodingChunked(response, !old && !HttpUtil.isContentLengthSet(response));
        ctx.writeAndFlush(response).addListener(done -> {
            if (done.isSuccess()) {
                answer.stream().start(ctx.channel());
            } else {
                ctx.close();
            }
        });
        // The read only serves to notice that the reader has left.
        ctx.read();
    }

    private void next(ChannelHandlerContext ctx, boolean written) {
        if (!written) {
            ctx.close();
            return;
        }
        answering = false;
        deadline.restart(ctx);
        ctx.read();
    }

    /** A read ended without a whole request: reads on, unless a request is being answered. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (streaming || !answering && !closing) {
            ctx.read();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof BodyAggregator.Oversized oversized) {
            counters.malformed();
            write(
                    ctx,
                    Problem.of(413, "the body is larger than " + oversized.maxBytes() + " bytes"),
                    false,
                    false,
                    false);
        } else if (event == RequestDeadline.Event.PARTIAL_REQUEST && !closing) {
            write(ctx, Problem.of(408, "the request was not completed in time"), false, false, false);
        } else if (event instanceof RequestDeadline.Event) {
            ctx.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // The peer reset its connection: there is nothing to answer.
        LOG.debug("connection {} failed", ctx.channel().remoteAddress(), cause);
        ctx.close();
    }
}
