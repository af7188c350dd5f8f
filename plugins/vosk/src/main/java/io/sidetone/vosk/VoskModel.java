package io.sidetone.vosk;

import com.sun.jna.Pointer;
import io.sidetone.core.port.vad.UnusableModelException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A model in libvosk, which counts who uses it: it is freed when it and the last of its decoders are closed. */
final class VoskModel implements SpeechModel {
    private final ModelFolder folder;
    private final AtomicReference<Pointer> model;

    private VoskModel(ModelFolder folder, Pointer model) {
        this.folder = folder;
        this.model = new AtomicReference<>(model);
    }

    static SpeechModel load(ModelFolder folder) throws UnusableModelException {
        Pointer model = VoskFunctions.modelNew(utf8(folder.path().toString()));
        if (model == null) {
            throw new UnusableModelException(
                    folder.path() + " is no model that Vosk can load, for the reason that it gave on"
                            + " standard error; unpack it anew, from https://alphacephei.com/vosk/models");
        }
        return new VoskModel(folder, model);
    }

    /** As C has its strings. */
    private static byte[] utf8(String text) {
        return (text + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private Pointer open() {
        Pointer pointer = model.get();
        if (pointer == null) {
            throw new IllegalStateException("the model " + folder.path() + " is closed");
        }
        return pointer;
    }

    @Override
    public boolean knows(String word) {
        return VoskFunctions.modelFindWord(open(), utf8(word)) >= 0;
    }

    @Override
    public SpeechDecoder decoder(List<String> phrases) {
        Pointer decoder = phrases.isEmpty()
                ? VoskFunctions.recognizerNew(open(), folder.sampleRateHz())
                : VoskFunctions.recognizerNewGrm(open(), folder.sampleRateHz(), utf8(Phrases.json(phrases)));
        if (decoder == null) {
            throw new IllegalStateException(
                    "Vosk makes no decoder of " + folder.path() + ", for the reason that it gave on standard error");
        }
        VoskFunctions.recognizerSetWords(decoder, 1);
        return new VoskDecoder(decoder);
    }

    @Override
    public void close() {
        Pointer pointer = model.getAndSet(null);
        if (pointer != null) {
            VoskFunctions.modelFree(pointer);
        }
    }
}
