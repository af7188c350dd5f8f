package io.sidetone.transport.pbx.audiosocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.pbx.Digits;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of Asterisk: first its id, then audio, digits, and the end. The first audio frame gives the rate of
 * the call. While somebody decides on the call, audio and digits are dropped, as while it rings. Event loop only.
 */
final class AudioSocketHandler extends ChannelInboundHandlerAdapter
        implements AudioSocketFrames.Sink, StreamCallHandle.Opening {
    /** Time that a connection may take to send the id of its call. */
    static final long ID_TIMEOUT_MS = 5_000;

    /** A call whose channel sends no audio is answered after this time, at the rate of the dialplan application. */
    static final long AUDIO_TIMEOUT_MS = 500;

    /**
     * A peer that sent nothing, or accepted nothing, for this long is closed; there is no other sign of a host that
     * vanished.
     */
    static final long IDLE_NS = 60_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(AudioSocketHandler.class);
    private static final int ID_BYTES = 16;
    private static final int SAMPLE_BYTES = 2;
    private static final int HIGHEST_HZ = 48_000;
    private static final long KEEP_ALIVE_MS = 500;

    private final StreamCallHandle.Opener calls;
    private final AudioSocketSettings settings;
    private final PbxCounters counters;
    private final LongSupplier clock;
    private final AudioSocketFrames frames = new AudioSocketFrames();
    private ChannelHandlerContext context;
    private UUID id;
    private StreamCallHandle call;
    private AudioSocketWire wire;
    private int kind;
    private boolean heard;
    private boolean asked;
    private boolean over;
    private Future<?> waiting;
    private Future<?> keepingAlive;
    private long nowNs;
    private long lastReadNs;
    private long lastRoomNs;

    AudioSocketHandler(
            StreamCallHandle.Opener calls, AudioSocketSettings settings, PbxCounters counters, LongSupplier clock) {
        this.calls = calls;
        this.settings = settings;
        this.counters = counters;
        this.clock = clock;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        waiting = ctx.executor().schedule(this::silent, ID_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    private void silent() {
        if (id == null && !over) {
            counters.increment(PbxCounter.SILENT_STARTS);
            leave();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object read) {
        try {
            nowNs = clock.getAsLong();
            lastReadNs = nowNs;
            if (!over) {
                frames.feed((ByteBuf) read, this);
            }
        } finally {
            ReferenceCountUtil.release(read);
        }
    }

    @Override
    public void frame(int frameKind, ByteBuf from, int offset, int length) {
        if (over) {
            return;
        }
        if (id == null) {
            identify(frameKind, from, offset, length);
            return;
        }
        if (AudioSocketFrames.audio(frameKind)) {
            audio(frameKind, from, offset, length);
            return;
        }
        switch (frameKind) {
            case AudioSocketFrames.HANG_UP -> end(EndCause.CALLER_HUNG_UP);
            case AudioSocketFrames.DIGIT -> digit(from, offset, length);
            case AudioSocketFrames.ERROR -> {
                counters.increment(PbxCounter.PEER_ERRORS);
                LOG.warn("Asterisk ended call {} with error {}", id, length > 0 ? from.getUnsignedByte(offset) : -1);
                end(EndCause.TRANSPORT_FAILED);
            }
            case AudioSocketFrames.ID -> counters.increment(PbxCounter.BAD_EVENTS);
            default -> counters.increment(PbxCounter.UNKNOWN_EVENTS);
        }
    }

    private void identify(int frameKind, ByteBuf from, int offset, int length) {
        if (frameKind == AudioSocketFrames.HANG_UP) {
            leave();
            return;
        }
        if (frameKind != AudioSocketFrames.ID || length != ID_BYTES) {
            counters.increment(PbxCounter.BAD_EVENTS);
            leave();
            return;
        }
        id = new UUID(from.getLong(offset), from.getLong(offset + Long.BYTES));
        waiting.cancel(false);
        if (!settings.admits(id)) {
            counters.increment(PbxCounter.ACCESS_REFUSED);
            leave();
            return;
        }
        waiting = context.executor().schedule(this::mute, AUDIO_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    private void mute() {
        if (call == null && !asked && !over) {
            nowNs = clock.getAsLong();
            begin(AudioSocketFrames.FIRST_AUDIO);
        }
    }

    private void audio(int frameKind, ByteBuf from, int offset, int length) {
        if (length == 0) {
            counters.increment(PbxCounter.EMPTY_MEDIA);
            return;
        }
        if (call == null) {
            begin(frameKind);
        }
        if (call == null) {
            return;
        }
        if (frameKind != kind && (heard || !change(frameKind))) {
            counters.increment(PbxCounter.MEDIA_OUT_OF_PLACE);
            return;
        }
        heard = true;
        int odd = length % SAMPLE_BYTES;
        if (odd != 0) {
            counters.increment(PbxCounter.ODD_MEDIA);
        }
        int reader = from.readerIndex();
        int writer = from.writerIndex();
        from.setIndex(offset, offset + length - odd);
        call.audio(from, nowNs);
        from.setIndex(reader, writer);
    }

    private void digit(ByteBuf from, int offset, int length) {
        char digit = length == 1 ? Digits.of((char) from.getUnsignedByte(offset)) : Digits.NONE;
        if (digit == Digits.NONE) {
            counters.increment(PbxCounter.BAD_EVENTS);
            return;
        }
        if (call == null) {
            begin(AudioSocketFrames.FIRST_AUDIO);
        }
        if (call != null) {
            call.digit(digit, 0, nowNs);
        }
    }

    /** The call began before its first audio, at an assumed rate; the audio now gives the rate. */
    private boolean change(int audioKind) {
        StreamFormat format = format(audioKind);
        if (format == null) {
            end(EndCause.TRANSPORT_FAILED);
            return false;
        }
        kind = audioKind;
        wire.kind(audioKind);
        call.formats(format, format);
        return true;
    }

    /** Returns the format of an audio kind, or null when it is not supported, which is counted and logged. */
    private StreamFormat format(int audioKind) {
        int rateHz = AudioSocketFrames.rateHz(audioKind);
        if (rateHz > HIGHEST_HZ) {
            counters.increment(PbxCounter.FORMAT_REFUSED);
            LOG.warn("Asterisk sends call {} at {} Hz, which is not supported; dial with c(slin16)", id, rateHz);
            return null;
        }
        return new StreamFormat(StreamFormat.Encoding.L16_LE, rateHz);
    }

    private void begin(int audioKind) {
        if (asked) {
            return;
        }
        waiting.cancel(false);
        StreamFormat format = format(audioKind);
        if (format == null) {
            leave();
            return;
        }
        String name = id.toString();
        StreamOffer offer = new StreamOffer(
                counters.dialect(),
                name,
                "",
                "",
                "/audiosocket",
                header -> header.equalsIgnoreCase("uuid") ? name : null,
                null,
                format,
                format,
                new Buffering(settings.leadMs(), false, false),
                null,
                true,
                Map.of());
        kind = audioKind;
        wire = new AudioSocketWire(context.channel(), audioKind, clock);
        asked = true;
        calls.open(offer, wire, context.channel().eventLoop(), nowNs, this);
    }

    @Override
    public boolean waits() {
        return !over;
    }

    @Override
    public void opened(StreamCallHandle opened, long openedNs) {
        call = opened;
        counters.increment(PbxCounter.CALLS);
        lastRoomNs = openedNs;
        keepingAlive = context.executor()
                .scheduleAtFixedRate(this::watch, KEEP_ALIVE_MS, KEEP_ALIVE_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void refused(StreamRefusedException why) {
        counters.increment(PbxCounter.CALLS_REFUSED);
        LOG.info("Call {} of Asterisk is refused: {}", id, why.getMessage());
        leave();
    }

    private void watch() {
        nowNs = clock.getAsLong();
        if (context.channel().isWritable()) {
            lastRoomNs = nowNs;
        }
        if (!over && (nowNs - lastReadNs >= IDLE_NS || nowNs - lastRoomNs >= IDLE_NS)) {
            counters.increment(PbxCounter.SILENT_PEERS);
            end(EndCause.MEDIA_TIMEOUT);
        } else {
            wire.keepAlive();
        }
    }

    @Override
    public void tooLong(int frameKind, int length) {
        counters.increment(PbxCounter.OVERSIZE);
        end(EndCause.TRANSPORT_FAILED);
    }

    /** Ends the call and closes the connection. */
    private void end(EndCause cause) {
        over = true;
        if (call == null) {
            AudioSocketWire.goodbye(context.channel());
        } else {
            call.hangUp(cause, nowNs);
            wire.hangUp(cause);
        }
    }

    private void leave() {
        over = true;
        AudioSocketWire.goodbye(context.channel());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (call != null && ctx.channel().isWritable()) {
            call.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        waiting.cancel(false);
        if (keepingAlive != null) {
            keepingAlive.cancel(false);
        }
        if (!over && frames.within()) {
            counters.increment(PbxCounter.TRUNCATED);
        }
        if (!over && call != null) {
            over = true;
            call.hangUp(EndCause.CALLER_HUNG_UP, clock.getAsLong());
        }
        over = true;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        counters.increment(PbxCounter.SOCKET_ERRORS);
        ctx.close();
    }
}
