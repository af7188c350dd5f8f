package io.sidetone.vosk;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.vosk.LibVosk;
import org.vosk.LogLevel;

/**
 * The C functions of libvosk that are used. Its JAR's own mapping is not: that one takes -1, an error, for the end of a
 * stretch, and decodes words in the JVM's character set, where the library speaks UTF-8. Only {@link VoskModel} and {@link
 * VoskDecoder} call them.
 */
final class VoskFunctions {
    /** Platforms that the JAR has libraries for. */
    private static final Set<String> PLATFORMS =
            Set.of("linux-x86-64", "win32-x86-64", "darwin-x86-64", "darwin-aarch64", "darwin");

    /** Kept, because JNA unloads a library without references. */
    private static final NativeLibrary LIBRARY = open();

    static {
        Native.register(VoskFunctions.class, LIBRARY);
    }

    private VoskFunctions() {}

    private static NativeLibrary open() {
        String platform = Platform.RESOURCE_PREFIX;
        if (!PLATFORMS.contains(platform)) {
            throw new UnsatisfiedLinkError(
                    "Vosk comes with libraries for x86-64 Linux, macOS and x86-64 Windows, and this is " + platform
                            + "; use another recognizer, such as embedded, or another machine");
        }
        LibVosk.setLogLevel(LogLevel.WARNINGS);
        FunctionMapper mapper = (library, method) -> "vosk_" + snakeCase(method.getName());
        return NativeLibrary.getInstance(
                Platform.isWindows() ? "libvosk" : "vosk",
                Map.of(
                        Library.OPTION_FUNCTION_MAPPER,
                        mapper,
                        Library.OPTION_CLASSLOADER,
                        VoskFunctions.class.getClassLoader()));
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    static native Pointer modelNew(byte[] path);

    static native void modelFree(Pointer model);

    static native int modelFindWord(Pointer model, byte[] word);

    static native Pointer recognizerNew(Pointer model, float sampleRateHz);

    static native Pointer recognizerNewGrm(Pointer model, float sampleRateHz, byte[] phrases);

    static native void recognizerSetWords(Pointer recognizer, int on);

    /** 1 at the end of a stretch, 0 within it, -1 when the decoder broke. */
    static native int recognizerAcceptWaveformS(Pointer recognizer, short[] pcm, int samples);

    static native Pointer recognizerResult(Pointer recognizer);

    static native Pointer recognizerPartialResult(Pointer recognizer);

    static native Pointer recognizerFinalResult(Pointer recognizer);

    static native void recognizerFree(Pointer recognizer);
}
