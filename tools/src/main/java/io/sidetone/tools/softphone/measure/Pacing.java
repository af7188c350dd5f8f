package io.sidetone.tools.softphone.measure;

import java.util.List;

/**
 * Lateness of packets, compared to their timestamps. The earliest packets of the surrounding five seconds define
 * the schedule, so that a slow difference of two clocks does not count as lateness.
 */
public final class Pacing {
    private static final int BLOCK_PACKETS = 125;
    private static final long NS_PER_TIMESTAMP = 125_000;
    private static final int MAX_JUMP_TIMESTAMPS = 8_000 * 60;

    private Pacing() {}

    /**
     * Returns the lateness of every packet with sound, in nanoseconds, in order; each source is measured separately.
     */
    public static long[] latenessNs(AgentStream stream) {
        List<AgentStream.Packet> packets =
                stream.packets().stream().filter(AgentStream.Packet::sound).toList();
        long[] lateness = new long[packets.size()];
        int from = 0;
        for (int i = 1; i <= packets.size(); i++) {
            if (i == packets.size() || newStream(packets.get(i - 1), packets.get(i))) {
                measure(packets, from, i, lateness);
                from = i;
            }
        }
        return lateness;
    }

    private static boolean newStream(AgentStream.Packet before, AgentStream.Packet after) {
        return before.ssrc() != after.ssrc() || Math.abs(after.timestamp() - before.timestamp()) > MAX_JUMP_TIMESTAMPS;
    }

    private static void measure(List<AgentStream.Packet> packets, int from, int to, long[] lateness) {
        long[] transit = new long[to - from];
        long elapsed = 0;
        for (int i = from; i < to; i++) {
            if (i > from) {
                elapsed += packets.get(i).timestamp() - packets.get(i - 1).timestamp();
            }
            transit[i - from] = packets.get(i).arrivalNs() - packets.get(from).arrivalNs() - elapsed * NS_PER_TIMESTAMP;
        }
        long[] earliest = new long[(transit.length + BLOCK_PACKETS - 1) / BLOCK_PACKETS];
        for (int block = 0; block < earliest.length; block++) {
            long least = Long.MAX_VALUE;
            for (int i = block * BLOCK_PACKETS; i < Math.min(transit.length, (block + 1) * BLOCK_PACKETS); i++) {
                least = Math.min(least, transit[i]);
            }
            earliest[block] = least;
        }
        for (int i = 0; i < transit.length; i++) {
            int block = i / BLOCK_PACKETS;
            long least = earliest[block];
            least = Math.min(least, earliest[Math.max(0, block - 1)]);
            least = Math.min(least, earliest[Math.min(earliest.length - 1, block + 1)]);
            lateness[from + i] = transit[i] - least;
        }
    }
}
