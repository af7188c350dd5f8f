package io.sidetone.core.call.life;

import io.sidetone.audio.frame.Fade;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.port.PcmChunk;
import java.util.List;

/**
 * Music for a caller who waits, again and again. It goes on where it was left, and begins softly after each pause. Lane thread only;
 * allocates nothing per frame.
 */
final class HoldSound implements FrameSource {
    private final PcmChunk[] loop;
    private final Fade edge;
    private int chunk;
    private int position;
    private long lastIndex = Long.MIN_VALUE;

    private HoldSound(PcmChunk[] loop) {
        this.loop = loop;
        this.edge = Fade.ofFrame(loop[0].sampleRateHz());
    }

    /** Returns the sound of {@code loop}; null where there is none. */
    static HoldSound of(List<PcmChunk> loop) {
        PcmChunk[] sounding = loop.stream().filter(part -> part.samples() > 0).toArray(PcmChunk[]::new);
        return sounding.length == 0 ? null : new HoldSound(sounding);
    }

    @Override
    public void next(EgressFrame frame) {
        frame.samples = edge.samples();
        for (int filled = 0; filled < frame.samples; ) {
            PcmChunk part = loop[chunk];
            int count = Math.min(frame.samples - filled, part.samples() - position);
            part.copyTo(position, frame.pcm, filled, count);
            filled += count;
            position += count;
            if (position == part.samples()) {
                position = 0;
                chunk = (chunk + 1) % loop.length;
            }
        }
        if (frame.mediaIndex != lastIndex + 1) {
            edge.fadeIn(frame.pcm, 0);
        }
        lastIndex = frame.mediaIndex;
    }
}
