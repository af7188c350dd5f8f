package io.sidetone.audio.filter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Discrete Fourier transform of real blocks whose length is a power of two, 8 or more.
 *
 * <p>A block of n samples is transformed as n / 2 complex ones by a Stockham radix-4 transform, whose last step is
 * radix-2 for lengths that need it. Tables come from StrictMath and the order of the operations is fixed, so that every
 * JVM gives the same bits. Thread-safe: the tables are for all, and each thread has arrays of its own to work in, so that the transforms
 * of many calls find both in the processor's cache. Nothing is allocated after a thread's first transform.
 */
public final class RealFft {
    private static final Map<Integer, RealFft> SHARED = new ConcurrentHashMap<>();

    private final int size;
    private final int half;
    private final float[] cosines;
    private final float[] sines;
    private final float[] splitCosines;
    private final float[] splitSines;
    private final ThreadLocal<Work> work;

    /** Memory that a transform needs while it computes. */
    private static final class Work {
        private float[] re;
        private float[] im;
        private float[] nextRe;
        private float[] nextIm;

        Work(int half) {
            re = new float[half];
            im = new float[half];
            nextRe = new float[half];
            nextIm = new float[half];
        }

        void swap() {
            float[] lastRe = re;
            float[] lastIm = im;
            re = nextRe;
            im = nextIm;
            nextRe = lastRe;
            nextIm = lastIm;
        }
    }

    /** Creates a transform of blocks of {@code size} samples. */
    public RealFft(int size) {
        if (size < 8 || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException(
                    "transform of " + size + " samples is not supported; give a power of two of at least 8");
        }
        this.size = size;
        this.half = size / 2;
        cosines = new float[half];
        sines = new float[half];
        for (int i = 0; i < half; i++) {
            cosines[i] = (float) StrictMath.cos(-2 * Math.PI * i / half);
            sines[i] = (float) StrictMath.sin(-2 * Math.PI * i / half);
        }
        splitCosines = new float[half + 1];
        splitSines = new float[half + 1];
        for (int i = 0; i <= half; i++) {
            splitCosines[i] = (float) StrictMath.cos(-2 * Math.PI * i / size);
            splitSines[i] = (float) StrictMath.sin(-2 * Math.PI * i / size);
        }
        work = ThreadLocal.withInitial(() -> new Work(half));
    }

    /** Returns the transform of blocks of {@code size} samples, one for all. */
    public static RealFft of(int size) {
        return SHARED.computeIfAbsent(size, RealFft::new);
    }

    /** Returns the number of samples in a block. */
    public int size() {
        return size;
    }

    /** Returns the number of bins in a spectrum: half the block plus one. */
    public int bins() {
        return half + 1;
    }

    /**
     * Transforms a block: bin k is the sum of {@code in[n] exp(-2 pi i k n / size)}.
     *
     * @param in {@code size} samples
     * @param outRe real parts, {@link #bins()} values
     * @param outIm imaginary parts; the first and the last are 0
     */
    public void forward(float[] in, float[] outRe, float[] outIm) {
        Work own = work.get();
        float[] r = own.re;
        float[] j = own.im;
        for (int i = 0; i < half; i++) {
            r[i] = in[2 * i];
            j[i] = in[2 * i + 1];
        }
        transform(own);
        r = own.re;
        j = own.im;
        outRe[0] = r[0] + j[0];
        outIm[0] = 0;
        outRe[half] = r[0] - j[0];
        outIm[half] = 0;
        for (int k = 1; k < half; k++) {
            int m = half - k;
            float evenRe = 0.5f * (r[k] + r[m]);
            float evenIm = 0.5f * (j[k] - j[m]);
            float oddRe = 0.5f * (j[k] + j[m]);
            float oddIm = 0.5f * (r[m] - r[k]);
            float c = splitCosines[k];
            float s = splitSines[k];
            outRe[k] = evenRe + c * oddRe - s * oddIm;
            outIm[k] = evenIm + c * oddIm + s * oddRe;
        }
    }

