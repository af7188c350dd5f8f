package io.sidetone.audio.vad;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.level.Level;

/** Speech by energy over a tracked noise floor, with a gate against the echo of our own voice. */
public final class EnergyVad implements SpeechDetector {
    private static final float LOWEST_SPEECH_DBOV = -58f;
    private static final float THRESHOLD_SNR_DB = 8f;
    private static final float ATTACK = 0.7f;
    private static final float RELEASE = 0.7f;

    private final int frameSamples;
    private final DcBlock nearBlock = new DcBlock();
    private final DcBlock farBlock = new DcBlock();
    private final NoiseFloor floor = new NoiseFloor();
    private final EchoGate echo = new EchoGate();
    private float nearDbov = Level.SILENCE_DBOV;
    private float farDbov = Level.SILENCE_DBOV;
    private float score;

    /** Creates a detector for mono frames of 20 ms at {@code sampleRateHz}: 8,000 or 16,000. */
    public EnergyVad(int sampleRateHz) {
        if (sampleRateHz != SampleRate.NARROWBAND_HZ && sampleRateHz != SampleRate.WIDEBAND_HZ) {
            throw new IllegalArgumentException("speech detector rate " + sampleRateHz
                    + " Hz is not supported; give 8000 or 16000 Hz and resample before");
        }
        frameSamples = SampleRate.frameSamples(sampleRateHz);
    }

    @Override
    public float score(short[] near, int nearOff, short[] far, int farOff, int samples) {
        if (samples != frameSamples) {
            throw new IllegalArgumentException("frame of " + samples + " samples where this detector takes "
                    + frameSamples + "; cut the stream into 20 ms frames");
        }
        nearDbov = Level.dbovOfMeanSquare(nearBlock.meanSquare(near, nearOff, samples));
        farDbov = far == null ? Level.SILENCE_DBOV : Level.dbovOfMeanSquare(farBlock.meanSquare(far, farOff, samples));
        float snrDb = nearDbov - floor.update(nearDbov);
        float aboveEchoDb = echo.update(nearDbov, farDbov);
        float raw = 0.7f * Math.min(snrDb, aboveEchoDb + THRESHOLD_SNR_DB) / THRESHOLD_SNR_DB;
        if (nearDbov < LOWEST_SPEECH_DBOV) {
            raw = 0;
        }
        float now = Math.max(0f, Math.min(1f, raw));
        score = Math.max(ATTACK * now + (1 - ATTACK) * score, Math.min(RELEASE * score, now));
        return score;
    }

    @Override
    public void reset() {
        nearBlock.reset();
        farBlock.reset();
        floor.reset();
        echo.reset();
        nearDbov = Level.SILENCE_DBOV;
        farDbov = Level.SILENCE_DBOV;
        score = 0;
    }

    @Override
    public float nearLevelDbov() {
        return nearDbov;
    }

    @Override
    public float farLevelDbov() {
        return farDbov;
    }

    @Override
    public float noiseLevelDbov() {
        return floor.levelDbov();
    }
}
