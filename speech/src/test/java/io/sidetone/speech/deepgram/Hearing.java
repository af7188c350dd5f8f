package io.sidetone.speech.deepgram;

import java.util.List;

/** What a test server makes of the audio of one stream. */
interface Hearing {
    /** Takes bytes; {@code each} runs after each 20 ms. */
    void take(byte[] bytes, Runnable each);

    /** Words that end after {@code fromMs}, one that still sounds included. */
    List<CodedSpeech.Heard> since(int fromMs);

    int positionMs();

    /** Silence since the last sound. */
    int quietMs();

    boolean loud();
}
