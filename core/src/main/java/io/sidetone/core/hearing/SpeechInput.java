package io.sidetone.core.hearing;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.frame.LossConcealer;
import io.sidetone.audio.frame.PassingFrames;
import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.audio.vad.SpeechDetector;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivitySession;
import io.sidetone.core.turn.SpeechSource;
import java.util.Arrays;

/**
 * The caller's side of one call: detector, loss concealment, resampling to the recognizer's rate, pre-roll, feeding.
 *
 * <p>Lane thread only; nothing is allocated per frame. The recognizer is fed from the pre-roll to the end of the turn
 * and rests otherwise (conformance, "Recognizer feeding").
 */
public final class SpeechInput {
    private static final int FRAME_MS = 20;

    /** Number of frames that are remembered: the longest time after which speech is taken for such by default, and {@link #LEAD_FRAMES}. */
    private static final int PRE_ROLL_FRAMES = 40;

    /** Least number of frames that an utterance is fed of the time before its start. */
    private static final int LEAST_PRE_ROLL_FRAMES = 25;

    /** Number of frames that it is fed of the time before the speech that it began with. */
    private static final int LEAD_FRAMES = 10;

    private static final int MAX_CONCEALED = 3;

    /** Share of the up-sampling image that a wide-band recognizer model does better with. */
    private static final double IMAGE_LEAK = 0.15;

    private final LaneMetrics metrics;
    private final int mediaRateHz;
    private final int frameSamples;
    private final SpeechDetector detector;
    private final VoiceContour voice;

    /** Null until a frame is lost. */
    private LossConcealer concealer;

    private final FarReference reference;
    private int recognizerFrameSamples;
    private Resampler toRecognizer;
    private PassingFrames passing = PassingFrames.ofThread(null);

    /** True when the resampler has had the frame before the one that comes next. */
    private boolean inStep;

    /** The last frames without echo, and the one before them, one after the other: nothing is resampled while nobody needs it. */
    private final short[] preRoll;

    /** Place where the next frame begins. */
    private int preRollNext;

    private int preRollCount;
    private final SpeechEvidence evidence = new SpeechEvidence();
    private boolean recognizerGivesEvidence;
    private Resampler toDetector;
    private int detectorFrameSamples;
    private RecognizerSession session;
    private VoiceActivitySession detectorBeside;
    private boolean detectorOffered;
    private boolean feeding;
    private long nextStreamSamples = -1;
    private long framesIn;
    private long framesConcealed;

    /** Creates the hearing of a call whose frames come at {@code mediaRateHz} and go to {@code recognizer}. */
    public SpeechInput(int mediaRateHz, Recognizer recognizer, LaneMetrics metrics) {
        this.metrics = metrics;
        this.mediaRateHz = mediaRateHz;
        this.frameSamples = SampleRate.frameSamples(mediaRateHz);
        this.preRoll = new short[(PRE_ROLL_FRAMES + 1) * frameSamples];
        recognizer(recognizer);
        this.detector = new EnergyVad(mediaRateHz);
        this.voice = new VoiceContour();
        this.reference = new FarReference(frameSamples);
    }

    /** Frames go to {@code recognizer} from now on; the pre-roll begins anew. Not while an utterance is fed. */
    public final void recognizer(Recognizer recognizer) {
        int rateHz = recognizer.sampleRateHz();
        Recognizer.Capabilities capabilities = recognizer.capabilities();
        boolean imageLeak = capabilities.wantsImageLeak();
        recognizerGivesEvidence = capabilities.givesEvidence();
        recognizerFrameSamples = SampleRate.frameSamples(rateHz);
        toRecognizer = imageLeak && mediaRateHz == SampleRate.NARROWBAND_HZ && rateHz == SampleRate.WIDEBAND_HZ
                ? Resamplers.forEmbeddedRecognizer(IMAGE_LEAK)
                : Resamplers.create(mediaRateHz, rateHz);
        inStep = false;
        preRollCount = 0;
    }

    /** The recognizer's session is open, or gone (null): nothing is fed then, the pre-roll goes on. */
    public void session(RecognizerSession opened) {
        session = opened;
        feeding = false;
    }

