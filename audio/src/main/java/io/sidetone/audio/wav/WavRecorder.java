package io.sidetone.audio.wav;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;

/**
 * Writes a recording during a call: PCM16, mono or stereo. {@link #sync} and {@link #close} correct the sizes in the
 * header; after a crash the file is valid up to the last of these calls.
 *
 * <p>One thread that may block. Nothing is allocated after creation. Recording stops at 4 GiB, the limit of the format.
 */
public final class WavRecorder implements AutoCloseable {
    private static final int BLOCK_BYTES = 1 << 15;

    private final SeekableByteChannel channel;
    private final int sampleRateHz;
    private final int channels;
    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer header =
            ByteBuffer.allocateDirect(WavFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final long start;
    private long dataBytes;
    private boolean closed;

    /** Starts a recording at the channel's position; the channel is closed with the recorder. */
    public WavRecorder(SeekableByteChannel channel, int sampleRateHz, int channels) throws IOException {
        if (sampleRateHz <= 0 || channels < 1 || channels > 2) {
            throw new IllegalArgumentException("a recording of " + channels + " channels at " + sampleRateHz
                    + " Hz; give 1 or 2 channels and a positive rate");
        }
        this.channel = channel;
        this.sampleRateHz = sampleRateHz;
        this.channels = channels;
        this.start = channel.position();
        writeHeader();
        channel.position(start + WavFormat.HEADER_BYTES);
    }

    /** Appends {@code samples} samples of mono PCM16 at the recording's rate; the caller keeps the array. */
    public void write(short[] pcm, int off, int samples) throws IOException {
        requireChannels(1);
        requireRoom(2L * samples);
        for (int i = off; i < off + samples; i++) {
            if (block.remaining() < 2) {
                drain();
            }
            block.putShort(pcm[i]);
        }
        dataBytes += 2L * samples;
    }

    /** Appends {@code samples} samples of PCM16 for each side to a stereo recording; the caller keeps the arrays. */
    public void write(short[] left, int leftOff, short[] right, int rightOff, int samples) throws IOException {
        requireChannels(2);
        requireRoom(4L * samples);
        for (int i = 0; i < samples; i++) {
            if (block.remaining() < 4) {
                drain();
            }
            block.putShort(left[leftOff + i]).putShort(right[rightOff + i]);
        }
        dataBytes += 4L * samples;
    }

    /** Returns the number of samples of each channel so far. */
    public long samples() {
        return dataBytes / (2L * channels);
    }

    /** Writes all samples so far to the file and corrects its header. */
    public void sync() throws IOException {
        drain();
        writeHeader();
        channel.position(start + WavFormat.HEADER_BYTES + dataBytes);
    }

    /** Does the same as {@link #sync} and closes the channel; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            sync();
        } finally {
            channel.close();
        }
    }

    private void requireChannels(int given) {
        if (given != channels) {
            throw new IllegalArgumentException(
                    "sound of " + given + " channels for a recording of " + channels + "; use the other write method");
        }
    }

    private void requireRoom(long bytes) throws IOException {
        if (dataBytes + bytes > WavFormat.MAX_DATA_BYTES) {
            throw new IOException("recording holds " + dataBytes
                    + " bytes of sound and a WAV file cannot hold more than 4 GiB; start another file");
        }
    }

    private void writeHeader() throws IOException {
        header.clear();
        WavFormat.putHeader(header, sampleRateHz, channels, dataBytes);
        header.flip();
        channel.position(start);
        while (header.hasRemaining()) {
            channel.write(header);
        }
    }

    private void drain() throws IOException {
        block.flip();
        while (block.hasRemaining()) {
            channel.write(block);
        }
        block.clear();
    }
}
