package io.sidetone.tools.softphone.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A stretch of the agent's voice.
 *
 * @param fromNs arrival of its first voiced packet
 * @param toNs arrival of its last voiced packet
 */
public record VoicedStretch(long fromNs, long toNs) {
    /**
     * Silence that separates two talks: longer than the pauses inside a sentence, shorter than any pause for the caller.
     */
    public static final long GAP_NS = TimeUnit.MILLISECONDS.toNanos(400);

    /** Returns the talks of a stream in order. */
    public static List<VoicedStretch> of(AgentStream stream) {
        List<VoicedStretch> talks = new ArrayList<>();
        long fromNs = 0;
        long toNs = 0;
        boolean talking = false;
        for (AgentStream.Packet packet : stream.packets()) {
            if (!packet.voiced()) {
                continue;
            }
            if (talking && packet.arrivalNs() - toNs >= GAP_NS) {
                talks.add(new VoicedStretch(fromNs, toNs));
                talking = false;
            }
            if (!talking) {
                talking = true;
                fromNs = packet.arrivalNs();
            }
            toNs = packet.arrivalNs();
        }
        if (talking) {
            talks.add(new VoicedStretch(fromNs, toNs));
        }
        return talks;
    }

    /** Returns whether the agent was talking at {@code atNs}. */
    public boolean covers(long atNs) {
        return fromNs <= atNs && atNs <= toNs;
    }
}
