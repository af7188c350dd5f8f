package io.sidetone.speech.elevenlabs;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.speech.voice.PcmDecoder;
import io.sidetone.speech.voice.SpokenClause;
import io.sidetone.speech.voice.WordCollector;
import java.util.concurrent.ScheduledFuture;

/** One clause in its context: how much of its text was spoken, and when. One thread. */
final class ElevenLabsContext {
    final String id;
    final SpokenClause clause;
    final PcmDecoder decoder;
    final WordCollector words;
    final int sampleRateHz;
    boolean closing;
    ScheduledFuture<?> quiet;
    private final int letters;
    private int aligned;
    private final StringBuilder word = new StringBuilder();
    private int wordStartMs;
    private int wordEndMs;
    private int unexpected;

    ElevenLabsContext(String id, SpokenClause clause, ElevenLabsSettings settings) {
        this.id = id;
        this.clause = clause;
        this.decoder = new PcmDecoder(settings.encoding());
        this.words = new WordCollector(clause.text());
        this.sampleRateHz = settings.access().sampleRateHz();
        this.letters = (int)
                clause.text().chars().filter(c -> !Character.isWhitespace(c)).count();
    }

    /**
     * Takes the times of a piece of audio; they count from the start of the piece. Call it before the piece is decoded.
     */
    void align(JsonNode alignment) {
        int fromMs = (int) (decoder.samples() * 1_000 / sampleRateHz);
        JsonNode chars = alignment.path("chars");
        JsonNode starts = alignment.path("charStartTimesMs");
        JsonNode lengths = alignment.has("charsDurationsMs")
                ? alignment.path("charsDurationsMs")
                : alignment.path("charDurationsMs");
        if (chars.size() != starts.size() || chars.size() != lengths.size()) {
            unexpected++;
            return;
        }
        for (int i = 0; i < chars.size(); i++) {
            String text = chars.get(i).asText();
            int startMs = fromMs + starts.get(i).asInt();
            if (text.isBlank()) {
                endWord();
                continue;
            }
            aligned += text.length();
            if (word.length() == 0) {
                wordStartMs = startMs;
            }
            word.append(text);
            wordEndMs = startMs + lengths.get(i).asInt();
        }
        if (complete()) {
            endWord();
        }
    }

    private void endWord() {
        if (word.length() > 0) {
            unexpected += words.add(word.toString(), wordStartMs, wordEndMs) ? 0 : 1;
            word.setLength(0);
        }
    }

    /** Returns whether every letter of the clause was spoken. */
    boolean complete() {
        return aligned >= letters;
    }

    /** Returns whether any of its text has times. */
    boolean begunText() {
        return aligned > 0;
    }

    /** Returns the number of invalid times since the last call. */
    int takeUnexpected() {
        int now = unexpected;
        unexpected = 0;
        return now;
    }

    void stopWaiting() {
        if (quiet != null) {
            quiet.cancel(false);
            quiet = null;
        }
    }
}
