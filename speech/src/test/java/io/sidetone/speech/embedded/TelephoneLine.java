package io.sidetone.speech.embedded;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What a recognizer hears of a caller on a telephone. */
public final class TelephoneLine {
    private TelephoneLine() {}

    /** 16 kHz → 8 kHz with line noise → µ-law → 16 kHz with image leak, as the lane does it. */
    public static List<short[]> carry(List<short[]> spoken) {
        Random noise = new Random(8_000);
        G711 codec = G711.PCMU;
        List<short[]> heard = new ArrayList<>();
        for (short[] wide : spoken) {
            Resampler down = Resamplers.create(16_000, 8_000);
            Resampler up = Resamplers.forEmbeddedRecognizer(0.15);
            int padded = wide.length / 320 * 320 + 320 * 20;
            short[] source = new short[padded];
            System.arraycopy(wide, 0, source, 320 * 10, Math.min(wide.length, padded - 320 * 10));
            short[] narrow = new short[168];
            byte[] line = new byte[160];
            short[] wideOut = new short[330];
            short[] result = new short[padded];
            int written = 0;
            for (int at = 0; at + 320 <= padded; at += 320) {
                int count = down.process(source, at, 320, narrow, 0);
                for (int i = 0; i < count; i++) {
                    narrow[i] = (short)
                            Math.max(-32_768, Math.min(32_767, narrow[i] + Math.round(noise.nextGaussian() * 8)));
                }
                codec.encode(narrow, 0, count, line, 0);
                codec.decode(line, 0, count, narrow, 0);
                int back = up.process(narrow, 0, count, wideOut, 0);
                System.arraycopy(wideOut, 0, result, written, back);
                written += back;
            }
            heard.add(result);
        }
        return heard;
    }
}
