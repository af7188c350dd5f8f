package io.sidetone.speech.embedded.flite;

import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.sidetone.audio.SampleRate;
import io.sidetone.speech.embedded.parts.CFunctions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A flite voice.
 *
 * <p>flite keeps one instance of a voice per process and counts references to its parts without locks. So voices of the
 * same name share a {@link Handle}: it serializes their synthesis, and the last {@link #close} unregisters it.
 */
public final class FliteVoice implements Voice {
    /** 50 ms: the audio between two calls of the sink, which may stop the synthesis. */
    private static final int STREAM_SAMPLES = 800;

    /** flite keeps the pointer, so this memory is never freed. */
    private static final Memory STREAMING_INFO = new Memory("streaming_info".length() + 1L);

    static {
        STREAMING_INFO.setString(0, "streaming_info");
    }

    private static final Map<VoiceName, Handle> OPEN = new EnumMap<>(VoiceName.class);

    private final VoiceName name;
    private Handle handle;

    private FliteVoice(VoiceName name, Handle handle) {
        this.name = name;
        this.handle = handle;
    }

    /**
     * Opens a voice. Throws a {@link LinkageError} or {@link IllegalStateException} when its library is missing or has
     * another form.
     */
    public static FliteVoice open(VoiceName name) {
        synchronized (OPEN) {
            Handle handle = OPEN.get(name);
            if (handle == null) {
                handle = Handle.register(name);
                OPEN.put(name, handle);
            }
            handle.users++;
            return new FliteVoice(name, handle);
        }
    }

    @Override
    public int sampleRateHz() {
        return SampleRate.WIDEBAND_HZ;
    }

    @Override
    public void speak(String text, Sink sink) {
        Handle current = handle;
        if (current == null) {
            throw new IllegalStateException("the voice " + name + " is closed");
        }
        current.speak(text, sink);
    }

    @Override
    public void close() {
        synchronized (OPEN) {
            if (handle != null && --handle.users == 0) {
                OPEN.remove(name);
                handle.unregister(name);
            }
            handle = null;
        }
    }

    /** Returns the number of registered voices of this process. */
    static int registered() {
        synchronized (OPEN) {
            return OPEN.size();
        }
    }

    /** The one instance of a voice in this process. */
    private static final class Handle implements FliteNative.Stream {
        private final Pointer voice;
        private int users;
        private Sink sink;
        private RuntimeException failure;
        private short[] block = new short[STREAM_SAMPLES * 4];

        private Handle(Pointer voice) {
            this.voice = voice;
        }

        static Handle register(VoiceName name) {
            FliteNative.fliteInit();
            NativeLibrary library = CFunctions.of(name.library());
            Pointer voice = library.getFunction(name.registerFunction()).invokePointer(new Object[] {null});
            if (voice == null) {
                throw new IllegalStateException(
                        "flite cannot open the voice " + name + "; reinstall the Debian package libflite1");
            }
            Handle handle = new Handle(voice);
            Pointer info = FliteNative.newAudioStreamingInfo();
            info.setInt(FliteNative.STREAM_MIN_SAMPLES, STREAM_SAMPLES);
            info.setPointer(FliteNative.STREAM_CALLBACK, CallbackReference.getFunctionPointer(handle));
            // The voice owns the info from now on and frees it with its features.
            FliteNative.featSet(
                    voice.getPointer(FliteNative.VOICE_FEATURES),
                    STREAMING_INFO,
                    FliteNative.audioStreamingInfoVal(info));
            return handle;
        }

        synchronized void unregister(VoiceName name) {
            CFunctions.of(name.library()).getFunction(name.unregisterFunction()).invokeVoid(new Object[] {voice});
        }

        synchronized void speak(String text, Sink target) {
            sink = target;
            failure = null;
            try {
                Pointer utterance = FliteNative.fliteSynthText(text, voice);
                if (utterance == null) {
                    throw new IllegalStateException("flite made nothing of the text");
                }
                FliteNative.deleteUtterance(utterance);
            } finally {
                sink = null;
            }
            if (failure != null) {
                throw failure;
            }
        }

        /** Called by flite on the thread inside {@link #speak}; nothing may be thrown through native frames. */
        @Override
        public int invoke(Pointer wave, int start, int size, int last, Pointer info) {
            try {
                if (sink == null || failure != null) {
                    return FliteNative.STREAM_STOP;
                }
                if (start == 0) {
                    int rate = wave.getInt(FliteNative.WAVE_RATE);
                    if (rate != SampleRate.WIDEBAND_HZ) {
                        throw new IllegalStateException("flite speaks at " + rate + " Hz, expected 16000 Hz");
                    }
                    sink.words(words(info.getPointer(FliteNative.STREAM_UTTERANCE)));
                }
                int available = wave.getInt(FliteNative.WAVE_COUNT) - start;
                int count = Math.max(0, Math.min(size, available));
                if (block.length < count) {
                    block = new short[count];
                }
                wave.getPointer(FliteNative.WAVE_SAMPLES).read(2L * start, block, 0, count);
                return sink.audio(block, count) ? FliteNative.STREAM_CONTINUE : FliteNative.STREAM_STOP;
            } catch (RuntimeException e) {
                failure = e;
                return FliteNative.STREAM_STOP;
            }
        }

        /** Reads the times of the words; the words of one token ({@code 3:30}) are merged. */
        private static SpokenWords words(Pointer utterance) {
            if (utterance == null
                    || FliteNative.uttRelationPresent(utterance, "Word") == 0
                    || FliteNative.uttRelationPresent(utterance, "Segment") == 0
                    || FliteNative.uttRelationPresent(utterance, "SylStructure") == 0
                    || FliteNative.uttRelationPresent(utterance, "Token") == 0) {
                return SpokenWords.NONE;
            }
            List<int[]> spoken = new ArrayList<>();
            Pointer word = FliteNative.relationHead(FliteNative.uttRelation(utterance, "Word"));
            for (; word != null; word = FliteNative.itemNext(word)) {
                int[] times = times(word);
                if (times == null) {
                    continue;
                }
                int[] previous = spoken.isEmpty() ? null : spoken.get(spoken.size() - 1);
                if (previous != null && previous[2] == times[2]) {
                    previous[1] = times[1];
                } else {
                    spoken.add(times);
                }
            }
            int count = spoken.size();
            SpokenWords words = new SpokenWords(new int[count], new int[count], new int[count]);
            for (int i = 0; i < count; i++) {
                words.startMs()[i] = spoken.get(i)[0];
                words.endMs()[i] = spoken.get(i)[1];
                words.textEnd()[i] = spoken.get(i)[2];
            }
            return words;
        }

        private static int[] times(Pointer word) {
            Pointer inToken = FliteNative.itemAs(word, "Token");
            Pointer token = inToken == null ? null : FliteNative.itemParent(inToken);
            Pointer inSyllables = FliteNative.itemAs(word, "SylStructure");
            Pointer first = inSyllables == null ? null : FliteNative.itemDaughter(inSyllables);
            Pointer last = inSyllables == null ? null : FliteNative.itemLastDaughter(inSyllables);
            first = first == null ? null : segment(FliteNative.itemDaughter(first));
            last = last == null ? null : segment(FliteNative.itemLastDaughter(last));
            if (token == null
                    || first == null
                    || last == null
                    || FliteNative.itemFeatPresent(token, "file_pos") == 0
                    || FliteNative.itemFeatPresent(last, "end") == 0) {
                return null;
            }
            Pointer before = FliteNative.itemPrev(first);
            float startS = before == null || FliteNative.itemFeatPresent(before, "end") == 0
                    ? 0
                    : FliteNative.itemFeatFloat(before, "end");
            float endS = FliteNative.itemFeatFloat(last, "end");
            return new int[] {
                Math.round(startS * 1000), Math.round(endS * 1000), FliteNative.itemFeatInt(token, "file_pos")
            };
        }

        private static Pointer segment(Pointer item) {
            return item == null ? null : FliteNative.itemAs(item, "Segment");
        }
    }
}
