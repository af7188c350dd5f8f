package io.sidetone.transport.http.history;

import io.sidetone.transport.http.call.CallView;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** The calls as the API sees them, live and kept. Any thread; never blocks. */
public interface CallDirectory {
    /** Returns the live calls, the oldest first. */
    List<CallView> calls();

    /** Requests the end of a call; the result says whether there was a call to end. */
    HangUp hangUp(String callId);

    /** The result of a request to hang up. */
    enum HangUp {
        /** The call is being ended. */
        ACCEPTED,
        /** It has ended already. */
        ENDED,
        /** There is no such call. */
        UNKNOWN
    }

    /**
     * Finds calls, newest first.
     *
     * @param after the last call before the wanted ones, or null for the newest
     * @param limit most calls, 1 to {@link CallRoutes#MOST}
     */
    CompletionStage<CallPage> find(CallQuery query, CallCursor after, int limit);

    /** Returns everything that is kept of a call as JSON; empty where there is no such call. */
    CompletionStage<Optional<byte[]>> document(String callId, boolean confidential);

    /** Returns the file of that kind of a call; empty where there is none here. */
    CompletionStage<Optional<Path>> file(String callId, Kind kind);

    /** Returns who reads those files: threads that may wait for a disk, and refuse what is too much. */
    Executor reader();

    /** Kinds of files that are kept of calls. */
    enum Kind {
        /** Its recording, WAV. */
        RECORDING("recording", "audio/wav"),
        /** Its journal. */
        JOURNAL("journal", "application/octet-stream");

        private final String path;
        private final String contentType;

        Kind(String path, String contentType) {
            this.path = path;
            this.contentType = contentType;
        }

        /** Returns the last segment of its path below that of the call. */
        public String path() {
            return path;
        }

        String contentType() {
            return contentType;
        }
    }
}
