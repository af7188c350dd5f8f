package io.sidetone.audio.vad;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.echo.EchoCanceller;
import io.sidetone.audio.echo.EchoGate;
import io.sidetone.audio.frame.Level;
import java.util.Arrays;

/**
 * Detects speech by the energy in six bands above tracked floors, by the periodicity of a voice, and by the last
 * seconds. The floor of a band is the louder of two levels: the caller's background noise, and the echo that our own
 * voice can cause. When a filter can remove the echo, it does so first. A small model learnt from labelled calls weighs
 * these features. What our own voice needs is allocated when we first send a sound.
 */
public final class EnergyVad implements SpeechDetector {
    private static final float ECHO_MARGIN_DB = 6f;

    /** Levels of the bands of a frame that is only counted. */
    private static final float[] QUIET = quiet();

    /** Below this mean over the floors a frame is not searched for a pitch or for tones. */
    private static final float LEAST_SNR_DB = 1f;

    private static final float LOWEST_SPEECH_DBOV = -64f;

    /** Sound this far above the noise is not part of the noise. */
    private static final float CALLER_SNR_DB = 3f;

    private static final int FLUSH_FRAMES = 3;

    /** After so many silent frames of ours, nothing of what was sent before bounds an echo. */
    private static final int SETTLED_FRAMES = EchoGate.FAR_FRAMES;

    /** So long after our last sound nothing of it returns, and nothing of it is remembered. */
    private static final int FAR_SILENT_FRAMES = EchoCanceller.FAR_FRAMES;

    private final int frameSamples;
    private final boolean wideband;
    private final Hush hush = new Hush();
    private final Bands near;
    private final NoiseFloors noise = new NoiseFloors(Bands.COUNT);
    private final float[] floors = new float[Bands.COUNT];
    private final Periodicity periodicity = new Periodicity();
    private final SteadyTone tone = new SteadyTone();
    private final EchoCanceller canceller;
    private final EchoGate gate = new EchoGate(Bands.COUNT);
    private final SpeechFeatures features = new SpeechFeatures();
    private final SpeechModel model = SpeechModel.shipped();
    private BandTree tree = BandTree.ofThread(null);

    /** The last frame without its echo; the thread's. Null before there is one. */
    private float[] clean;

    private short[] lastNear;
    private int lastNearOff;
    private int silentFarFrames = FAR_SILENT_FRAMES;

    /** Frames that were not handed over to the canceller yet; the frames are not ours. */
    private final SentIntoHush pending = new SentIntoHush();

    /** Number of those that are not measured, the last ones. */
    private int unmeasured;

    /** True when the last frame of the caller was only counted. */
    private boolean counted;

    /** Null until we send a sound. */
    private Bands far;

    private float snrDb;
    private float noiseSnrDb;
    private float maskDb;

    /**
     * Creates a detector for mono frames of 20 ms at {@code sampleRateHz}: 8,000 or 16,000.
     *
     * @throws IllegalArgumentException for any other rate
     */
    public EnergyVad(int sampleRateHz) {
        if (sampleRateHz != SampleRate.NARROWBAND_HZ && sampleRateHz != SampleRate.WIDEBAND_HZ) {
            throw new IllegalArgumentException("speech detector rate " + sampleRateHz
                    + " Hz is not supported; give 8000 or 16000 Hz and resample before");
        }
        frameSamples = SampleRate.frameSamples(sampleRateHz);
        wideband = sampleRateHz == SampleRate.WIDEBAND_HZ;
        near = new Bands(frameSamples);
        canceller = new EchoCanceller(sampleRateHz);
    }

    private static float[] quiet() {
        float[] levels = new float[Bands.COUNT];
        Arrays.fill(levels, Hush.BAND_DBOV);
        return levels;
    }

