package io.sidetone.core.playout;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.frame.Fade;
import io.sidetone.audio.frame.PassingFrames;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.port.PcmChunk;
import java.util.ArrayList;
import java.util.List;

/**
 * The agent's present turn as sound: clauses, their audio, and how far the caller has heard it.
 *
 * <p>Lane thread only. {@link #fill} runs once per 20 ms frame and allocates nothing. Positions are milliseconds since
 * the start of the turn's audio; they stand still while playout is paused or starved.
 */
public final class Playout {
    private static final int MARKS_OVERDUE_MS = 1_000;

    private static final long MS = 1_000_000L;
    private static final int MAX_REWIND_MS = 1_000;
    private static final int REWIND_MS = 200;

    private final int mediaRateHz;
    private final Fade fade;
    private final ChunkQueue queue = new ChunkQueue();
    private final List<Clause> clauses = new ArrayList<>();

    /** The text of so many clauses: each word that is heard asks for it. */
    private String joined = "";

    private int joinedClauses;
    private PassingFrames passing = PassingFrames.ofThread(null);
    private final RateMatch rates = new RateMatch();
    private Resampler resampler;
    private long position;
    private long sentPosition;
    private long heardMs;
    private long lastAudioNs;

    /** So many clauses from the first on were heard to their ends, and so many characters they have, with the spaces after them. */
    private int wholeClauses;

    private int wholeChars;

    /** Number of characters that were heard when just these clauses were. */
    private int wholeHeard;

    /** Number of characters that were heard when somebody asked, and up to where in the turn that many are. */
    private int heardChars;

    private long nextHeardMs;

    private long starvedFrames;
    private boolean marked;

    /** True when the far end of this call has ever said how far it has played. */
    private boolean marksReturn;

    private boolean ended;
    private int answerFrom;
    private boolean pausing;
    private boolean paused;
    private boolean fadeIn;

    /** Creates an empty playout that delivers frames at {@code mediaRateHz}. */
    public Playout(int mediaRateHz) {
        this.mediaRateHz = mediaRateHz;
        this.fade = Fade.ofFrame(mediaRateHz);
    }

    /** Forgets the previous turn. */
    public void begin() {
        queue.clear();
        clauses.clear();
        joined = "";
        joinedClauses = 0;
        if (resampler != null) {
            resampler.reset();
        }
        position = 0;
        sentPosition = 0;
        heardMs = 0;
        wholeClauses = 0;
        wholeChars = 0;
        wholeHeard = 0;
        heardChars = 0;
        nextHeardMs = 0;
        marked = false;
        ended = false;
        answerFrom = 0;
        pausing = false;
        paused = false;
        fadeIn = false;
    }

    /** Announces the next clause; returns its number. */
    public int addClause(String text) {
        clauses.add(new Clause(text));
        return clauses.size() - 1;
    }

    /** A sound follows, which no voice makes. */
    public void addSound(List<PcmChunk> sound) {
        Clause clause = new Clause("");
        clause.sound = sound;
        clauses.add(clause);
        pour(clauses.size() - 1);
    }

    /** Sounds are here from the beginning; each waits for the clause before it. */
    private void pour(int from) {
        for (int i = from;
                i < clauses.size() && clauses.get(i).sound != null && (i == 0 || clauses.get(i - 1).done);
                i++) {
            Clause clause = clauses.get(i);
            for (PcmChunk chunk : clause.sound) {
                add(i, chunk);
            }
            clause.sound = null;
            clause.done = true;
        }
    }

    /** The clauses so far cover the wait for the answer, which begins with the next. */
    public void answerFollows() {
        answerFrom = clauses.size();
    }

    /** Returns whether the clause is one of the answer's own. */
    public boolean answers(int clauseNumber) {
        return clauseNumber >= answerFrom;
    }

    /** Returns whether the turn has a clause of the answer's own. */
    public boolean answerAsked() {
        return clauses.size() > answerFrom;
    }

    /** Returns whether there is sound of the answer's own clauses. */
    public boolean answerSounds() {
        return answerAsked() && clauses.get(answerFrom).startMs != Clause.UNKNOWN;
    }

    /** Returns whether a frame of the answer's own clauses was filled. */
    public boolean answerPlayed() {
        return answerSounds() && sentMs() > clauses.get(answerFrom).startMs;
    }

    /** Adds audio of a clause, of any rate; false if it is not that clause's turn. */
    public boolean add(int clauseNumber, PcmChunk chunk) {
        if (clauseNumber < 0 || clauseNumber >= clauses.size()) {
            return false;
        }
        Clause clause = clauses.get(clauseNumber);
        if (clause.done || (clauseNumber > 0 && !clauses.get(clauseNumber - 1).done)) {
            return false;
        }
        long startMs = endMs();
        rates.add(chunk, queue);
        if (resampler == null || resampler.inputRateHz() != queue.sampleRateHz()) {
            resampler = Resamplers.create(queue.sampleRateHz(), mediaRateHz);
        }
        if (clause.startMs == Clause.UNKNOWN) {
            clause.startMs = startMs;
        }
        if (chunk.words() != null) {
            clause.words = chunk.words();
        }
        clause.endMs = endMs();
        nextHeardMs = 0;
        return true;
    }

