package io.sidetone.audio.wav;

import io.sidetone.audio.codec.G711;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads a whole WAV file from a byte array: PCM 8 and 16 bit, G.711 µ-law and A-law, plain or as
 * WAVE_FORMAT_EXTENSIBLE.
 *
 * <p>Unknown chunks are skipped. Sizes are checked before use, so that every bad file ends in a {@link
 * WavFormatException}. Two common errors are accepted: the size of a stream that was never corrected (0 or 0xFFFFFFFF
 * and the like, as live synthesizers send), which means "to the end", and a missing pad byte of an odd last chunk.
 */
public final class WavReader {
    private static final int FMT_MIN_BYTES = 16;
    private static final int EXTENSIBLE_SUBFORMAT_OFFSET = 24;
    private static final int CHUNK_HEADER_BYTES = 8;
    private static final int MAX_CHANNELS = 32;
    private static final int MAX_SAMPLE_RATE_HZ = 384_000;
    private static final long STREAMED_SIZE = 0x7FFF_0000L;

    private final ByteBuffer file;
    private int format = -1;
    private int channels;
    private int sampleRateHz;
    private int bitsPerSample;

    private WavReader(byte[] file) {
        this.file = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads a file.
     *
     * @throws WavFormatException if it is not a WAV file, is cut off, contradicts itself or uses another encoding
     */
    public static Wav read(byte[] file) throws WavFormatException {
        return new WavReader(file).readFile();
    }

    private Wav readFile() throws WavFormatException {
        if (file.limit() < 12 || file.getInt(0) != WavFormat.RIFF || file.getInt(8) != WavFormat.WAVE) {
            throw new WavFormatException(
                    "RIFF header at offset 0: the first 12 bytes must read RIFF….WAVE in a file of " + file.limit()
                            + " bytes; give a WAV file");
        }
        int offset = 12;
        while (file.limit() - offset >= CHUNK_HEADER_BYTES) {
            int id = file.getInt(offset);
            long size = file.getInt(offset + 4) & 0xFFFF_FFFFL;
            int body = offset + CHUNK_HEADER_BYTES;
            if (id == WavFormat.DATA) {
                return readData(offset, body, size);
            }
            if (size > file.limit() - body) {
                throw new WavFormatException(at(id, offset) + "size " + size + " runs past the end of the file ("
                        + (file.limit() - body) + " bytes left); the file is cut off or damaged");
            }
            if (id == WavFormat.FMT) {
                readFmt(offset, body, (int) size);
            }
            offset = (int) Math.min(file.limit(), body + size + (size & 1));
        }
        throw new WavFormatException("chunk \"data\" is missing: the chunks end at offset " + offset + " of "
                + file.limit() + "; the file is cut off or holds no sound");
    }

    private void readFmt(int offset, int body, int size) throws WavFormatException {
        if (size < FMT_MIN_BYTES) {
            throw new WavFormatException(at(WavFormat.FMT, offset) + "size " + size + " is below " + FMT_MIN_BYTES
                    + "; the file is damaged");
        }
        format = file.getShort(body) & 0xFFFF;
        channels = file.getShort(body + 2) & 0xFFFF;
        sampleRateHz = file.getInt(body + 4);
        bitsPerSample = file.getShort(body + 14) & 0xFFFF;
        if (format == WavFormat.EXTENSIBLE) {
            if (size < EXTENSIBLE_SUBFORMAT_OFFSET + 2) {
                throw new WavFormatException(at(WavFormat.FMT, offset) + "extensible format of " + size
                        + " bytes has no sub-format; the file is damaged");
            }
            format = file.getShort(body + EXTENSIBLE_SUBFORMAT_OFFSET) & 0xFFFF;
        }
        if (channels < 1 || channels > MAX_CHANNELS || sampleRateHz < 1 || sampleRateHz > MAX_SAMPLE_RATE_HZ) {
            throw new WavFormatException(at(WavFormat.FMT, offset) + channels + " channels at " + sampleRateHz
                    + " Hz; 1 to " + MAX_CHANNELS + " channels at 1 to " + MAX_SAMPLE_RATE_HZ + " Hz are understood");
        }
        boolean known = format == WavFormat.PCM
                ? bitsPerSample == 8 || bitsPerSample == 16
                : (format == WavFormat.MU_LAW || format == WavFormat.A_LAW) && bitsPerSample == 8;
        if (!known) {
            throw new WavFormatException(at(WavFormat.FMT, offset) + "format " + format + " with " + bitsPerSample
                    + " bits per sample; PCM (1) with 8 or 16, A-law (6) and µ-law (7) with 8 are understood: convert the"
                    + " file");
        }
    }

    private Wav readData(int offset, int body, long size) throws WavFormatException {
        if (format < 0) {
            throw new WavFormatException(
                    at(WavFormat.DATA, offset) + "comes before any \"fmt \" chunk; the file is damaged");
        }
        int left = file.limit() - body;
        long bytes = size;
        if (size > left || size == 0 && riffSizeIsUnpatched()) {
            if (size != 0 && size < STREAMED_SIZE) {
                throw new WavFormatException(at(WavFormat.DATA, offset) + "size " + size
                        + " runs past the end of the file (" + left + " bytes left); the file is cut off");
            }
            bytes = left;
        }
        int frameBytes = channels * bitsPerSample / 8;
        int samples = (int) (bytes / frameBytes) * channels;
        return Wav.owning(sampleRateHz, channels, decode(body, samples));
    }

    private boolean riffSizeIsUnpatched() {
        long riffSize = file.getInt(4) & 0xFFFF_FFFFL;
        return riffSize == 0 || riffSize >= STREAMED_SIZE;
    }

    private short[] decode(int body, int samples) {
        short[] pcm = new short[samples];
        switch (format) {
            case WavFormat.MU_LAW:
                G711.PCMU.decode(file.array(), body, samples, pcm, 0);
                break;
            case WavFormat.A_LAW:
                G711.PCMA.decode(file.array(), body, samples, pcm, 0);
                break;
            default:
                if (bitsPerSample == 16) {
                    file.position(body);
                    file.asShortBuffer().get(pcm);
                } else {
                    for (int i = 0; i < samples; i++) {
                        pcm[i] = (short) ((file.get(body + i) & 0xFF) - 128 << 8);
                    }
                }
        }
        return pcm;
    }

    private static String at(int id, int offset) {
        return "chunk \"" + WavFormat.name(id) + "\" at offset " + offset + ": ";
    }
}
