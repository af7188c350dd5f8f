package io.sidetone.tools.evaluate;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.G711;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivitySession;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hears clips as a call hears its caller, frame by frame: the sent frame is the echo reference of the received frame,
 * the call's hearing scores it, the turn engine reads the score, then time passes. Every clip is a call of its own,
 * with its own time.
 *
 * <p>The agent speaks throughout when a clip has far audio; otherwise it is silent.
 */
public final class ClipEvaluator {
    static final long MS = 1_000_000L;

    private static final int RATE_HZ = SampleRate.NARROWBAND_HZ;
    private static final int FRAME_SAMPLES = SampleRate.frameSamples(RATE_HZ);

    private final TurnPolicy policy;
    private final VoiceActivityEngine detector;
    private final short[] near = new short[FRAME_SAMPLES];
    private final short[] far = new short[FRAME_SAMPLES];

    /** Creates the hearing of calls under {@code policy}, without an off-lane detector. */
    public ClipEvaluator(TurnPolicy policy) {
        this(policy, VoiceActivityEngine.none());
    }

    /**
     * Creates the hearing of calls under {@code policy}; {@code detector} must answer before its call with a frame
     * returns.
     */
    public ClipEvaluator(TurnPolicy policy, VoiceActivityEngine detector) {
        this.policy = policy;
        this.detector = detector;
    }

    /**
     * Runs one clip. Audio after the last whole frame is ignored; silence replaces far audio that ends early.
     *
     * @throws IOException when its audio cannot be read
     */
    public ClipResult hear(Clip clip) throws IOException {
        byte[] received = Files.readAllBytes(clip.near());
        byte[] sent = clip.far() == null ? null : Files.readAllBytes(clip.far());
        SpeechInput hearing = new SpeechInput(RATE_HZ, new MockRecognizer(), new LaneMetrics());
        List<Part> parts = sent == null
                ? List.of(new CallerSpeech(policy), new CallerTurn(policy, hearing.voice()))
                : List.of(new AgentSpeaking(policy, hearing.voice()));
        NextFrameEvidence heardBeside = new NextFrameEvidence();
        VoiceActivitySession beside = null;
        if (policy.vad() == SpeechSource.SILERO) {
            beside = detector.open(null, RATE_HZ, heardBeside);
            hearing.detector(beside);
            hearing.evidence().select(SpeechSource.SILERO);
        }
        int frames = received.length / FRAME_SAMPLES;
        List<ClipEvent> events = new ArrayList<>();
        List<Float> scores = new ArrayList<>(frames);
        StringBuilder flags = new StringBuilder(frames);
        for (int frame = 0; frame < frames; frame++) {
            int from = frame * FRAME_SAMPLES;
            send(hearing, sent, from);
            G711.PCMU.decode(received, from, FRAME_SAMPLES, near, 0);
            heardBeside.deliver(hearing.evidence());
            float score = hearing.frame(near, FRAME_SAMPLES, from, 0);
            scores.add(score);
            flags.append(score >= policy.speechThreshold() ? '1' : '0');
            long nowNs = (frame + 1L) * SampleRate.FRAME_MS * MS;
            for (Part part : parts) {
                part.frame(score, nowNs, events);
            }
        }
        if (beside != null) {
            beside.close();
        }
        return new ClipResult(clip.id(), events, scores, flags.toString());
    }

    private void send(SpeechInput hearing, byte[] sent, int from) {
        int samples = sent == null ? 0 : Math.max(0, Math.min(FRAME_SAMPLES, sent.length - from));
        if (samples == 0) {
            hearing.sentSilence();
            return;
        }
        G711.PCMU.decode(sent, from, samples, far, 0);
        Arrays.fill(far, samples, FRAME_SAMPLES, (short) 0);
        hearing.sent(far, FRAME_SAMPLES);
    }
}
