package io.sidetone.bench.streams;

import io.sidetone.bench.harness.TestedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Many streams to one server, on one thread, spread over the 20 ms. It reads once a millisecond, which leaves the
 * processor to the server; or at once, when arrival times matter.
 */
public final class Carrier implements AutoCloseable {
    private static final int FRAME_MS = 20;
    private static final long STEP_NS = 1_000_000L;

    /** Creates stream {@code number}, connected. */
    @FunctionalInterface
    interface Opening {
        /** Blocks until the stream is upgraded. */
        CarrierStream open(int number) throws IOException;
    }

    private final List<CarrierStream> streams = new ArrayList<>();
    private final Selector selector;
    private final boolean atOnce;
    private final Thread thread = new Thread(this::run, "carrier");
    private volatile boolean stopping;
    private volatile Throwable fault;
    private volatile long mediaIn;
    private volatile long framesOut;

    private Carrier(Selector selector, boolean atOnce) {
        this.selector = selector;
        this.atOnce = atOnce;
    }

    /** Opens {@code count} streams to {@code peer} and starts them. */
    static Carrier open(Peer peer, int count) throws IOException {
        return open(count, number -> CarrierStream.open(peer.port(), peer.path(), number), false);
    }

    /**
     * Opens {@code count} streams, numbered from 1, and starts them; {@code atOnce} reads messages as soon as they
     * arrive.
     */
    static Carrier open(int count, Opening opening, boolean atOnce) throws IOException {
        Carrier carrier = new Carrier(Selector.open(), atOnce);
        try {
            for (int i = 0; i < count; i++) {
                CarrierStream stream = opening.open(i + 1);
                carrier.streams.add(stream);
                stream.begin();
                stream.channel().register(carrier.selector, SelectionKey.OP_READ, stream);
            }
        } catch (IOException e) {
            carrier.closeAll();
            throw e;
        }
        carrier.thread.start();
        return carrier;
    }

    /**
     * Opens one stream to {@code server} for each number in {@code called}; their callers talk and listen in turns.
     *
     * @param callers receives the streams, in the order of the numbers
     */
    public static Carrier talking(TestedServer server, List<String> called, List<TalkingStream> callers)
            throws IOException {
        return open(
                called.size(),
                number -> {
                    TalkingStream caller = new TalkingStream(
                            CarrierStream.connect(server.port(), "/media/twilio"), number, called.get(number - 1));
                    callers.add(caller);
                    return caller;
                },
                true);
    }

    private void run() {
        try {
            long beganNs = System.nanoTime();
            for (long step = 0; !stopping; step++) {
                long dueNs = beganNs + step * STEP_NS;
                for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; leftNs = dueNs - System.nanoTime()) {
                    await(leftNs);
                }
                for (int i = (int) (step % FRAME_MS); i < streams.size(); i += FRAME_MS) {
                    streams.get(i).frame();
                    framesOut++;
                }
                selector.selectNow(this::read);
                if (step % FRAME_MS == 0) {
                    mediaIn = streams.stream().mapToLong(CarrierStream::mediaIn).sum();
                }
            }
        } catch (IOException | RuntimeException e) {
            fault = e;
        }
    }

    /** A selector waits for whole milliseconds: a pause covers the rest. */
    private void await(long leftNs) throws IOException {
        if (atOnce && leftNs >= STEP_NS / 4) {
            selector.select(this::read, 1);
        } else {
            LockSupport.parkNanos(leftNs);
        }
    }

    private void read(SelectionKey key) {
        try {
            ((CarrierStream) key.attachment()).read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the media messages that arrived so far, to within 20 ms. */
    public long mediaIn() {
        return mediaIn;
    }

    /** Returns the media messages sent so far. */
    public long framesOut() {
        return framesOut;
    }

    /** Fails when a stream ended or messages piled up: the figures would then be invalid. */
    public void check() throws IOException {
        if (fault != null) {
            throw new IOException("the carrier failed", fault);
        }
        long over = streams.stream().filter(CarrierStream::over).count();
        long late = streams.stream().mapToLong(CarrierStream::late).sum();
        if (over > 0 || late > 0) {
            throw new IOException(over + " streams were ended by the server, " + late + " messages found no room");
        }
    }

    private void closeAll() throws IOException {
        for (CarrierStream stream : streams) {
            stream.close();
        }
        selector.close();
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeAll();
    }
}
