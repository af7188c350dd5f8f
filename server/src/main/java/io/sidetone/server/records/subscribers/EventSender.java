package io.sidetone.server.records.subscribers;

import java.util.function.Consumer;

/** Sends events to one subscriber. Tests have one without HTTP. */
interface EventSender {
    /**
     * Makes one attempt. Never blocks and never throws.
     *
     * @param answered gets the answer, once, on any thread
     */
    void send(PendingEvent pending, Consumer<Answer> answered);

    /**
     * End of an attempt.
     *
     * @param status of HTTP, 0 where none came
     * @param retryAfterMs what the server asked for; 0: nothing
     * @param failure in words where no status came
     */
    record Answer(int status, long retryAfterMs, String failure) {
        /** The server has it. */
        boolean taken() {
            return status >= 200 && status < 300;
        }

        /** The server says that it will never take this one: bad request, gone, too large, unprocessable. */
        boolean refused() {
            return status == 400 || status == 410 || status == 413 || status == 415 || status == 422;
        }

        /** Returns what went wrong. */
        String reason() {
            return status == 0 ? failure : "it answered " + status;
        }
    }
}