    /**
     * Transforms a spectrum back; {@code inverse(forward(x))} is {@code x}.
     *
     * @param inRe real parts, {@link #bins()} values
     * @param inIm imaginary parts
     * @param out {@code size} samples
     */
    public void inverse(float[] inRe, float[] inIm, float[] out) {
        Work own = work.get();
        float[] r = own.re;
        float[] j = own.im;
        for (int k = 0; k < half; k++) {
            int m = half - k;
            float evenRe = inRe[k] + inRe[m];
            float evenIm = inIm[k] - inIm[m];
            float diffRe = inRe[k] - inRe[m];
            float diffIm = inIm[k] + inIm[m];
            float c = splitCosines[k];
            float s = -splitSines[k];
            float oddRe = c * diffRe - s * diffIm;
            float oddIm = c * diffIm + s * diffRe;
            // The conjugate at input and output lets the forward transform serve both directions.
            r[k] = evenRe - oddIm;
            j[k] = -(evenIm + oddRe);
        }
        transform(own);
        float scale = 1f / size;
        r = own.re;
        j = own.im;
        for (int i = 0; i < half; i++) {
            out[2 * i] = r[i] * scale;
            out[2 * i + 1] = -j[i] * scale;
        }
    }

    private void transform(Work own) {
        int length = half;
        int stride = 1;
        while (length >= 4) {
            fours(own, length, stride);
            length /= 4;
            stride *= 4;
        }
        if (length == 2) {
            twos(own, stride);
        }
    }

    private void fours(Work own, int length, int stride) {
        int quarter = length / 4;
        for (int p = 0; p < quarter; p++) {
            butterflies(own, stride * p, stride * quarter, stride);
        }
        own.swap();
    }

    /**
     * Computes {@code stride} butterflies whose inputs are {@code apart}; {@code from} is also the index of their
     * twiddle factor.
     */
    private void butterflies(Work own, int from, int apart, int stride) {
        float c1 = cosines[from];
        float s1 = sines[from];
        float c2 = cosines[2 * from];
        float s2 = sines[2 * from];
        float c3 = cosines[3 * from];
        float s3 = sines[3 * from];
        int to = 4 * from;
        float[] xr = own.re;
        float[] xi = own.im;
        float[] yr = own.nextRe;
        float[] yi = own.nextIm;
        for (int q = 0; q < stride; q++) {
            int a = from + q;
            int b = a + apart;
            int c = b + apart;
            int d = c + apart;
            float sumRe = xr[a] + xr[c];
            float sumIm = xi[a] + xi[c];
            float diffRe = xr[a] - xr[c];
            float diffIm = xi[a] - xi[c];
            float otherRe = xr[b] + xr[d];
            float otherIm = xi[b] + xi[d];
            float turnedRe = xi[d] - xi[b];
            float turnedIm = xr[b] - xr[d];
            int o = to + q;
            yr[o] = sumRe + otherRe;
            yi[o] = sumIm + otherIm;
            float r1 = diffRe - turnedRe;
            float i1 = diffIm - turnedIm;
            yr[o + stride] = c1 * r1 - s1 * i1;
            yi[o + stride] = c1 * i1 + s1 * r1;
            float r2 = sumRe - otherRe;
            float i2 = sumIm - otherIm;
            yr[o + 2 * stride] = c2 * r2 - s2 * i2;
            yi[o + 2 * stride] = c2 * i2 + s2 * r2;
            float r3 = diffRe + turnedRe;
            float i3 = diffIm + turnedIm;
            yr[o + 3 * stride] = c3 * r3 - s3 * i3;
            yi[o + 3 * stride] = c3 * i3 + s3 * r3;
        }
    }

    private static void twos(Work own, int stride) {
        for (int q = 0; q < stride; q++) {
            own.nextRe[q] = own.re[q] + own.re[q + stride];
            own.nextIm[q] = own.im[q] + own.im[q + stride];
            own.nextRe[q + stride] = own.re[q] - own.re[q + stride];
            own.nextIm[q + stride] = own.im[q] - own.im[q + stride];
        }
        own.swap();
    }
}