    @Override
    public float score(short[] nearPcm, int nearOff, short[] farPcm, int farOff, int samples) {
        requireFrame(samples);
        short[] sent = farPcm == null || isZero(farPcm, farOff) ? null : farPcm;
        lastNear = nearPcm;
        lastNearOff = nearOff;
        counted = hush.add(nearPcm, nearOff, samples) && !canceller.runsWith(sent);
        if (counted) {
            sentIntoHush(sent, farOff);
            return 0;
        }
        takeHush();
        tree = BandTree.ofThread(tree);
        clean = tree.clean(wideband);
        canceller.process(nearPcm, nearOff, sent, farOff, clean);
        // Our side first: what is left of a frame after its analysis is gone with the next.
        send(sent, farOff);
        near.analyse(clean);
        periodicity.add(near.lowHalf());
        findFloors();
        float evidence = model.evidence(look(), tree.work);
        if (!canceller.cancelling()) {
            boolean unlike = canceller.unlike() && noiseSnrDb > CALLER_SNR_DB;
            gate.learn(near.levelsDbov(), sentLevelDbov(), unlike);
        }
        return near.totalDbov() > Level.SILENCE_DBOV ? score(evidence) : 0;
    }

    /** The caller's frame is only counted; of ours no more is noted than what is needed if something louder comes. */
    private void sentIntoHush(short[] sent, int farOff) {
        hush.count();
        if (sent == null && pending.kept() == 0 && silentFarFrames == FAR_SILENT_FRAMES) {
            return;
        }
        pending.add(sent, farOff);
        if (sent == null && unmeasured == 0) {
            measure(null, 0);
        } else {
            unmeasured = Math.min(unmeasured + 1, SentIntoHush.KEPT_FRAMES + 1);
        }
        if (pending.silent() == SETTLED_FRAMES) {
            measureSent();
        }
        if (pending.silent() == FAR_SILENT_FRAMES) {
            canceller.sentUnheard(pending.frames(), pending.sounds());
            canceller.echoOver();
            pending.clear();
        }
    }

    /** Measures what was sent into the hush, as much of it as is kept: older frames would only improve what the gate has learnt. */
    private void measureSent() {
        if (unmeasured > SentIntoHush.KEPT_FRAMES) {
            if (far != null) {
                far.reset();
            }
            gate.unmeasured();
        }
        for (int ago = Math.min(unmeasured, SentIntoHush.KEPT_FRAMES) - 1; ago >= 0; ago--) {
            measure(pending.frame(ago), pending.offset(ago));
        }
        unmeasured = 0;
    }

    /** Hands over to the canceller what was sent into the hush: an echo of it may still return. */
    private void handOverSent() {
        canceller.sentUnheard(pending.older(), pending.olderSounds());
        for (int ago = pending.kept() - 1; ago >= 0; ago--) {
            canceller.sentIntoQuiet(pending.frame(ago), pending.offset(ago));
        }
        pending.clear();
    }

    /** Measures a frame that was sent while the caller was quiet; null is silence. */
    private void measure(short[] sent, int off) {
        send(sent, off);
        gate.learn(QUIET, sentLevelDbov(), false);
    }

    /** Tells canceller, floors and features of the frames that were only counted. */
    private void takeHush() {
        int frames = hush.counted();
        if (frames == 0) {
            return;
        }
        measureSent();
        handOverSent();
        canceller.wasQuiet(frames);
        for (int i = Math.min(frames, NoiseFloors.QUIET_FRAMES); i > 0; i--) {
            noise.update(QUIET);
        }
        features.addIdle(frames);
        hush.taken();
    }

    @Override
    public void miss(short[] farPcm, int farOff, int samples) {
        requireFrame(samples);
        short[] sent = farPcm == null || isZero(farPcm, farOff) ? null : farPcm;
        takeHush();
        canceller.miss(sent, farOff);
        send(sent, farOff);
    }

    @Override
    public void settle() {
        takeHush();
    }

