package io.sidetone.audio.wav;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;

/** Mends a file of {@link WavRecorder} whose process died: its sizes become those of what is there. */
public final class WavRepair {
    private static final int CHANNELS_AT = 22;
    private static final int RATE_AT = 24;

    private WavRepair() {}

    /**
     * Corrects the sizes in the header and drops an incomplete last sample. Any thread that may block; leaves the channel
     * open.
     *
     * @return how many samples each channel has, or -1 when it is no file of a recorder: nothing is changed then
     */
    public static long repair(SeekableByteChannel file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(WavFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.position(0);
        while (header.hasRemaining() && file.read(header) >= 0) {
            // The rest of the header.
        }
        if (header.hasRemaining() || header.getInt(0) != WavFormat.RIFF || header.getInt(8) != WavFormat.WAVE) {
            return -1;
        }
        int channels = header.getShort(CHANNELS_AT);
        int sampleRateHz = header.getInt(RATE_AT);
        if (channels < 1 || channels > 2 || sampleRateHz <= 0) {
            return -1;
        }
        int frameBytes = 2 * channels;
        long there = Math.min(file.size() - WavFormat.HEADER_BYTES, WavFormat.MAX_DATA_BYTES);
        long dataBytes = there / frameBytes * frameBytes;
        header.clear();
        WavFormat.putHeader(header, sampleRateHz, channels, dataBytes);
        header.flip();
        file.position(0);
        while (header.hasRemaining()) {
            file.write(header);
        }
        file.truncate(WavFormat.HEADER_BYTES + dataBytes);
        return dataBytes / frameBytes;
    }
}
