package io.sidetone.speech.embedded.flite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Speaks 100 ms of silence, then 100 ms of sound per character, in blocks of 50 ms; can be held or told to fail. */
final class FakeVoice implements Voice {
    final List<String> spoken = Collections.synchronizedList(new ArrayList<>());
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile boolean closed;
    volatile boolean stopped;

    @Override
    public int sampleRateHz() {
        return 16_000;
    }

    @Override
    public void speak(String text, Sink sink) {
        spoken.add(text);
        try {
            if (!gate.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("the gate never opened");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (text.equals("break")) {
            throw new IllegalStateException("it broke");
        }
        sink.words(new SpokenWords(new int[] {100}, new int[] {100 + 100 * text.length()}, new int[] {text.length()}));
        short[] block = new short[800];
        int blocks = 2 + 2 * text.length();
        for (int i = 0; i < blocks; i++) {
            if (i == 2) {
                java.util.Arrays.fill(block, (short) 1000);
            }
            if (!sink.audio(block, 800)) {
                stopped = true;
                return;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
