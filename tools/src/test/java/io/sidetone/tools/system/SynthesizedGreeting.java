package io.sidetone.tools.system;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.G711;
import io.sidetone.core.dialogue.ClauseSplitter;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.playout.Playout;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import java.util.Arrays;

/** What the greeting of the mock agent has to sound like: synthesized here, without a call, to the last sample. */
final class SynthesizedGreeting {
    private static final long TOKEN = 16;
    private static final long SERVERS_SEED = 1;
    private static final int CREDIT_MS = 60_000;

    private SynthesizedGreeting() {}

    /** Returns the greeting as a telephone hears it: 8 kHz, through µ-law. */
    static short[] throughTheTelephone() {
        Playout playout = new Playout(SampleRate.NARROWBAND_HZ);
        SynthesisSession session = new MockSynthesizer(SERVERS_SEED)
                .open(new CallContext("call", "desk", "", "", 1, new Fence()), new IntoPlayout(playout));
        session.credit(TOKEN, CREDIT_MS);
        ClauseSplitter splitter = new ClauseSplitter();
        splitter.add(MockBehavior.DEFAULT.greeting());
        for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
            session.speak(TOKEN, playout.addClause(clause), clause);
        }
        playout.end();
        short[] all = new short[0];
        short[] frame = new short[SampleRate.MAX_FRAME_SAMPLES];
        for (int n = playout.fill(frame, 0); n > 0; n = playout.fill(frame, 0)) {
            all = Arrays.copyOf(all, all.length + n);
            System.arraycopy(frame, 0, all, all.length - n, n);
        }
        return throughMuLaw(all);
    }

    private static short[] throughMuLaw(short[] pcm) {
        byte[] coded = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, coded, 0);
        short[] heard = new short[pcm.length];
        G711.PCMU.decode(coded, 0, coded.length, heard, 0);
        return heard;
    }

    private record IntoPlayout(Playout playout) implements SynthesisEvents {
        @Override
        public void ready() {}

        @Override
        public void audio(long token, int clause, PcmChunk chunk) {
            playout.add(clause, chunk);
        }

        @Override
        public void done(long token, int clause) {
            playout.clauseDone(clause);
        }

        @Override
        public void failed(long token, int clause, EngineFailure failure) {
            throw new AssertionError(failure.message());
        }

        @Override
        public void closed() {}
    }
}
