package io.sidetone.transport.stream;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.frame.Reframer;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.lane.LanePublisher;

/**
 * The way of the caller's bytes into the lane: decode → cut to 20 ms → resample → publish. Takes pieces of any length; a
 * sample that is cut in two waits for its other half. Event loop only; allocates nothing per message.
 */
final class StreamIngress {
    private static final int CHUNK_BYTES = 4_096;

    private final int callRateHz;
    private final LanePublisher publisher;
    private final byte[] bytes = new byte[CHUNK_BYTES + 1];
    private final short[] pcm = new short[CHUNK_BYTES + 1];
    private final short[] frame = new short[SampleRate.MAX_FRAME_SAMPLES];
    private AudioCodec codec;
    private int bytesPerSample;
    private Resampler resampler;
    private Reframer reframer;
    private int kept;
    private long streamSamples;
    private long nowNs;

    StreamIngress(StreamFormat format, int callRateHz, LanePublisher publisher) {
        this.callRateHz = callRateHz;
        this.publisher = publisher;
        format(format);
    }

    /** The peer writes {@code format} from now on. */
    void format(StreamFormat format) {
        codec = format.codec();
        bytesPerSample = format.bytesPerSample();
        resampler = format.sampleRateHz() == callRateHz ? null : Resamplers.create(format.sampleRateHz(), callRateHz);
        reframer = new Reframer(format.sampleRateHz(), this::frame);
        kept = 0;
    }

    void accept(byte[] in, int offset, int length, long now) {
        nowNs = now;
        for (int done = 0; done < length; ) {
            int part = Math.min(CHUNK_BYTES, length - done);
            System.arraycopy(in, offset + done, bytes, kept, part);
            done += part;
            decode(kept + part);
        }
    }

    void accept(ByteBuf in, long now) {
        nowNs = now;
        while (in.isReadable()) {
            int part = Math.min(CHUNK_BYTES, in.readableBytes());
            in.readBytes(bytes, kept, part);
            decode(kept + part);
        }
    }

    private void decode(int available) {
        int whole = available / bytesPerSample * bytesPerSample;
        int samples = codec.decode(bytes, 0, whole, pcm, 0);
        kept = available - whole;
        if (kept > 0) {
            bytes[0] = bytes[whole];
        }
        reframer.accept(pcm, 0, samples);
    }

    private void frame(short[] source, int offset, int samples) {
        int count = samples;
        if (resampler == null) {
            publisher.offerAudio(source, offset, samples, callRateHz, streamSamples, nowNs);
        } else {
            count = resampler.process(source, offset, samples, frame, 0);
            publisher.offerAudio(frame, 0, count, callRateHz, streamSamples, nowNs);
        }
        streamSamples += count;
    }

    /** Forgets half a sample and half a frame: what follows is another stretch of audio. */
    void restart() {
        kept = 0;
        reframer.reset();
    }
}
