package io.sidetone.server.records.recording;

import java.util.Locale;

/** State of a recording. */
public enum RecordingState {
    /** The call is not answered yet. */
    WAITING,
    /** It is recorded. */
    ON,
    /** It is recorded, and what is said now is left out. */
    PAUSED,
    /** It is not recorded. */
    OFF,
    /** The call is over and its file is whole. */
    COMPLETE,
    /** The call is over, and its whole file is being sent to where it belongs. */
    UPLOADING,
    /** The whole file is where it was sent to, and no longer here. */
    UPLOADED,
    /** The file was kept long enough, or its place was needed; it is no longer here. */
    REMOVED,
    /** The file could not be written, wholly or to the end. */
    FAILED;

    /** Returns the name used in messages. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
