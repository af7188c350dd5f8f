package io.sidetone.tools.softphone.measure;

import io.sidetone.audio.frame.Level;
import io.sidetone.tools.softphone.wire.AgentDecoder;
import io.sidetone.tools.softphone.wire.LineFormat;
import io.sidetone.tools.softphone.wire.PacketLog;
import java.util.ArrayList;
import java.util.List;

/**
 * The agent's packets as they arrived, without their sound.
 *
 * @param packets in the order of arrival
 */
public record AgentStream(List<Packet> packets) {
    /**
     * One packet.
     *
     * @param arrivalNs when it was received
     * @param sequence sequence number, 0…65535
     * @param timestamp RTP timestamp as at 8 kHz; compare by difference
     * @param ssrc source
     * @param sound whether it carries sound of a known codec
     * @param voiced whether its RMS is above −45 dBov
     */
    public record Packet(long arrivalNs, int sequence, int timestamp, int ssrc, boolean sound, boolean voiced) {}

    /** At 8 kHz. */
    private static final long NS_PER_TIMESTAMP = 125_000;

    /** Copies the list. */
    public AgentStream {
        packets = List.copyOf(packets);
    }

    /** Reads the packets of {@code log}, recorded on a line of {@code sampleRateHz}. */
    public static AgentStream of(PacketLog log, int sampleRateHz) {
        AgentDecoder decoder = new AgentDecoder(log, sampleRateHz);
        short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
        int size = log.size();
        List<Packet> packets = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            int samples = decoder.decode(i, pcm);
            packets.add(new Packet(
                    log.arrivalNs(i),
                    log.sequence(i),
                    (int) (log.sinceNs(0, i) / NS_PER_TIMESTAMP),
                    log.ssrc(i),
                    LineFormat.sound(log.payloadType(i)),
                    samples > 0 && Level.isAgentAudio(pcm, 0, samples)));
        }
        return new AgentStream(packets);
    }
}
