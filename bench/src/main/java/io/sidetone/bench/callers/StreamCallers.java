package io.sidetone.bench.callers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers by media streams of one server, on one thread, spread over the 20 ms. It reads once a millisecond, which leaves the
 * processor to the server; or at once, when arrival times matter.
 */
public final class StreamCallers implements Callers {
    private static final int FRAME_MS = 20;
    private static final long STEP_NS = 1_000_000L;

    /** Creates caller {@code number}, connected. */
    @FunctionalInterface
    public interface Opening {
        /** Blocks until the stream is upgraded. */
        StreamCaller open(int number) throws IOException;
    }

    private final List<StreamCaller> streams = new ArrayList<>();
    private final Selector selector = Selector.open();
    private final boolean atOnce;
    private final Thread thread = new Thread(this::run, "stream-callers");
    private volatile boolean stopping;
    private volatile Throwable fault;
    private volatile long mediaIn;
    private volatile long framesOut;

    /** Opens {@code count} streams, numbered from 1, and starts them; {@code atOnce} reads messages as soon as they arrive. */
    public StreamCallers(int count, Opening opening, boolean atOnce) throws IOException {
        this.atOnce = atOnce;
        try {
            for (int i = 0; i < count; i++) {
                StreamCaller stream = opening.open(i + 1);
                streams.add(stream);
                stream.begin();
                stream.channel().register(selector, SelectionKey.OP_READ, stream);
            }
        } catch (IOException e) {
            closeAll();
            throw e;
        }
        thread.start();
    }

    /** Returns {@code count} callers of {@code address}, HOST:PORT, who say nothing. */
    public static StreamCallers listening(String address, String path, int count) throws IOException {
        return new StreamCallers(count, number -> new StreamCaller(StreamCaller.connect(address, path), number), false);
    }

    /** Returns a caller for each number in {@code called}; they talk and listen in turns and are added to {@code callers}. */
    public static StreamCallers talking(String address, List<String> called, List<TalkingStream> callers)
            throws IOException {
        return new StreamCallers(
                called.size(),
                number -> {
                    TalkingStream caller = new TalkingStream(
                            StreamCaller.connect(address, StreamCaller.TWILIO), number, called.get(number - 1));
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
                    mediaIn = streams.stream().mapToLong(StreamCaller::mediaIn).sum();
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
            ((StreamCaller) key.attachment()).read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long sent() {
        return framesOut;
    }

    /** {@inheritDoc} To within 20 ms. */
    @Override
    public long received() {
        return mediaIn;
    }

    /** {@inheritDoc} These talk as they do; those who only listen have not said anything. */
    @Override
    public void hush() {}

    /** {@inheritDoc} Also when messages piled up: the figures would then be invalid. */
    @Override
    public void check() throws IOException {
        if (fault != null) {
            throw new IOException("the callers failed", fault);
        }
        long over = streams.stream().filter(StreamCaller::over).count();
        long late = streams.stream().mapToLong(StreamCaller::late).sum();
        if (over > 0 || late > 0) {
            throw new IOException(over + " streams were ended by the server, " + late + " messages found no room");
        }
    }

    private void closeAll() throws IOException {
        for (StreamCaller stream : streams) {
            stream.close();
        }
        selector.close();
    }

    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            closeAll();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