    /** The synthesizer has finished a clause. */
    public void clauseDone(int clauseNumber) {
        if (clauseNumber >= 0 && clauseNumber < clauses.size()) {
            clauses.get(clauseNumber).done = true;
            nextHeardMs = 0;
            pour(clauseNumber + 1);
        }
    }

    /** The synthesizer could not speak a clause, or not to its end. */
    public void clauseFailed(int clauseNumber) {
        clauseDone(clauseNumber);
        if (clauseNumber >= 0 && clauseNumber < clauses.size()) {
            clauses.get(clauseNumber).failed = true;
        }
    }

    /** Gives up what has not been spoken by now; returns whether there was any. */
    public boolean failRest() {
        boolean any = false;
        for (int i = 0; i < clauses.size(); i++) {
            if (!clauses.get(i).done) {
                clauseFailed(i);
                any = true;
            }
        }
        return any;
    }

    /** No further clause follows. */
    public void end() {
        ended = true;
    }

    /** Drops the turn's sound, which nobody resumes any more: it is up to 72 KB. What was said and heard can still be asked for. */
    public void dropSound() {
        queue.drop();
    }

    /** Further clauses follow after all: an action brought something to say. */
    public void reopen() {
        ended = false;
    }

    /** Returns whether nothing that was asked for is still to come. */
    public boolean allClausesDone() {
        for (int i = clauses.size() - 1; i >= 0; i--) {
            if (!clauses.get(i).done) {
                return false;
            }
        }
        return true;
    }

    /** Returns the text of what could be spoken, once it has been played. */
    public String spokenText() {
        return textHeardAt(Long.MAX_VALUE);
    }

    /** Returns whether the turn has been played to its end. */
    public boolean complete() {
        return ended && drained();
    }

    /** Returns whether all that there is was played, and nothing is being made. */
    public boolean drained() {
        return position >= queue.end() && allClausesDone();
    }

    /** Returns whether anything can be played. */
    public boolean hasAudio() {
        return queue.end() > 0;
    }

    /**
     * Fills one 20 ms frame.
     *
     * @param out room for one frame at the media rate
     * @return samples written, or 0 when the turn is silent now (paused, starved, complete): {@code out} is then untouched
     */
    public int fill(short[] out, long nowNs) {
        if (paused || position >= queue.end()) {
            starvedFrames += paused || complete() ? 0 : 1;
            return 0;
        }
        int needed = queue.sampleRateHz() * SampleRate.FRAME_MS / 1000;
        passing = PassingFrames.ofThread(passing);
        short[] source = passing.ofVoice;
        int got = queue.read(position, source, needed);
        if (got < needed) {
            if (!allClausesDone()) {
                starvedFrames++;
                return 0;
            }
            java.util.Arrays.fill(source, got, needed, (short) 0);
        }
        position += got;
        sentPosition = Math.max(sentPosition, position);
        lastAudioNs = nowNs;
        int samples = resampler.process(source, 0, needed, out, 0);
        if (fadeIn) {
            fade.fadeIn(out, 0);
            fadeIn = false;
        }
        if (pausing) {
            fade.fadeOut(out, 0);
            pausing = false;
            paused = true;
            resampler.reset();
        }
        queue.forget(position);
        return samples;
    }

    /** Returns whether a whole frame can be played now. */
    public boolean ready() {
        return !paused
                && position < queue.end()
                && (queue.end() - position >= (long) queue.sampleRateHz() * SampleRate.FRAME_MS / 1000
                        || allClausesDone());
    }

    /** The far end has played the turn up to {@code toMs}; from now on what it says counts, not the clock. */
    public void played(long toMs) {
        marked = true;
        marksReturn = true;
        heardMs = Math.max(heardMs, Math.min(toMs, sentMs()));
    }

    /**
     * The far end will say how far it has played: until it does nothing was heard. One that has never said anything, although it should
     * have for {@value #MARKS_OVERDUE_MS} ms, will not: then the clock counts.
     */
    public void marked() {
        marked = true;
    }

    /** Yields: one more frame, faded out, then silence. Nothing is discarded. */
    public void pause() {
        if (!paused) {
            pausing = true;
        }
    }

    /** Takes the sentence up again at the last word boundary. */
    public void resume() {
        resumeFrom(positionMs());
    }

    /** Takes the sentence up again at the last word boundary before {@code nowMs} of the turn: what came after it is lost. */
    public void resumeFrom(long nowMs) {
        pausing = false;
        if (!paused) {
            return;
        }
        paused = false;
        if (complete() && nowMs >= positionMs()) {
            return;
        }
        fadeIn = true;
        long backMs = Math.max(nowMs - MAX_REWIND_MS, wordStartMs(nowMs));
        long back = backMs * queue.sampleRateHz() / 1000;
        position = Math.max(queue.oldest(), Math.min(position, back));
    }

