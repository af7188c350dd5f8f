package io.sidetone.core.dial;

/** States of what has been heard since a call of ours was answered. Each state says what it awaits. */
enum AnswerState {
    /** Awaits the first word, a tone, or the end of patience. */
    QUIET,
    /** Somebody speaks: awaits a pause, or so long a greeting that it is a recorded one. */
    GREETING,
    /** A pause after it: awaits more words, or so much silence that an answer is expected. */
    PAUSE,
    /** Awaits nothing: it is known who answered. */
    KNOWN;

    /** Events that a frame of 20 ms brings. */
    enum Event {
        SPEECH,
        SILENCE
    }
}
