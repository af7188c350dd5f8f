package io.sidetone.audio.resample;

/** The same rate on both sides: a copy. */
final class IdentityResampler implements Resampler {
    private final int rateHz;

    IdentityResampler(int rateHz) {
        this.rateHz = rateHz;
    }

    @Override
    public int inputRateHz() {
        return rateHz;
    }

    @Override
    public int outputRateHz() {
        return rateHz;
    }

    @Override
    public int process(short[] in, int inOff, int inLen, short[] out, int outOff) {
        System.arraycopy(in, inOff, out, outOff, inLen);
        return inLen;
    }

    @Override
    public double delayMs() {
        return 0;
    }

    @Override
    public void reset() {
        // There is no state.
    }
}
