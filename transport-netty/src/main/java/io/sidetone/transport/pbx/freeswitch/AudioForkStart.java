package io.sidetone.transport.pbx.freeswitch;

import io.sidetone.transport.stream.StreamFormat;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * The parameters of a fork at its beginning: first the address's query ({@code rate}, {@code mix}, {@code playback},
 * {@code playback-rate}), then the fields of jambonz's first message, then the configuration. The metadata of a
 * mod_audio_fork may have any form, or be missing.
 *
 * @param in format of the caller's audio
 * @param out format of the agent's audio
 * @param stereo whether every second sample belongs to the other side
 * @param playback how the agent's audio returns
 */
record AudioForkStart(StreamFormat in, StreamFormat out, boolean stereo, Playback playback) {
    private static final int LOWEST_HZ = 8_000;
    private static final int HIGHEST_HZ = 48_000;
    private static final int WHOLE_FRAMES_HZ = 50;

    /** Returns the parameters, or null when one of them is not supported. */
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

    /** Returns the hertz of {@code 16000} or {@code 16k}; 0 for an unsupported value. */
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
