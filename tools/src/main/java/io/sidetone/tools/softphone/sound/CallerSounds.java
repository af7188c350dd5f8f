package io.sidetone.tools.softphone.sound;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads WAV files and converts them to telephone sound: any rate from 8 to 48 kHz; channels are mixed to one. */
public final class CallerSounds {
    /** Largest file: two minutes of 48 kHz stereo, or more than an hour of telephone sound. */
    public static final long MAX_FILE_BYTES = 64L << 20;

    private static final int RESAMPLER_SLACK = 8;

    private CallerSounds() {}

    /** Reads one file for a line of 8 kHz. */
    public static CallerSound read(String name, Path file) throws IOException {
        return read(name, file, SampleRate.NARROWBAND_HZ);
    }

    /**
     * Reads one file.
     *
     * @param name name in reports
     * @param sampleRateHz of the line
     * @throws IOException when the file cannot be used; the message gives the problem and the remedy
     */
    public static CallerSound read(String name, Path file, int sampleRateHz) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException("sound '" + name + "' cannot be read at " + file + "; name a readable WAV file");
        }
        long bytes = Files.size(file);
        if (bytes > MAX_FILE_BYTES) {
            throw new IOException("sound '" + name + "' has " + bytes + " bytes, above the limit of " + MAX_FILE_BYTES
                    + "; cut it shorter");
        }
        Wav wav;
        try {
            wav = WavReader.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new IOException("sound '" + name + "': " + e.getMessage(), e);
        }
        try {
            return new CallerSound(name, sampleRateHz, converted(wav.mixedToMono(), wav.sampleRateHz(), sampleRateHz));
        } catch (IllegalArgumentException e) {
            throw new IOException("sound '" + name + "': " + e.getMessage(), e);
        }
    }

    static short[] converted(short[] mono, int fromHz, int toHz) {
        if (fromHz == toHz) {
            return mono;
        }
        Resampler resampler = Resamplers.create(fromHz, toHz);
        long samples = (long) mono.length * toHz / fromHz;
        short[] out = new short[(int) samples + RESAMPLER_SLACK];
        return Arrays.copyOf(out, resampler.process(mono, 0, mono.length, out, 0));
    }
}
