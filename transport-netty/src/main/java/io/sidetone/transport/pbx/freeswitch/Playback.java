package io.sidetone.transport.pbx.freeswitch;

import java.util.Locale;

/** How the agent's voice gets back into FreeSWITCH. */
public enum Playback {
    /** Binary messages, which jambonz plays as they come ({@code bidirectionalAudio.streaming}). */
    BINARY,
    /** {@code streamAudio} messages, which mod_audio_stream writes to files for the dialplan to play. */
    STREAM_AUDIO;

    /** Returns the one of that name, or null. */
    public static Playback of(String name) {
        for (Playback playback : values()) {
            if (playback.wireName().equals(name)) {
                return playback;
            }
        }
        return null;
    }

    /** Name in configuration and address. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
