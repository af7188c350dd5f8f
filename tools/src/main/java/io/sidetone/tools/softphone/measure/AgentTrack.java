package io.sidetone.tools.softphone.measure;

import io.sidetone.tools.softphone.wire.AgentDecoder;
import io.sidetone.tools.softphone.wire.PacketLog;
import java.util.Arrays;

/**
 * The agent's packets as one continuous sound.
 *
 * @param pcm mono PCM16 at the requested rate; empty when no packet carried sound
 * @param firstNs when the first packet's sound begins, on the clock of the arrivals
 */
record AgentTrack(short[] pcm, long firstNs) {
    private static final double NS_PER_SECOND = 1e9;

    /** Places the packets of {@code log} in time. Sound that would lie before the first packet is left out. */
    static AgentTrack of(int sampleRateHz, PacketLog log) {
        PacketPlaces places = new PacketPlaces(log);
        AgentDecoder decoder = new AgentDecoder(log, sampleRateHz);
        short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
        short[] track = new short[sampleRateHz];
        long firstNs = 0;
        int end = 0;
        for (int i = 0; i < places.size(); i++) {
            int samples = decoder.decode(i, pcm);
            if (samples == 0) {
                continue;
            }
            long placeNs = places.placeNs(i);
            firstNs = end == 0 ? placeNs : firstNs;
            int at = (int) Math.round((placeNs - firstNs) / NS_PER_SECOND * sampleRateHz);
            int from = Math.max(0, -at);
            if (from < samples) {
                track = at + samples <= track.length ? track : Arrays.copyOf(track, 2 * (at + samples));
                System.arraycopy(pcm, from, track, at + from, samples - from);
                end = Math.max(end, at + samples);
            }
        }
        return new AgentTrack(Arrays.copyOf(track, end), firstNs);
    }
}
