package io.sidetone.transport.pbx.freeswitch;

import java.util.Locale;

/** Ways in which the agent's voice returns to FreeSWITCH. */
public enum Playback {
    /** Binary messages, which jambonz plays as they arrive ({@code bidirectionalAudio.streaming}). */
    BINARY,
    /** {@code streamAudio} messages, which mod_audio_stream writes to files that the dialplan plays. */
    STREAM_AUDIO;

    /** Returns the value of that name, or null. */
    public static Playback of(String name) {
        for (Playback playback : values()) {
            if (playback.wireName().equals(name)) {
                return playback;
            }
        }
        return null;
    }

    /** Returns the name in configuration and address. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
