package io.sidetone.audio.wav;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;

/** Writes a whole recording as a PCM16 WAV file with correct sizes. {@link WavRecorder} writes one that still runs. */
public final class WavWriter {
    private static final int BLOCK_SAMPLES = 16_384;

    private WavWriter() {}

    /** Writes {@code wav} to {@code out} and leaves it open. */
    public static void write(Wav wav, OutputStream out) throws IOException {
        write(wav, Channels.newChannel(out));
        out.flush();
    }

    /** Writes {@code wav} to a blocking channel and leaves it open. */
    public static void write(Wav wav, WritableByteChannel out) throws IOException {
        short[] pcm = wav.interleaved();
        ByteBuffer block =
                ByteBuffer.allocate(WavFormat.HEADER_BYTES + 2 * BLOCK_SAMPLES).order(ByteOrder.LITTLE_ENDIAN);
        WavFormat.putHeader(block, wav.sampleRateHz(), wav.channels(), 2L * pcm.length);
        int next = 0;
        do {
            int count = Math.min(BLOCK_SAMPLES, pcm.length - next);
            for (int i = next; i < next + count; i++) {
                block.putShort(pcm[i]);
            }
            next += count;
            block.flip();
            while (block.hasRemaining()) {
                out.write(block);
            }
            block.clear();
        } while (next < pcm.length);
    }

    /** Returns {@code wav} as the bytes of a file. */
    public static byte[] toBytes(Wav wav) {
        short[] pcm = wav.interleaved();
        ByteBuffer file =
                ByteBuffer.allocate(WavFormat.HEADER_BYTES + 2 * pcm.length).order(ByteOrder.LITTLE_ENDIAN);
        WavFormat.putHeader(file, wav.sampleRateHz(), wav.channels(), 2L * pcm.length);
        file.asShortBuffer().put(pcm);
        return file.array();
    }
}
