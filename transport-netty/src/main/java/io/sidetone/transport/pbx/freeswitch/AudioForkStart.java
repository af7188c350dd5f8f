package io.sidetone.transport.pbx.freeswitch;

import io.sidetone.transport.stream.StreamFormat;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * What is known of a fork when it begins: the address's query ({@code rate}, {@code mix}, {@code playback}, {@code
 * playback-rate}), then what jambonz puts into its first message, then the configuration. The metadata of a mod_audio_fork may
 * be anything, or missing.
 *
 * @param in the caller's sound
 * @param out the agent's
 * @param stereo whether the other side rides in every second sample
 * @param playback how the agent's sound goes back
 */
record AudioForkStart(StreamFormat in, StreamFormat out, boolean stereo, Playback playback) {
    private static final int LOWEST_HZ = 8_000;
    private static final int HIGHEST_HZ = 48_000;
    private static final int WHOLE_FRAMES_HZ = 50;

    /** Returns what is known, or null when it says something that cannot be taken. */
    static AudioForkStart of(Map<String, String> metadata, BinaryOperator<String> query, AudioForkSettings settings) {
        String configured = Integer.toString(settings.sampleRateHz());
        int inHz = rate(query.apply("rate", metadata.getOrDefault("sampleRate", configured)));
        int outHz = rate(query.apply("playback-rate", Integer.toString(inHz)));
        String mix = query.apply("mix", metadata.getOrDefault("mixType", "mono"));
        Playback playback =
                Playback.of(query.apply("playback", settings.playback().wireName()));
        boolean mixKnown = mix.equals("mono") || mix.equals("mixed") || mix.equals("stereo");
        if (inHz == 0 || outHz == 0 || playback == null || !mixKnown) {
            return null;
        }
        return new AudioForkStart(
                new StreamFormat(StreamFormat.Encoding.L16_LE, inHz),
                new StreamFormat(StreamFormat.Encoding.L16_LE, outHz),
                mix.equals("stereo"),
                playback);
    }

    /** Hertz of {@code 16000} or {@code 16k}; 0 for what is none that can be taken. */
    private static int rate(String text) {
        if (!text.matches("[1-9][0-9]{0,2}k|[1-9][0-9]{3,5}")) {
            return 0;
        }
        int hz = text.endsWith("k")
                ? Integer.parseInt(text.substring(0, text.length() - 1)) * 1_000
                : Integer.parseInt(text);
        return hz < LOWEST_HZ || hz > HIGHEST_HZ || hz % WHOLE_FRAMES_HZ != 0 ? 0 : hz;
    }
}
