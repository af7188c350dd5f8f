package io.sidetone.bench.streams;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpReceiver;
import io.sidetone.transport.rtp.srtp.SrtpSender;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does SRTP cost for 20 ms of G.711: protected, and protected and opened again? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SrtpBench {
    private static final int HEADER_BYTES = 12;
    private static final int PACKET_BYTES = HEADER_BYTES + 160;

    /** The suite of the call. */
    @Param
    public CryptoSuite suite;

    private final byte[] packet = new byte[2048];
    private SrtpSender sender;
    private SrtpReceiver receiver;
    private int sequence;

    /** Agrees on a key. */
    @Setup
    public void agree() {
        MasterKey key = MasterKey.random(suite, new SplittableRandom(1));
        sender = new SrtpSender(key);
        receiver = new SrtpReceiver(key);
        packet[0] = (byte) 0x80;
    }

    /** Protects one packet. */
    @Benchmark
    public int protect() {
        sequence++;
        packet[2] = (byte) (sequence >> 8);
        packet[3] = (byte) sequence;
        return sender.protectRtp(packet, HEADER_BYTES, PACKET_BYTES);
    }

    /** Protects one packet and opens it. */
    @Benchmark
    public int protectAndOpen() {
        int opened = receiver.openRtp(packet, HEADER_BYTES, protect());
        if (opened != PACKET_BYTES) {
            throw new IllegalStateException("packet " + sequence + " was refused: " + opened);
        }
        return opened;
    }
}
