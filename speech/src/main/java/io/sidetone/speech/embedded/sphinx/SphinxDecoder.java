package io.sidetone.speech.embedded.sphinx;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.sidetone.audio.SampleRate;
import io.sidetone.speech.embedded.sphinx.SphinxNative.Base;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A pocketsphinx decoder that has loaded every grammar as a named search. Owns the native decoder and its buffers;
 * {@link #close} frees them, and every later call is refused.
 */
final class SphinxDecoder implements UtteranceDecoder {
    private static final int FRAME_SAMPLES = SampleRate.frameSamples(SampleRate.WIDEBAND_HZ);
    private static final int MAX_HYPOTHESIS_BYTES = 4096;
    /** Parsing of arguments and grammars is not known to be safe on two threads at once. */
    private static final Object OPENING = new Object();

    private final Memory frame = new Memory(FRAME_SAMPLES * 2L);
    private final Memory score = new Memory(4);
    private final Memory means;
    private final Pointer cmn;
    private Pointer decoder;
    private boolean inUtterance;

    private SphinxDecoder(Pointer decoder) {
        this.decoder = decoder;
        float[] initial = SphinxModel.cepstralMeans();
        this.means = new Memory(4L * initial.length);
        this.cmn = SphinxNative.psGetFeat(decoder).getPointer(SphinxNative.FEAT_CMN);
        Base.cmnLiveGet(cmn, means);
        if (!Arrays.equals(means.getFloatArray(0, initial.length), initial)) {
            close();
            throw new IllegalStateException(
                    "pocketsphinx keeps its cepstral means elsewhere; the installed version is not 0.8+5prealpha");
        }
    }

    /** Opens a decoder on {@code model}; needs about 15 ms and 8 MB. */
    static SphinxDecoder open(SphinxModel model) {
        synchronized (OPENING) {
            SphinxDecoder opened = new SphinxDecoder(initialize(model));
            if (model.languageModel().isPresent()) {
                opened.load(model.languageModel().get());
                return opened;
            }
            for (Map.Entry<String, String> grammar :
                    model.grammars().jsgfByName().entrySet()) {
                if (SphinxNative.psSetJsgfString(opened.decoder, grammar.getKey(), grammar.getValue()) < 0) {
                    opened.close();
                    throw new IllegalStateException("pocketsphinx refuses the grammar " + grammar.getKey()
                            + "; look for a syntax error in its phrases");
                }
            }
            return opened;
        }
    }

    private void load(Path languageModel) {
        if (SphinxNative.psSetLmFile(decoder, SphinxModel.DICTATION, languageModel.toString()) < 0) {
            close();
            throw new IllegalStateException("pocketsphinx refuses the language model " + languageModel
                    + "; reinstall the Debian package pocketsphinx-en-us");
        }
    }

    private static Pointer initialize(SphinxModel model) {
        List<String> arguments = new ArrayList<>(List.of("sidetone"));
        arguments.addAll(model.arguments());
        List<Memory> strings = new ArrayList<>();
        try (Memory argv = new Memory((long) com.sun.jna.Native.POINTER_SIZE * arguments.size())) {
            for (int i = 0; i < arguments.size(); i++) {
                byte[] bytes = arguments.get(i).getBytes(StandardCharsets.UTF_8);
                Memory string = new Memory(bytes.length + 1L);
                string.write(0, bytes, 0, bytes.length);
                string.setByte(bytes.length, (byte) 0);
                strings.add(string);
                argv.setPointer((long) com.sun.jna.Native.POINTER_SIZE * i, string);
            }
            Pointer config = Base.cmdLnParseR(null, SphinxNative.psArgs(), arguments.size(), argv, 1);
            if (config == null) {
                throw new IllegalStateException("pocketsphinx refuses its arguments " + arguments
                        + "; the installed version is not 0.8+5prealpha");
            }
            Pointer decoder = SphinxNative.psInit(config);
            Base.cmdLnFreeR(config); // ps_init holds a reference of its own
            if (decoder == null) {
                throw new IllegalStateException("pocketsphinx cannot open the model with " + arguments
                        + "; reinstall the Debian package pocketsphinx-en-us");
            }
            return decoder;
        } finally {
            strings.forEach(Memory::close);
        }
    }

    @Override
    public void select(String grammar) {
        check(SphinxNative.psSetSearch(open(), grammar), "ps_set_search " + grammar);
    }

    @Override
    public void start() {
        // With the means that the library leaves, a quarter of a second without speech spoils the next utterances.
        Base.cmnLiveSet(cmn(), means);
        check(SphinxNative.psStartUtt(open()), "ps_start_utt");
        inUtterance = true;
    }

    @Override
    public void adapt() {
        Base.cmnLiveGet(cmn(), means);
    }

    private Pointer cmn() {
        open();
        return cmn;
    }

    @Override
    public void process(short[] pcm, int offset, int samples) {
        if (!inUtterance) {
            throw new IllegalStateException("audio outside an utterance; call start first");
        }
        if (samples > FRAME_SAMPLES) {
            throw new IllegalArgumentException(
                    samples + " samples do not fit a frame of " + FRAME_SAMPLES + "; cut the audio to 20 ms at 16 kHz");
        }
        frame.write(0, pcm, offset, samples);
        check(SphinxNative.psProcessRaw(open(), frame, samples, 0, 0), "ps_process_raw");
    }

    @Override
    public String hypothesis() {
        Pointer words = SphinxNative.psGetHyp(open(), score);
        if (words == null) {
            return "";
        }
        long length = 0;
        while (length < MAX_HYPOTHESIS_BYTES && words.getByte(length) != 0) {
            length++;
        }
        return new String(words.getByteArray(0, (int) length), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void end() {
        if (inUtterance) {
            inUtterance = false;
            check(SphinxNative.psEndUtt(open()), "ps_end_utt");
        }
    }

    @Override
    public void close() {
        if (decoder != null) {
            SphinxNative.psFree(decoder);
            decoder = null;
            frame.close();
            score.close();
            means.close();
        }
    }

    private Pointer open() {
        if (decoder == null) {
            throw new IllegalStateException("this decoder is closed");
        }
        return decoder;
    }

    private static void check(int result, String what) {
        if (result < 0) {
            throw new IllegalStateException(what + " failed with " + result);
        }
    }
}