    @Override
    public void heard(short[] out, int off) {
        if (lastNear != null && (counted || canceller.passed())) {
            System.arraycopy(lastNear, lastNearOff, out, off, frameSamples);
            return;
        }
        if (clean == null) {
            Arrays.fill(out, off, off + frameSamples, (short) 0);
            return;
        }
        for (int i = 0; i < frameSamples; i++) {
            float rounded = clean[i] < 0 ? clean[i] - 0.5f : clean[i] + 0.5f;
            out[off + i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, rounded));
        }
    }

    private void requireFrame(int samples) {
        if (samples != frameSamples) {
            throw new IllegalArgumentException("frame of " + samples + " samples where this detector takes "
                    + frameSamples + "; cut the stream into 20 ms frames");
        }
    }

    /** Converts the model's output from any number to 0 … 1; the model's own threshold becomes the shipped one. */
    private static float score(float evidence) {
        float at = SPEECH_THRESHOLD;
        return evidence < 0 ? at / (1 - evidence) : at + (1 - at) * evidence / (1 + evidence);
    }

    private void send(short[] sent, int off) {
        silentFarFrames = sent == null ? Math.min(silentFarFrames + 1, FAR_SILENT_FRAMES) : 0;
        if (silentFarFrames >= FLUSH_FRAMES) {
            if (far != null && silentFarFrames == FLUSH_FRAMES) {
                far.reset();
            }
            gate.send(null);
            return;
        }
        if (sent != null) {
            if (far == null) {
                far = new Bands(frameSamples);
            }
            far.analyse(sent, off);
        }
        gate.send(far.levelsDbov());
    }

    private boolean isZero(short[] pcm, int off) {
        for (int i = off; i < off + frameSamples; i++) {
            if (pcm[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private void findFloors() {
        float[] levels = near.levelsDbov();
        float[] bound = gate.bound();
        float[] shares = null;
        if (canceller.cancelling()) {
            gate.found();
            shares = canceller.echoShares();
        }
        float[] quiet = noise.update(levels);
        snrDb = 0;
        noiseSnrDb = 0;
        maskDb = 0;
        for (int band = 0; band < Bands.COUNT; band++) {
            float echo = shares == null ? bound[band] : levels[band] + Level.decibels(shares[band]);
            floors[band] = Math.max(quiet[band], echo + ECHO_MARGIN_DB);
            snrDb += Math.max(0, levels[band] - floors[band]) / Bands.COUNT;
            noiseSnrDb += Math.max(0, levels[band] - quiet[band]) / Bands.COUNT;
            maskDb += (floors[band] - quiet[band]) / Bands.COUNT;
        }
    }

    private float[] look() {
        boolean loud = snrDb >= LEAST_SNR_DB && near.totalDbov() >= LOWEST_SPEECH_DBOV;
        float pitch = 0;
        float toneShare = 1;
        if (loud) {
            pitch = periodicity.peak(tree.pitch);
            toneShare = tone.unpredictedShare(near.narrow(), tree.tone);
        } else {
            tone.reset();
        }
        return features.add(
                near, floors, pitch, periodicity.bestLag(), toneShare, maskDb, canceller.active() || gate.active());
    }

    @Override
    public void reset() {
        hush.reset();
        counted = false;
        near.reset();
        if (far != null) {
            far.reset();
        }
        noise.reset();
        periodicity.reset();
        tone.reset();
        canceller.reset();
        gate.reset();
        features.reset();
        clean = null;
        lastNear = null;
        silentFarFrames = FAR_SILENT_FRAMES;
        pending.clear();
        unmeasured = 0;
    }

    /** Returns the model's input for the last frame, for training; valid until the next frame. */
    public float[] features() {
        takeHush();
        return features.values();
    }

    @Override
    public float nearLevelDbov() {
        return counted ? hush.levelDbov() : near.totalDbov();
    }

    @Override
    public float pitchPeriod() {
        return counted ? 0 : periodicity.period(tree.pitch);
    }

    @Override
    public float pitchStrength() {
        return counted ? 0 : periodicity.strength(tree.pitch);
    }

    /** Returns the level of the last far frame in dBov. */
    float farLevelDbov() {
        takeHush();
        return sentLevelDbov();
    }

    private float sentLevelDbov() {
        return far == null ? Level.SILENCE_DBOV : far.totalDbov();
    }

    /** Returns the tracked level of the caller's background noise in dBov. */
    float noiseLevelDbov() {
        takeHush();
        float sum = 0;
        for (float dbov : noise.levelsDbov()) {
            sum += Level.meanSquareOfDbov(dbov);
        }
        return Level.dbovOfMeanSquare(sum);
    }
}
