package io.sidetone.tools.softphone.measure;

import java.util.ArrayList;
import java.util.List;

/** Counts by sequence numbers the packets that were sent and did not arrive. */
public final class PacketLoss {
    /** A larger step forward is a restart, not loss (RFC 3550 A.1). */
    private static final int MAX_DROPOUT = 3_000;

    private static final int MAX_MISORDER = 100;

    private PacketLoss() {}

    /** Returns the number of packets missing between the first and the last of each source. */
    public static long of(AgentStream stream) {
        List<Long> places = new ArrayList<>();
        long lost = 0;
        int ssrc = 0;
        long highest = 0;
        for (AgentStream.Packet packet : stream.packets()) {
            int step = (short) (packet.sequence() - (int) highest);
            boolean restart = step > MAX_DROPOUT || step < -MAX_MISORDER;
            if (places.isEmpty() || packet.ssrc() != ssrc || restart) {
                lost += missing(places);
                places.clear();
                ssrc = packet.ssrc();
                highest = packet.sequence();
                step = 0;
            }
            places.add(highest + step);
            highest = Math.max(highest, highest + step);
        }
        return lost + missing(places);
    }

    private static long missing(List<Long> places) {
        if (places.isEmpty()) {
            return 0;
        }
        long[] sorted =
                places.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
        return sorted[sorted.length - 1] - sorted[0] + 1 - sorted.length;
    }
}
