package io.sidetone.speech.voice;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.WordTimes;
import io.sidetone.speech.embedded.EventLog;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Writes down what a synthesizer publishes, as playout would take it. */
public final class VoiceLog implements SynthesisEvents {
    public final EventLog log = new EventLog();
    private final Map<String, short[]> audio = new ConcurrentHashMap<>();
    private final Map<String, WordTimes> words = new ConcurrentHashMap<>();
    public final Set<Integer> rates = ConcurrentHashMap.newKeySet();
    public volatile EngineFailure lastFailure;
    public volatile int rateHz;
    public volatile int longestMs;

    @Override
    public void ready() {
        log.add("ready");
    }

    @Override
    public void audio(long token, int clause, PcmChunk chunk) {
        String name = token + "/" + clause;
        short[] before = audio.getOrDefault(name, new short[0]);
        short[] after = Arrays.copyOf(before, before.length + chunk.samples());
        chunk.copyTo(0, after, before.length, chunk.samples());
        audio.put(name, after);
        if (chunk.words() != null) {
            words.put(name, chunk.words());
        }
        rates.add(chunk.sampleRateHz());
        rateHz = chunk.sampleRateHz();
        longestMs = Math.max(longestMs, chunk.samples() * 1_000 / rateHz);
        log.add("audio " + name);
    }

    @Override
    public void done(long token, int clause) {
        log.add("done " + token + "/" + clause);
    }

    @Override
    public void failed(long token, int clause, EngineFailure failure) {
        lastFailure = failure;
        log.add("failed " + token + "/" + clause + " " + failure.code() + " " + failure.message());
    }

    @Override
    public void closed() {
        log.add("closed");
    }

    public short[] pcm(long token, int clause) {
        return audio.getOrDefault(token + "/" + clause, new short[0]);
    }

    public WordTimes words(long token, int clause) {
        return words.get(token + "/" + clause);
    }

    public int audioMs(long token) {
        return audio.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(token + "/"))
                        .mapToInt(entry -> entry.getValue().length)
                        .sum()
                * 1_000
                / Math.max(1, rateHz);
    }

    /** How often a line begins like this. */
    public long count(String start) {
        return log.lines().stream().filter(line -> line.startsWith(start)).count();
    }
}