    /** Returns how much of the turn was sent, in ms. */
    public long sentMs() {
        return queue.sampleRateHz() == 0 ? 0 : sentPosition * 1000 / queue.sampleRateHz();
    }

    /** Position of the next frame within the turn, in ms. */
    public long positionMs() {
        return queue.sampleRateHz() == 0 ? 0 : position * 1000 / queue.sampleRateHz();
    }

    /** Audio that waits to be played, in ms. */
    public long bufferedMs() {
        return endMs() - positionMs();
    }

    /** Frames in which the turn had nothing to play although it was not complete. */
    public long starvedFrames() {
        return starvedFrames;
    }

    /**
     * Returns how much of the turn the caller has heard: what was sent, less what is still on its way. Never decreases, but where the far
     * end says for the first time how far it has played.
     *
     * @param farDelayMs from our socket to the caller's ear
     */
    public long heardMs(long nowNs, int farDelayMs) {
        long onTheWayMs = Math.max(0, farDelayMs - (nowNs - lastAudioNs) / MS);
        long clockMs = sentMs() - onTheWayMs;
        if (marked) {
            // A guess is not kept: the first word of the far end counts more.
            return marksReturn || clockMs < MARKS_OVERDUE_MS ? heardMs : clockMs;
        }
        heardMs = Math.max(heardMs, clockMs);
        return heardMs;
    }

    /** Returns the text the caller has heard, cut at the last word of which at least half was heard. */
    public String heardText(long nowNs, int farDelayMs) {
        return textHeardAt(heardMs(nowNs, farDelayMs));
    }

    private String textHeardAt(long heard) {
        return textHeardAt(clauses, heard);
    }

    static String textHeardAt(List<Clause> clauses, long heard) {
        // Most turns are cut short in their first clauses; a builder is for the others.
        String only = "";
        StringBuilder text = null;
        for (int i = 0; i < clauses.size(); i++) {
            Clause clause = clauses.get(i);
            String part = clause.text.substring(0, clause.heardChars(heard)).strip();
            if (!part.isEmpty()) {
                if (only.isEmpty()) {
                    only = part;
                } else {
                    text = text == null ? new StringBuilder(only) : text;
                    text.append(' ').append(part);
                }
            }
        }
        return text == null ? only : text.toString();
    }

    /**
     * Returns how many characters of {@link #text()} the caller has heard, up to the end of a word. Allocates nothing.
     *
     * @param farDelayMs from our socket to the caller's ear
     */
    public int heardChars(long nowNs, int farDelayMs) {
        long heard = marked ? heardMs : heardMs(nowNs, farDelayMs);
        if (heard >= nextHeardMs) {
            heardChars = charsHeardAt(heard);
        }
        return heardChars;
    }

    /** Also finds out until when the answer stays the same: most frames are within a word. */
    private int charsHeardAt(long heard) {
        while (wholeClauses < clauses.size() && clauses.get(wholeClauses).heardWhole(heard)) {
            int length = clauses.get(wholeClauses).text.length();
            wholeHeard = length > 0 ? wholeChars + length : wholeHeard;
            wholeChars += length + 1;
            wholeClauses++;
        }
        int before = wholeChars;
        int chars = wholeHeard;
        nextHeardMs = Long.MAX_VALUE;
        for (int i = wholeClauses; i < clauses.size(); i++) {
            Clause clause = clauses.get(i);
            int part = clause.heardChars(heard);
            if (part > 0) {
                chars = before + part;
            }
            before += clause.text.length() + 1;
            nextHeardMs = Math.min(nextHeardMs, clause.nextHeardMs(heard));
        }
        return chars;
    }

    /**
     * Returns what is to be remembered of the turn {@code token}, which is over.
     *
     * @param whole whether it was spoken to its end
     */
    public SpokenTurn spoken(long token, boolean whole) {
        return new SpokenTurn(token, clauses, sentMs(), whole);
    }

    /** Returns the whole text of the turn so far; allocates when a clause has come since. */
    public String text() {
        if (joinedClauses != clauses.size()) {
            StringBuilder text = new StringBuilder();
            for (Clause clause : clauses) {
                text.append(text.length() == 0 ? "" : " ").append(clause.text);
            }
            joined = text.toString();
            joinedClauses = clauses.size();
        }
        return joined;
    }

    private long endMs() {
        return queue.sampleRateHz() == 0 ? 0 : queue.end() * 1000 / queue.sampleRateHz();
    }

    private long wordStartMs(long atMs) {
        for (int i = clauses.size() - 1; i >= 0; i--) {
            Clause clause = clauses.get(i);
            if (clause.startMs != Clause.UNKNOWN && clause.startMs <= atMs) {
                return clause.wordStartMs(atMs, atMs - REWIND_MS);
            }
        }
        return atMs;
    }
}