    /** The off-lane detector is open, or gone (null): nothing is fed then. */
    public void detector(VoiceActivitySession opened) {
        detectorBeside = opened;
        detectorOffered |= opened != null;
        if (opened != null && toDetector == null) {
            int rateHz = VoiceActivityEngine.rateHz(mediaRateHz);
            toDetector = Resamplers.create(mediaRateHz, rateHz);
            detectorFrameSamples = SampleRate.frameSamples(rateHz);
        }
    }

    /** Returns whether this call can take its evidence from {@code source}. */
    public boolean offers(SpeechSource source) {
        return switch (source) {
            case ENERGY -> true;
            case RECOGNIZER -> recognizerGivesEvidence;
            case SILERO -> detectorOffered;
        };
    }

    /** Returns who said how likely speech is, and who is listened to. */
    public SpeechEvidence evidence() {
        return evidence;
    }

    /** Returns how the caller's voice stands against where it usually does. */
    public VoiceContour voice() {
        return voice;
    }

    /** Remembers the frame we send now: the detector's echo reference. */
    public void sent(short[] pcm, int samples) {
        if (reference.outOfReach()) {
            detector.settle();
        }
        reference.sent(pcm, samples);
    }

    /** We send silence now. */
    public void sentSilence() {
        reference.silence();
    }

    /** So many frames were not sent although their time has come. */
    public void skipped(long frames) {
        reference.skip(frames);
    }

    /**
     * Takes 20 ms of the caller.
     *
     * @param streamSamples position in the caller's stream; a gap was lost and is concealed, at most three frames
     * @param overdueFrames frames of ours whose time had come when this one came, and that are neither sent nor skipped yet
     * @return speech score in 0…1, of the selected source while it is fresh
     */
    public float frame(short[] pcm, int samples, long streamSamples, long overdueFrames) {
        long missing = nextStreamSamples < 0 ? 0 : (streamSamples - nextStreamSamples) / frameSamples;
        for (int i = 0; i < Math.min(missing, MAX_CONCEALED); i++) {
            conceal();
            framesConcealed++;
            metrics.increment(LaneCounter.FRAMES_CONCEALED);
            remember(nextStreamSamples + (long) (i + 1) * frameSamples);
        }
        nextStreamSamples = streamSamples + samples;
        framesIn++;
        float score = score(pcm, samples, streamSamples, overdueFrames);
        detector.heard(preRoll, preRollNext);
        voice.frame(detector, score >= SpeechDetector.SPEECH_THRESHOLD);
        rejoin();
        remember(nextStreamSamples);
        return evidence.score(score, positionMs(nextStreamSamples));
    }

    /**
     * Takes 20 ms of the caller that nobody may hear, as silence; the detector learns nothing of the line from it.
     *
     * @param streamSamples position in the caller's stream
     * @param overdueFrames as of {@link #frame}
     * @return speech score as of {@link #frame}
     */
    public float unheard(int samples, long streamSamples, long overdueFrames) {
        int lost = pair(streamSamples, overdueFrames);
        for (int before = lost; before >= 0; before--) {
            detector.miss(reference.frame(before), 0, frameSamples);
        }
        Arrays.fill(preRoll, preRollNext, preRollNext + frameSamples, (short) 0);
        nextStreamSamples = streamSamples + samples;
        framesIn++;
        rejoin();
        remember(nextStreamSamples);
        return evidence.score(0, positionMs(nextStreamSamples));
    }

    private void conceal() {
        if (concealer == null) {
            concealer = new LossConcealer(mediaRateHz);
        }
        concealer.conceal(preRoll, remembered(2), remembered(1), preRollNext, frameSamples);
    }

    private void rejoin() {
        if (concealer != null) {
            concealer.good(preRoll, preRollNext, frameSamples);
        }
    }

    /** Returns how many far frames lie between the last pair and this one. */
    private int pair(long streamSamples, long overdueFrames) {
        int lost = reference.pair(streamSamples / frameSamples, overdueFrames);
        if (reference.begun()) {
            detector.settle();
        }
        return lost;
    }

    private float score(short[] pcm, int samples, long streamSamples, long overdueFrames) {
        int lost = pair(streamSamples, overdueFrames);
        for (int before = lost; before > 0; before--) {
            detector.miss(reference.frame(before), 0, frameSamples);
        }
        return detector.score(pcm, 0, reference.frame(0), 0, samples);
    }

