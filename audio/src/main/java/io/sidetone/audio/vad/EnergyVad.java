package io.sidetone.audio.vad;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.level.Level;
import java.util.Arrays;

/**
 * Speech by energy in six bands over a tracked floor, weighed by how voice-like the frame repeats itself. The floor of a
 * band is the louder of the caller's background noise and the echo that our own voice can cause. Steady tones are
 * recognised and do not score.
 */
public final class EnergyVad implements SpeechDetector {
    private static final float[] WEIGHTS = {0.6f, 1f, 1.2f, 1.2f, 1f, 0.6f};
    private static final float WEIGHT_SUM = 5.6f;

    private static final float LOWEST_SPEECH_DBOV = -64f;

    /** While we speak, what is this quiet may be the rest of an echo. */
    private static final float LOWEST_SPEECH_OVER_ECHO_DBOV = -50f;

    private static final float ECHO_MARGIN_DB = 6f;
    private static final float MAX_SNR_DB = 25f;

    /** Noise repeats itself this much by chance. */
    private static final float CHANCE_PERIODICITY = 0.3f;

    /** Below this mean SNR the frame cannot reach the threshold, however voice-like it is. */
    private static final float LEAST_SNR_DB = 1f;

    /** A frame with less is not worth the search for tones. */
    private static final float LEAST_EVIDENCE = 0.5f;

    /** −14 dB: telephone tones in G.711 leave −17 dB, speech is above −12 dB. */
    private static final float TONE_SHARE = 0.04f;

    private static final int FLUSH_FRAMES = 3;

    private final int frameSamples;
    private final Bands near;
    private final Bands far;
    private final float[] silentBands = new float[Bands.COUNT];
    private final NoiseFloor[] floors = new NoiseFloor[Bands.COUNT];
    private final Periodicity periodicity = new Periodicity();
    private final SteadyTone tone = new SteadyTone(SampleRate.frameSamples(SampleRate.NARROWBAND_HZ));
    private final EchoBound echo = new EchoBound();
    private final Evidence evidence = new Evidence();
    private int silentFarFrames;
    private float score;

    /** Creates a detector for mono frames of 20 ms at {@code sampleRateHz}: 8,000 or 16,000. */
    public EnergyVad(int sampleRateHz) {
        if (sampleRateHz != SampleRate.NARROWBAND_HZ && sampleRateHz != SampleRate.WIDEBAND_HZ) {
            throw new IllegalArgumentException("speech detector rate " + sampleRateHz
                    + " Hz is not supported; give 8000 or 16000 Hz and resample before");
        }
        frameSamples = SampleRate.frameSamples(sampleRateHz);
        near = new Bands(frameSamples);
        far = new Bands(frameSamples);
        Arrays.fill(silentBands, Level.SILENCE_DBOV);
        for (int band = 0; band < floors.length; band++) {
            floors[band] = new NoiseFloor();
        }
    }

    static float weight(int band) {
        return WEIGHTS[band];
    }

    @Override
    public float score(short[] nearPcm, int nearOff, short[] farPcm, int farOff, int samples) {
        if (samples != frameSamples) {
            throw new IllegalArgumentException("frame of " + samples + " samples where this detector takes "
                    + frameSamples + "; cut the stream into 20 ms frames");
        }
        near.analyse(nearPcm, nearOff);
        periodicity.add(near.lowHalf());
        send(farPcm, farOff);
        float snrDb = snrAboveFloors();
        boolean steady = false;
        float frameEvidence = 0;
        if (snrDb >= LEAST_SNR_DB && near.totalDbov() >= lowestSpeechDbov()) {
            frameEvidence = snrDb * Math.max(0f, periodicity.peak() - CHANCE_PERIODICITY);
        }
        if (frameEvidence >= LEAST_EVIDENCE) {
            steady = tone.unpredictedShare(near.narrow()) < TONE_SHARE;
        } else {
            tone.reset();
        }
        if (steady) {
            evidence.clear();
            score = 0;
        } else {
            score = evidence.add(frameEvidence);
        }
        echo.learn(near.levelsDbov(), score >= SPEECH_THRESHOLD);
        return score;
    }

    private float lowestSpeechDbov() {
        return echo.isActive() ? LOWEST_SPEECH_OVER_ECHO_DBOV : LOWEST_SPEECH_DBOV;
    }

    private void send(short[] pcm, int off) {
        if (pcm == null || isZero(pcm, off)) {
            silentFarFrames++;
        } else {
            silentFarFrames = 0;
        }
        if (silentFarFrames < FLUSH_FRAMES && pcm != null) {
            far.analyse(pcm, off);
            echo.send(far.levelsDbov(), far.totalDbov());
            return;
        }
        silentFarFrames = FLUSH_FRAMES;
        far.reset();
        echo.send(silentBands, Level.SILENCE_DBOV);
    }

    private boolean isZero(short[] pcm, int off) {
        for (int i = off; i < off + frameSamples; i++) {
            if (pcm[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private float snrAboveFloors() {
        float[] levels = near.levelsDbov();
        float[] echoes = echo.expected();
        float sum = 0;
        for (int band = 0; band < Bands.COUNT; band++) {
            float floor = Math.max(floors[band].update(levels[band]), echoes[band] + ECHO_MARGIN_DB);
            sum += WEIGHTS[band] * Math.max(0f, Math.min(MAX_SNR_DB, levels[band] - floor));
        }
        return sum / WEIGHT_SUM;
    }

    @Override
    public void reset() {
        near.reset();
        far.reset();
        for (NoiseFloor floor : floors) {
            floor.reset();
        }
        periodicity.reset();
        tone.reset();
        echo.reset();
        evidence.clear();
        silentFarFrames = 0;
        score = 0;
    }

    @Override
    public float nearLevelDbov() {
        return near.totalDbov();
    }

    @Override
    public float farLevelDbov() {
        return far.totalDbov();
    }

    @Override
    public float noiseLevelDbov() {
        float sum = 0;
        for (NoiseFloor floor : floors) {
            sum += Level.meanSquareOfDbov(floor.levelDbov());
        }
        return Level.dbovOfMeanSquare(sum);
    }
}
