package io.sidetone.speech.embedded.flite;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.speech.embedded.EventLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes down what a synthesizer publishes. */
class SynthesisLog implements SynthesisEvents {
    final EventLog log = new EventLog();
    final List<PcmChunk> chunks = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void ready() {
        log.add("ready");
    }

    @Override
    public void audio(long token, int clause, PcmChunk chunk) {
        chunks.add(chunk);
        log.add("audio " + token + "/" + clause + " " + ClauseCache.lengthMs(chunk) + " ms");
    }

    @Override
    public void done(long token, int clause) {
        log.add("done " + token + "/" + clause);
    }

    @Override
    public void failed(long token, int clause, EngineFailure failure) {
        log.add("failed " + token + "/" + clause + " " + failure.code() + " " + failure.message());
    }

    @Override
    public void closed() {
        log.add("closed");
    }

    int audioMs(long token) {
        return log.lines().stream()
                .filter(line -> line.startsWith("audio " + token + "/"))
                .mapToInt(line -> Integer.parseInt(line.split(" ")[2]))
                .sum();
    }
}
