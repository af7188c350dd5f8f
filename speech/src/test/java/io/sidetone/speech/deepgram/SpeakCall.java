package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A call that has a synthesizer speak, and keeps what it heard. */
final class SpeakCall implements AutoCloseable {
    record Piece(long token, int clause, int samples, int level, int rateHz) {}

    final Fence fence = new Fence();
    final EngineMeter meter = new EngineMeter("voice", EngineKind.SYNTHESIZER);
    final TestTime time = new TestTime();
    final EngineNet net = time.net(1);
    final LoopbackServer server;
    final EventLog log = new EventLog();
    final List<Piece> pieces = new CopyOnWriteArrayList<>();
    SynthesisSession session;

    SpeakCall(LoopbackServer server) {
        this.server = server;
    }

    SpeakCall open(Synthesizer engine) {
        session = engine.open(Calls.call(fence), events);
        return this;
    }

    SpeakCall ready() {
        log.await("ready");
        return this;
    }

    /** Grants a minute and speaks the clauses. */
    SpeakCall say(long token, String... clauses) {
        session.credit(token, 60_000);
        for (int i = 0; i < clauses.length; i++) {
            session.speak(token, i, clauses[i]);
        }
        return this;
    }

    String end(long token, int clause) {
        return log.await(
                line -> line.startsWith("done " + token + "/" + clause)
                        || line.startsWith("failed " + token + "/" + clause + " "),
                "the end of " + token + "/" + clause);
    }

    int audioMs(long token, int clause) {
        return pieces.isEmpty()
                ? 0
                : pieces.stream()
                                .filter(piece -> piece.token == token && piece.clause == clause)
                                .mapToInt(Piece::samples)
                                .sum()
                        * 1_000
                        / pieces.get(0).rateHz();
    }

    /** Levels of the samples of a clause, each once, in order. */
    List<Integer> levels(long token, int clause) {
        List<Integer> levels = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.token == token && piece.clause == clause && !levels.contains(piece.level)) {
                levels.add(piece.level);
            }
        }
        return levels;
    }

    /** {@link SynthesisEvents}, written down. */
    private final SynthesisEvents events = new SynthesisEvents() {
        @Override
        public void ready() {
            log.add("ready");
        }

        @Override
        public void audio(long token, int clause, PcmChunk chunk) {
            short[] pcm = new short[chunk.samples()];
            chunk.copyTo(0, pcm, 0, pcm.length);
            for (short sample : pcm) {
                if (sample != pcm[0]) {
                    log.add("mixed samples in " + token + "/" + clause);
                    break;
                }
            }
            pieces.add(new Piece(token, clause, pcm.length, pcm[0], chunk.sampleRateHz()));
            log.add("audio " + token + "/" + clause);
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
    };

    /** Ends the call; nothing must be left of it. */
    @Override
    public void close() {
        try {
            session.close();
            log.await("closed");
            Eventually.holds("no connection is left", () -> net.openConnections() == 0);
            assertThat(log.lines()).filteredOn("closed"::equals).hasSize(1);
            assertThat(server.violations()).isEmpty();
        } finally {
            net.close();
            server.close();
        }
    }
}
