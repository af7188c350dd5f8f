package io.sidetone.bench.callers;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.bench.audio.Voice;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The media of many calls, on one thread: every call sends its 20 ms of µ-law when its own turn comes, evenly spread over 20
 * ms, and drops what it receives. Each call has its own place in the sound. Who signals says by {@link #send} where a call's
 * packets go; it sends from then on. Counters may be read by any thread.
 */
public class RtpCallers implements Callers {
    private static final long FRAME_NS = 20_000_000L;
    private static final int RATE_HZ = 8_000;
    private static final int SPEECH_S = 2;
    private static final int LOOP_S = 7;

    private final InetAddress local;
    private final boolean farEnds;
    private final List<RtpCaller> calls = new CopyOnWriteArrayList<>();
    private final Queue<RtpCaller> ended = new ConcurrentLinkedQueue<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final Thread thread = new Thread(this::run, "rtp-callers");
    private volatile byte[] sound = caller();
    private volatile Losses losses = new Losses(0, new SplittableRandom(0));
    private volatile boolean running = true;
    private volatile String failure;

    /**
     * Opens the ports of {@code count} calls at {@code local} and begins.
     *
     * @param farEnds whether sound is not heard where it is sent, but at a second port of each call: behind a relay
     */
    public RtpCallers(InetAddress local, int count, boolean farEnds) throws IOException {
        this.local = local;
        this.farEnds = farEnds;
        try {
            for (int i = 0; i < count; i++) {
                calls.add(new RtpCaller(local, i, farEnds));
            }
        } catch (IOException e) {
            calls.forEach(RtpCaller::close);
            throw e;
        }
        thread.start();
    }

    /** Two seconds of speech and five of a room, in µ-law: who says it over and over interrupts the answer to it. */
    private static byte[] caller() {
        short[] pcm = new short[LOOP_S * RATE_HZ];
        new SpeechNoise(RATE_HZ, 1, -70).fill(pcm, 0, pcm.length);
        new Voice(RATE_HZ).fill(pcm, 0, SPEECH_S * RATE_HZ);
        byte[] law = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, law, 0);
        return law;
    }

    /** Returns the port that {@code call} sends from. */
    public int port(int call) throws IOException {
        return calls.get(call).port();
    }

    /** Returns the port where {@code call} is heard: the same, if there are no far ends. */
    public int hearingPort(int call) throws IOException {
        return calls.get(call).hearingPort();
    }

    /**
     * Says where the packets of {@code call} go; it sends from now on.
     *
     * @param keys of SRTP, or null
     * @param from who sends what is heard
     */
    public void send(int call, InetSocketAddress to, SrtpKeys keys, InetSocketAddress from) {
        calls.get(call).send(to, keys, from);
    }

    /** The call is over: nothing more is sent or heard, and its number has a port of its own for another call. Any thread. */
    public void renew(int call) throws IOException {
        ended.add(calls.set(call, new RtpCaller(local, call, farEnds)));
    }

    /** From now on {@code share} of the packets, 0 to 1, get lost on their way; the same {@code seed} loses the same ones. */
    public void lose(double share, long seed) {
        losses = new Losses(share, new SplittableRandom(seed));
    }

    @Override
    public void hush() {
        sound = Arrays.copyOfRange(caller(), SPEECH_S * RATE_HZ, LOOP_S * RATE_HZ);
    }

    @Override
    public long sent() {
        return sent.get();
    }

    @Override
    public long received() {
        return received.get();
    }

    @Override
    public void check() throws IOException {
        if (failure != null) {
            throw new IOException("media of the calls failed: " + failure);
        }
    }

    private void run() {
        long originNs = System.nanoTime();
        try {
            for (long frame = 0; running; frame++) {
                for (RtpCaller over = ended.poll(); over != null; over = ended.poll()) {
                    over.close();
                }
                for (int i = 0; i < calls.size() && running; i++) {
                    await(originNs + frame * FRAME_NS + i * FRAME_NS / calls.size());
                    RtpCaller call = calls.get(i);
                    if (call.ready()) {
                        received.lazySet(received.get() + call.step(sound, losses.next()));
                        sent.lazySet(sent.get() + 1);
                    }
                }
            }
        } catch (IOException e) {
            failure = e.toString();
        }
    }

    /** Choice of the packets that get lost. Sending thread. */
    private record Losses(double share, SplittableRandom random) {
        boolean next() {
            return share > 0 && random.nextDouble() < share;
        }
    }

    private void await(long dueNs) {
        for (long waitNs = dueNs - System.nanoTime(); waitNs > 0 && running; waitNs = dueNs - System.nanoTime()) {
            LockSupport.parkNanos(waitNs);
        }
    }

    /** Stops sending and closes the ports. */
    @Override
    public void close() {
        stop();
        ended.forEach(RtpCaller::close);
        calls.forEach(RtpCaller::close);
    }

    /** Stops sending; ports stay open. */
    public void stop() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
