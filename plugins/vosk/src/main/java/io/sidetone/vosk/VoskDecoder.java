package io.sidetone.vosk;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/** A recognizer of libvosk. One thread at a time. */
final class VoskDecoder implements SpeechDecoder {
    private Pointer decoder;

    VoskDecoder(Pointer decoder) {
        this.decoder = decoder;
    }

    private Pointer open() {
        if (decoder == null) {
            throw new IllegalStateException("the decoder is closed");
        }
        return decoder;
    }

    @Override
    public boolean accept(short[] pcm, int samples) {
        int state = VoskFunctions.recognizerAcceptWaveformS(open(), pcm, samples);
        if (state < 0) {
            throw new IllegalStateException(
                    "Vosk broke over " + samples + " samples, for the reason that it gave on standard error");
        }
        return state > 0;
    }

    @Override
    public String segment() {
        return text(VoskFunctions.recognizerResult(open()));
    }

    @Override
    public String partial() {
        return text(VoskFunctions.recognizerPartialResult(open()));
    }

    @Override
    public String last() {
        return text(VoskFunctions.recognizerFinalResult(open()));
    }

    /** The library's, until it is called again. */
    private static String text(Pointer json) {
        return json == null ? "{}" : json.getString(0, StandardCharsets.UTF_8.name());
    }

    @Override
    public void close() {
        Pointer freed = decoder;
        decoder = null;
        if (freed != null) {
            VoskFunctions.recognizerFree(freed);
        }
    }
}
