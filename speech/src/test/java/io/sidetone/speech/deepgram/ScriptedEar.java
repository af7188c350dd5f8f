package io.sidetone.speech.deepgram;

import io.sidetone.audio.codec.G711;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;

/**
 * Takes any sound for speech: each stretch of it, up to a pause, is the next line of a script, of which a word is
 * understood every 200 ms and the rest at the pause; the last one not before a silence, if a length is given for it.
 */
final class ScriptedEar implements Hearing {
    private static final int FRAME_MS = 20;
    private static final int WORD_MS = 200;
    private static final int PAUSE_MS = 200;

    /** Mean magnitude; about −40 dBov. */
    private static final int LOUD = 300;

    private final int frameBytes;
    private final boolean mulaw;
    private final Queue<String> script;
    private final int lastWordMs;
    private final byte[] frame;
    private final List<CodedSpeech.Heard> words = new ArrayList<>();
    private final Deque<String> line = new ArrayDeque<>();
    private boolean speaking;
    private boolean loud;
    private int filled;
    private int positionMs;
    private int quietMs;
    private int soundMs;

    ScriptedEar(int rateHz, boolean mulaw, Queue<String> script, int lastWordMs) {
        this.frameBytes = rateHz / 1_000 * FRAME_MS * (mulaw ? 1 : 2);
        this.mulaw = mulaw;
        this.script = script;
        this.lastWordMs = lastWordMs;
        this.frame = new byte[frameBytes];
    }

    @Override
    public void take(byte[] bytes, Runnable each) {
        for (byte b : bytes) {
            frame[filled++] = b;
            if (filled == frameBytes) {
                filled = 0;
                hear();
                each.run();
            }
        }
    }

    private void hear() {
        long sum = 0;
        int step = mulaw ? 1 : 2;
        for (int i = 0; i < frameBytes; i += step) {
            sum += Math.abs(mulaw ? G711.PCMU.level(frame[i]) : (short) (frame[i] & 0xFF | frame[i + 1] << 8));
        }
        positionMs += FRAME_MS;
        loud = sum / (frameBytes / step) >= LOUD;
        quietMs = loud ? 0 : quietMs + FRAME_MS;
        if (loud && !speaking) {
            speaking = true;
            soundMs = 0;
            String next = script.poll();
            line.addAll(next == null ? List.of() : List.of(next.split(" ")));
        }
        soundMs += FRAME_MS;
        boolean paused = speaking && quietMs >= PAUSE_MS;
        while (!line.isEmpty() && (paused || soundMs >= WORD_MS && (line.size() > 1 || quietMs >= lastWordMs))) {
            soundMs -= WORD_MS;
            words.add(new CodedSpeech.Heard(line.poll(), positionMs - FRAME_MS, positionMs));
        }
        speaking &= !paused;
    }

    @Override
    public List<CodedSpeech.Heard> since(int fromMs) {
        return words.stream().filter(word -> word.endMs() > fromMs).toList();
    }

    @Override
    public int positionMs() {
        return positionMs;
    }

    @Override
    public int quietMs() {
        return quietMs;
    }

    @Override
    public boolean loud() {
        return loud;
    }
}
