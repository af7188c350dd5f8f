package io.sidetone.speech.failover;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;

/** A requested clause, and how much of it has arrived. One loop only. */
final class SpokenClause {
    /** Audio too short for a word: the clause is requested again. */
    private static final int NOTHING_MS = 60;

    /** The assumed time of a character when the voice gave no word times. */
    private static final int CHARACTER_MS = 60;

    final int number;
    final String text;
    private WordTimes words;
    private int publishedMs;

    SpokenClause(int number, String text) {
        this.number = number;
        this.text = text;
    }

    void published(PcmChunk chunk) {
        if (chunk.words() != null) {
            words = chunk.words();
        }
        publishedMs += chunk.samples() * 1_000 / chunk.sampleRateHz();
    }

    boolean silent() {
        return publishedMs == 0;
    }

    /** Returns the text for another voice: all, or from the first word that is not complete. */
    String rest() {
        if (publishedMs < NOTHING_MS) {
            return text;
        }
        int from = words == null ? atCharacter(publishedMs / CHARACTER_MS) : atWord();
        return text.substring(Math.min(from, text.length())).strip();
    }

    private int atWord() {
        int from = 0;
        for (int i = 0; i < words.words() && words.endMs()[i] <= publishedMs; i++) {
            from = words.charEnd()[i];
        }
        return from;
    }

    private int atCharacter(int characters) {
        if (characters >= text.length()) {
            return text.length();
        }
        int blank = text.lastIndexOf(' ', characters);
        return Math.max(0, blank);
    }
}
