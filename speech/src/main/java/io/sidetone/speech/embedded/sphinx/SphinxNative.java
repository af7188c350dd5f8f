package io.sidetone.speech.embedded.sphinx;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.sidetone.speech.embedded.parts.CFunctions;

/**
 * The C functions of pocketsphinx 5prealpha and sphinxbase for recognition, mapped one to one (64-bit: {@code size_t}
 * is a {@code long}). Only {@link SphinxDecoder} calls them.
 */
final class SphinxNative {
    private SphinxNative() {}

    static {
        Base.silence();
        Native.register(SphinxNative.class, CFunctions.of("libpocketsphinx.so.3"));
    }

    static native Pointer psArgs();

    static native Pointer psInit(Pointer config);

    static native int psFree(Pointer decoder);

    static native int psSetJsgfString(Pointer decoder, String name, String jsgf);

    static native int psSetLmFile(Pointer decoder, String name, String path);

    static native int psSetSearch(Pointer decoder, String name);

    static native int psStartUtt(Pointer decoder);

    static native int psProcessRaw(Pointer decoder, Pointer data, long samples, int noSearch, int fullUtterance);

    static native int psEndUtt(Pointer decoder);

    static native Pointer psGetHyp(Pointer decoder, Pointer score);

    static native Pointer psGetFeat(Pointer decoder);

    /** Offset of {@code feat_t.cmn_struct}. */
    static final long FEAT_CMN = 88;

    /** The functions in sphinxbase. */
    static final class Base {
        static {
            Native.register(Base.class, CFunctions.of("libsphinxbase.so.3"));
        }

        private Base() {}

        static native void errSetLogfp(Pointer file);

        static native void errSetCallback(Pointer callback, Pointer data);

        static native Pointer cmdLnParseR(Pointer into, Pointer definitions, int argc, Pointer argv, int strict);

        static native int cmdLnFreeR(Pointer config);

        static native void cmnLiveSet(Pointer means, Pointer values);

        static native void cmnLiveGet(Pointer means, Pointer values);

        /**
         * Called once per process. {@code -logfn} is not used: every decoder opened with it closes the log file that
         * the others write to.
         */
        static void silence() {
            errSetCallback(null, null);
            errSetLogfp(null);
        }
    }
}
