package io.sidetone.transport.capture;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.metrics.SharedCounters;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * The one tap: event loops copy what they send and receive into a ring, a thread hands it to the listeners in order.
 *
 * <p>A record is a time, a capture number, flags, two addresses, a Call-ID and the bytes. What finds no room is counted and
 * dropped; nobody waits. Secrets of SIP are blackened on the thread, before any listener sees the message.
 */
public final class WireTap implements SipTap, AutoCloseable {
    /** Room for some 4,000 packets of G.711. */
    static final int RING_BYTES = 1 << 20;

    private static final long IDLE_NS = 20_000_000L;
    private static final int BATCH = 256;
    private static final int JOIN_MS = 2_000;

    private static final int SENT = 1;
    private static final int STREAM = 2;
    private static final int ADDRESS = 1 + 16 + 2;
    private static final int FIXED = 8 + 8 + 1 + 2 * ADDRESS + 2;

    private final ManyToOneRingBuffer ring = new ManyToOneRingBuffer(
            new UnsafeBuffer(ByteBuffer.allocateDirect(RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
    private final SharedCounters<CaptureCounter> counters;
    private final InetAddress advertised;
    private final LongSupplier clock;
    private final long wallEpochNs;
    private final List<WireListener> listeners;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    private final Thread thread = Background.thread("wire-tap", this::run);
    private volatile boolean closed;
    private long idleNs;

    /** A call that is over, and where its last packet ends in the ring. */
    private record Ended(CallTap call, long position) {}

    /**
     * Creates a tap that hands nothing on before {@link #start}.
     *
     * @param advertised shown in place of a local address that stands for every interface
     * @param clock monotonic, ns
     * @param wallEpochMs wall time now, ms since 1970
     */
    public WireTap(
            List<WireListener> listeners,
            SharedCounters<CaptureCounter> counters,
            InetAddress advertised,
            LongSupplier clock,
            long wallEpochMs) {
        this.listeners = List.copyOf(listeners);
        this.counters = counters;
        this.advertised = advertised;
        this.clock = clock;
        this.idleNs = clock.getAsLong();
        this.wallEpochNs = wallEpochMs * 1_000_000L - idleNs;
    }

    /** Begins to hand on. */
    public WireTap start() {
        thread.start();
        return this;
    }

    /** Returns the tap of one call. Any thread. */
    public CallTap call(String callId) {
        return new CallTap(this, callId);
    }

    /** Runs {@code task} on the tap's thread, between packets. Any thread. */
    void execute(Runnable task) {
        tasks.add(task);
        LockSupport.unpark(thread);
    }

    /** Tells the listeners that a call begins. Any thread. */
    public void began(CallTap call, CallSetup.Identity who) {
        execute(() -> listeners.forEach(listener -> listener.onCallBegan(call, who)));
    }

    /** Tells the listeners that a call is over, after what is in the ring. Any thread. */
    void over(CallTap call) {
        ended.add(new Ended(call, ring.producerPosition()));
        LockSupport.unpark(thread);
    }

    /** Now on the clock of the packets, in ns since 1970. Any thread. */
    long wallNs() {
        return wallEpochNs + clock.getAsLong();
    }

    boolean takesReports() {
        for (int i = 0; i < listeners.size(); i++) {
            if (listeners.get(i).takesReports()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean awake() {
        for (int i = 0; i < listeners.size(); i++) {
            if (listeners.get(i).takesSip()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void message(
            boolean sent,
            boolean stream,
            InetSocketAddress local,
            InetSocketAddress remote,
            byte[] bytes,
            int offset,
            int length) {
        int at = claim(WireKind.SIP, FIXED + length);
        if (at >= 0) {
            AtomicBuffer buffer = ring.buffer();
            int payload = head(buffer, at, 0, (sent ? SENT : 0) | (stream ? STREAM : 0), local, remote, "");
            buffer.putBytes(payload, bytes, offset, length);
            ring.commit(at);
        }
    }

    void datagram(
            WireKind kind,
            long capture,
            String sipCallId,
            boolean sent,
            ByteBuf content,
            int index,
            int length,
            InetSocketAddress local,
            InetSocketAddress remote) {
        int at = claim(kind, FIXED + sipCallId.length() + length);
        if (at >= 0) {
            AtomicBuffer buffer = ring.buffer();
            int payload = head(buffer, at, capture, sent ? SENT : 0, local, remote, sipCallId);
            buffer.putBytes(payload, content.nioBuffer(index, length), length);
            ring.commit(at);
        }
    }

    private int claim(WireKind kind, int bytes) {
        int at = bytes > ring.maxMsgLength() ? -1 : ring.tryClaim(kind.number(), bytes);
        if (at < 0) {
            counters.increment(CaptureCounter.DROPPED);
        }
        return at;
    }

    private int head(
            MutableDirectBuffer buffer,
            int start,
            long capture,
            int flags,
            InetSocketAddress local,
            InetSocketAddress remote,
            String sipCallId) {
        int at = start;
        buffer.putLong(at, wallNs());
        at += 8;
        buffer.putLong(at, capture);
        at += 8;
        buffer.putByte(at++, (byte) flags);
        at = address(buffer, at, local);
        at = address(buffer, at, remote);
        buffer.putShort(at, (short) sipCallId.length());
        at += 2;
        return at + buffer.putStringWithoutLengthAscii(at, sipCallId);
    }

    private int address(MutableDirectBuffer buffer, int at, InetSocketAddress address) {
        InetAddress shown = address.getAddress().isAnyLocalAddress() ? advertised : address.getAddress();
        byte[] bytes = shown.getAddress();
        buffer.putByte(at, (byte) bytes.length);
        buffer.putBytes(at + 1, bytes);
        buffer.putShort(at + 17, (short) address.getPort());
        return at + ADDRESS;
    }

    /** Hands on until the tap is closed, then what is left. The tap's thread only. */
    void run() {
        while (!closed) {
            if (step() == 0) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
        // What comes after the close may come for ever; it is not waited for.
        long last = ring.producerPosition();
        long before;
        do {
            before = ring.consumerPosition();
            step();
        } while (ring.consumerPosition() > before && ring.consumerPosition() < last);
        listeners.forEach(WireListener::onClose);
    }

    /** Hands on what there is; returns how many packets. The tap's thread only. */
    int step() {
        int count = 0;
        try {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
            count = ring.read(this::take, BATCH);
            for (Ended next = ended.peek();
                    next != null && next.position() <= ring.consumerPosition();
                    next = ended.peek()) {
                CallTap call = ended.remove().call();
                listeners.forEach(listener -> listener.onCallEnded(call));
            }
            long nowNs = clock.getAsLong();
            if (count == 0 || nowNs - idleNs >= IDLE_NS) {
                idleNs = nowNs;
                long wallNs = wallEpochNs + nowNs;
                listeners.forEach(listener -> listener.onIdle(wallNs));
            }
        } catch (RuntimeException defect) {
            counters.increment(CaptureCounter.HANDLER_ERROR);
        }
        return count;
    }

    private void take(int type, DirectBuffer buffer, int start, int length) {
        int at = start;
        long wallNs = buffer.getLong(at);
        at += 8;
        long capture = buffer.getLong(at);
        at += 8;
        int flags = buffer.getByte(at++);
        InetSocketAddress local = address(buffer, at);
        InetSocketAddress remote = address(buffer, at + ADDRESS);
        at += 2 * ADDRESS;
        int idLength = buffer.getShort(at);
        at += 2;
        String sipCallId = buffer.getStringWithoutLengthAscii(at, idLength);
        at += idLength;
        byte[] payload = new byte[start + length - at];
        buffer.getBytes(at, payload);
        WireKind kind = WireKind.of(type);
        if (kind == WireKind.SIP) {
            sipCallId = SipHead.callId(payload);
            SipSecrets.blacken(payload, false);
        }
        boolean sent = (flags & SENT) != 0;
        WirePacket packet = new WirePacket(
                kind,
                wallNs,
                capture,
                sipCallId,
                sent,
                (flags & STREAM) != 0,
                sent ? local : remote,
                sent ? remote : local,
                payload);
        for (WireListener listener : listeners) {
            listener.onPacket(packet);
        }
    }

    private static InetSocketAddress address(DirectBuffer buffer, int at) {
        byte[] bytes = new byte[buffer.getByte(at)];
        buffer.getBytes(at + 1, bytes);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), buffer.getShort(at + 17) & 0xFFFF);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has " + bytes.length + " bytes", impossible);
        }
    }

    /** Hands on what is left, then ends the thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
