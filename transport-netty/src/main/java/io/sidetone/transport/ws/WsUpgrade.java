package io.sidetone.transport.ws;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Turns an HTTP request into a WebSocket connection: decides, answers the handshake, rebuilds the pipeline. Shared by
 * all connections of a server; thread-safe.
 */
public final class WsUpgrade {
    /** The handshaker's name for its decoder. */
    static final String DECODER = "wsdecoder";

    private final List<WsRoute> routes;
    private final Origins origins;
    private final WsSettings settings;
    private final WsCounters counters;
    private final LongSupplier clock;
    private final BiConsumer<WsHandshake, WsDecision.Refuse> refusals;

    /** Creates the upgrade for {@code routes}, for pages of this server only. */
    public WsUpgrade(List<WsRoute> routes, WsSettings settings, WsCounters counters, LongSupplier clock) {
        this(routes, Origins.OWN, settings, counters, clock, (handshake, refusal) -> {});
    }

    /** The same, for pages of {@code origins}; {@code refusals} sees the handshakes that are refused, on event loops. */
    public WsUpgrade(
            List<WsRoute> routes,
            Origins origins,
            WsSettings settings,
            WsCounters counters,
            LongSupplier clock,
            BiConsumer<WsHandshake, WsDecision.Refuse> refusals) {
        this.refusals = refusals;
        this.routes = List.copyOf(routes);
        this.origins = origins;
        this.settings = settings;
        this.counters = counters;
        this.clock = clock;
    }

    /** Returns an upgrade without routes. */
    public static WsUpgrade none() {
        return new WsUpgrade(List.of(), WsSettings.DEFAULT, new WsCounters(), System::nanoTime);
    }

    /** Returns the origins whose pages may connect. */
    public Origins origins() {
        return origins;
    }

    /** Returns whether a request asks for a WebSocket. */
    public static boolean isRequested(FullHttpRequest request) {
        return request.headers().containsValue(HttpHeaderNames.UPGRADE, "websocket", true);
    }

    /** Returns the routes. */
    public List<WsRoute> routes() {
        return routes;
    }

    /**
     * Decides on a handshake.
     *
     * @return the decision; a page of another origin is refused before the protocol decides
     */
    public WsDecision decide(WsProtocol protocol, WsHandshake handshake) {
        WsDecision decision;
        String origin = handshake.header("Origin");
        if (!origins.allows(origin, handshake.header("Host"))) {
            decision = WsDecision.refuse(
                    403, "a page of " + clip(origin) + " may not connect here; name it in http.allowed-origins");
        } else if (!"13".equals(handshake.header("Sec-WebSocket-Version"))) {
            decision = WsDecision.refuse(426, "WebSocket version 13 is spoken here (RFC 6455)");
        } else if (handshake.header("Sec-WebSocket-Key") == null) {
            decision = WsDecision.refuse(400, "the upgrade lacks Sec-WebSocket-Key (RFC 6455 section 4.1)");
        } else {
            decision = protocol.admit(handshake);
        }
        if (decision instanceof WsDecision.Refuse refusal) {
            counters.increment(WsCounter.REFUSED);
            refusals.accept(handshake, refusal);
        }
        return decision;
    }

    private static String clip(String text) {
        return text.length() > 80 ? text.substring(0, 80) : text;
    }

    /**
     * Upgrades: writes 101 and gives the connection to its session.
     *
     * @param remove names of the HTTP handlers to remove
     */
    public void perform(
            ChannelHandlerContext ctx, FullHttpRequest request, WsDecision.Accept accept, String... remove) {
        WebSocketDecoderConfig config = WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(accept.maxMessageBytes())
                .allowExtensions(false)
                .expectMaskedFrames(true)
                .withUTF8Validator(true)
                .closeOnProtocolViolation(false)
                .build();
        WebSocketServerHandshaker handshaker =
                new WebSocketServerHandshakerFactory(null, accept.subprotocol(), config).newHandshaker(request);
        ChannelPipeline pipeline = ctx.pipeline();
        WsConnection connection = new WsConnection(accept, settings, counters, clock);
        ChannelFuture done =
                handshaker.handshake(ctx.channel(), copyOf(request), EmptyHttpHeaders.INSTANCE, ctx.newPromise());
        for (String name : remove) {
            if (pipeline.get(name) != null) {
                pipeline.remove(name);
            }
        }
        pipeline.addBefore(DECODER, "usual frames", new UsualFrames(connection::whole, accept.maxMessageBytes()));
        pipeline.addLast("utf8", new Utf8FrameValidator(false));
        pipeline.addLast("connection", connection);
        if (ctx.channel() instanceof EpollSocketChannel socket) {
            // Audio in the kernel's buffer cannot be taken back: the rest waits in this process, where the fence is
            // checked.
            socket.config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) settings.audioWaitingBytes());
        }
        done.addListener(written -> {
            if (written.isSuccess()) {
                connection.begin();
            } else {
                ctx.close();
            }
        });
    }

    /** The handshaker reads only headers; a body, which no upgrade has, is not copied. */
    private static FullHttpRequest copyOf(FullHttpRequest request) {
        return request.replace(Unpooled.EMPTY_BUFFER);
    }
}
