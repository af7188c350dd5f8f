package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.audio.codec.G711;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.receive.GapHold;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The receiving side on seeded networks that lose, double, delay and reorder, over the wrap of the sequence numbers and a
 * change of source. Every packet's sound is one level, so that each frame tells which packet it came from.
 */
class RtpDisorderTest {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final long MS = 1_000_000L;
    private static final int PACKETS = 240;
    private static final int LEVELS = 100;

    /** One packet on its way. */
    private record Packet(int number, int ssrc, int sequence, int timestamp) {}

    private final ByteBuf buffer = Unpooled.buffer(512);
    private final TreeMap<Long, List<Packet>> wire = new TreeMap<>();
    private final long[] firstArrivalMs = new long[2 * PACKETS];
    private RecordingSink sink = new RecordingSink();
    private RtpCounters counters = new RtpCounters();

    @Test
    void shouldAddNoDelayToAStreamInOrderHoweverMuchIsLost() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            run(random, 0, PACKETS, random.nextInt(4) * 0.1, 0, 0);
            assertThat(waitsMs()).as("seed %d", seed).containsOnly(0L);
            assertThat(counters.value(RtpCounter.LATE)).isZero();
            assertThat(counters.value(RtpCounter.DUPLICATE)).isZero();
        }
    }

    @Test
    void shouldHandOnInOrderOnceAndInTimeWhateverTheNetworkDoes() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            run(random, 0, PACKETS, random.nextInt(3) * 0.08, 0.2, 30 + random.nextInt(80));
            check(seed);
        }
    }

    @Test
    void shouldKeepAllThatWhenTheSourceChanges() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            run(random, PACKETS, 2 * PACKETS, random.nextInt(3) * 0.08, 0.2, 30 + random.nextInt(30));
            check(seed);
            assertThat(counters.value(RtpCounter.SSRC_CHANGED))
                    .as("seed %d", seed)
                    .isEqualTo(1);
        }
    }

    private void check(long seed) {
        long before = -1;
        for (RecordingSink.Frame frame : sink.frames) {
            assertThat(frame.streamSamples()).as("position, seed %d", seed).isGreaterThan(before);
            before = frame.streamSamples();
        }
        assertThat(waitsMs()).as("waits in ms, seed %d", seed).allSatisfy(waited -> assertThat(waited)
                .isBetween(0L, GapHold.MAX_HOLD_NS / MS));
        long dropped = counters.value(RtpCounter.LATE) + counters.value(RtpCounter.DUPLICATE);
        assertThat(sink.frames.size() + dropped)
                .as("all packets, seed %d", seed)
                .isEqualTo(counters.value(RtpCounter.PACKETS_IN));
    }

    /** How long each frame's packet waited; also that numbers go up. */
    private List<Long> waitsMs() {
        List<Long> waits = new ArrayList<>();
        int number = -1;
        for (RecordingSink.Frame frame : sink.frames) {
            int next = number + 1;
            while (frame.pcm()[0] != G711.PCMU.level((byte) (next % LEVELS)) || firstArrivalMs[next] < 0) {
                next++;
            }
            assertThat(frame.pcm()).containsOnly(frame.pcm()[0]);
            number = next;
            waits.add(frame.nowNs() / MS - firstArrivalMs[number]);
        }
        return waits;
    }

    /** Sends {@code packets} every 20 ms, from {@code secondFrom} on with another source, and lets time pass by the ms. */
    private void run(Random random, int secondFrom, int packets, double loss, double late, int mostLateMs) {
        sink = new RecordingSink();
        counters = new RtpCounters();
        wire.clear();
        Arrays.fill(firstArrivalMs, -1);
        RtpIngress ingress =
                new RtpIngress(new ReceiveWork(), 8_000, sink, counters, (b, index, length, source, nowNs) -> {});
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU), PayloadMap.NO_TELEPHONE_EVENT),
                true,
                CALLER,
                CALLER.getAddress(),
                OtherSources.NONE,
                0);
        int firstSequence = 65_536 - 1 - random.nextInt(PACKETS);
        for (int number = 0; number < packets; number++) {
            boolean second = secondFrom > 0 && number >= secondFrom;
            // Sources must prove themselves with packets in sequence: the first few of each arrive as they were sent.
            boolean proving = number < 4 || second && number < secondFrom + 4;
            int base = second ? 65_536 - 100 - secondFrom : firstSequence;
            int timestamp = (second ? 77_000 : -50_000) + number * 160;
            Packet packet = new Packet(number, second ? 2 : 1, base + number & 0xFFFF, timestamp);
            long atMs = 1_000 + 20L * number + (second ? 200 : 0);
            if (proving) {
                put(atMs, packet);
            } else if (random.nextDouble() >= loss) {
                boolean isLate = random.nextDouble() < late;
                put(atMs + (isLate ? random.nextInt(mostLateMs) : 0), packet);
                if (late > 0 && random.nextInt(20) == 0) {
                    put(atMs + random.nextInt(mostLateMs), packet);
                }
            }
        }
        for (long ms = 1_000; ms <= wire.lastKey() + 100; ms++) {
            ingress.onTick(ms * MS);
            for (Packet packet : wire.getOrDefault(ms, List.of())) {
                send(ingress, packet, ms);
            }
        }
    }

    private void put(long atMs, Packet packet) {
        wire.computeIfAbsent(atMs, at -> new ArrayList<>()).add(packet);
        long known = firstArrivalMs[packet.number()];
        firstArrivalMs[packet.number()] = known < 0 ? atMs : Math.min(known, atMs);
    }

    private void send(RtpIngress ingress, Packet packet, long ms) {
        byte[] payload = new byte[160];
        Arrays.fill(payload, (byte) (packet.number() % LEVELS));
        buffer.clear();
        RtpHeader.write(buffer, false, 0, packet.sequence(), packet.timestamp(), packet.ssrc());
        buffer.writeBytes(payload);
        ingress.onRtpPort(buffer, CALLER, ms * MS);
    }
}