    /**
     * Begins an utterance with what was said just before.
     *
     * @param saidMs for how long the caller has been speaking
     */
    public void startUtterance(long token, ListenHint hint, int saidMs) {
        session.start(token, hint);
        feeding = true;
        int count = Math.min(preRollCount, Math.max(LEAST_PRE_ROLL_FRAMES, saidMs / FRAME_MS + LEAD_FRAMES));
        inStep = false;
        for (int ago = count; ago > 0; ago--) {
            resample(remembered(ago), ago);
            feed();
        }
        preRollCount = 0;
    }

    /** The utterance is complete; its transcript follows, and if {@code replyExpected} an answer to that. */
    public void endUtterance(long token, boolean replyExpected) {
        if (feeding) {
            feeding = false;
            session.end(token, replyExpected);
        }
    }

    /** The caller pauses in the utterance, and may have finished. */
    public void pauseUtterance(long token) {
        if (feeding) {
            session.pauses(token);
        }
    }

    /** The caller goes on with the utterance after a pause. */
    public void resumeUtterance(long token) {
        if (feeding) {
            session.goesOn(token);
        }
    }

    /** The utterance is dropped: its transcript is not needed. */
    public void cancelUtterance(long token) {
        if (feeding) {
            feeding = false;
            session.cancel(token);
        }
    }

    /** Forgets the pre-roll: after a hold, words of another time must not count. */
    public void forget() {
        preRollCount = 0;
        nextStreamSamples = -1;
        detector.reset();
        voice.reset();
        reference.forget();
        evidence.forget();
    }

    /** Returns whether an utterance is being fed. */
    public boolean feeding() {
        return feeding;
    }

    /** Rate of the caller's frames, in Hz. */
    public int mediaRateHz() {
        return mediaRateHz;
    }

    /** Frames received. */
    public long framesIn() {
        return framesIn;
    }

    /** Frames made up for lost ones. */
    public long framesConcealed() {
        return framesConcealed;
    }

    private long positionMs(long streamSamples) {
        return streamSamples * 1000 / mediaRateHz;
    }

    /** The frame in the next place of the pre-roll is the last one that came. */
    private void remember(long streamEnd) {
        int newest = preRollNext;
        boolean wanted = feeding || evidence.selected() == SpeechSource.RECOGNIZER && session != null;
        if (wanted) {
            resample(newest, 0);
        } else {
            inStep = false;
        }
        preRollNext = newest + frameSamples == preRoll.length ? 0 : newest + frameSamples;
        if (!heardBeside(newest, positionMs(streamEnd))) {
            metrics.increment(LaneCounter.SOURCE_REFUSED);
        }
        if (feeding) {
            feed();
        } else {
            preRollCount = Math.min(PRE_ROLL_FRAMES, preRollCount + 1);
        }
    }

    /** Returns where the frame begins that came {@code ago} frames ago; 1 is the last. */
    private int remembered(int ago) {
        int at = preRollNext - ago * frameSamples;
        return at < 0 ? at + preRoll.length : at;
    }

    /**
     * Brings a frame to the recognizer's rate, with the same result as if all frames had gone through the resampler: it
     * remembers less than a frame, so the one before is enough to bring it up to date.
     *
     * @param at where it begins in the pre-roll
     * @param ago how many frames ago it came; 0 for one that is not remembered yet
     */
    private void resample(int at, int ago) {
        passing = PassingFrames.ofThread(passing);
        if (!inStep) {
            toRecognizer.reset();
            toRecognizer.process(preRoll, remembered(ago + 1), frameSamples, passing.forRecognizer, 0);
            inStep = true;
        }
        toRecognizer.process(preRoll, at, frameSamples, passing.forRecognizer, 0);
    }

    /** Gives the selected source, if it works off the lane, its copy; false if it had no room. */
    private boolean heardBeside(int at, long endMs) {
        if (evidence.selected() == SpeechSource.RECOGNIZER && session != null) {
            return session.hear(passing.forRecognizer, 0, recognizerFrameSamples, endMs);
        }
        if (evidence.selected() == SpeechSource.SILERO && detectorBeside != null) {
            passing = PassingFrames.ofThread(passing);
            toDetector.process(preRoll, at, frameSamples, passing.forDetector, 0);
            return detectorBeside.hear(passing.forDetector, 0, detectorFrameSamples, endMs);
        }
        return true;
    }

    private void feed() {
        if (!session.audio(passing.forRecognizer, 0, recognizerFrameSamples)) {
            metrics.increment(LaneCounter.RECOGNIZER_REFUSED);
        }
    }
}
