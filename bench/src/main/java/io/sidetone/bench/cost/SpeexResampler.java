package io.sidetone.bench.cost;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** speexdsp's resampler (Debian libspeexdsp1): one second of sound per call, entirely in native memory. */
final class SpeexResampler {
    private static final int BYTES = 2;

    private final Function process;
    private final Pointer state;
    private final Memory in;
    private final Memory out;
    private final Memory inSamples = new Memory(4);
    private final Memory outSamples = new Memory(4);
    private final int inHz;
    private final int outHz;

    SpeexResampler(int inHz, int outHz, int quality, short[][] frames) {
        NativeLibrary speex = NativeLibrary.getInstance("speexdsp");
        this.inHz = inHz;
        this.outHz = outHz;
        Memory error = new Memory(4);
        state = (Pointer) speex.getFunction("speex_resampler_init")
                .invoke(Pointer.class, new Object[] {1, inHz, outHz, quality, error});
        if (state == null || error.getInt(0) != 0) {
            throw new IllegalStateException("speexdsp makes no resampler from " + inHz + " to " + outHz
                    + " Hz of quality " + quality + ": its error " + error.getInt(0));
        }
        process = speex.getFunction("speex_resampler_process_int");
        in = new Memory((long) BYTES * inHz);
        out = new Memory((long) BYTES * (outHz + 64));
        long at = 0;
        for (short[] frame : frames) {
            in.write(at, frame, 0, frame.length);
            at += (long) BYTES * frame.length;
        }
    }

    long second() {
        inSamples.setInt(0, inHz);
        outSamples.setInt(0, outHz);
        process.invokeInt(new Object[] {state, 0, in, inSamples, out, outSamples});
        if (inSamples.getInt(0) != inHz) {
            throw new IllegalStateException(
                    "speexdsp took " + inSamples.getInt(0) + " of " + inHz + " samples; its arm would be too cheap");
        }
        return outSamples.getInt(0);
    }
}
