package io.sidetone.speech.embedded.parts;

import com.sun.jna.Native;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds which parts of the embedded engines are installed, and names for each missing part the Debian package that
 * provides it. Any thread.
 */
public final class NativeParts {
    /** The model folder of the Debian package. */
    public static final Path DEFAULT_MODEL = Path.of("/usr/share/pocketsphinx/model/en-us");

    private static final String[][] RECOGNIZER = {
        {"libsphinxbase.so.3", "libsphinxbase3"}, {"libpocketsphinx.so.3", "libpocketsphinx3"},
    };
    private static final String[] MODEL_FILES = {
        "en-us/feat.params",
        "en-us/mdef",
        "en-us/means",
        "en-us/noisedict",
        "en-us/sendump",
        "en-us/transition_matrices",
        "en-us/variances",
        "cmudict-en-us.dict",
    };

    private final Predicate<String> libraryLoads;

    private NativeParts(Predicate<String> libraryLoads) {
        this.libraryLoads = libraryLoads;
    }

    /** Returns the parts of this machine. */
    public static NativeParts ofThisMachine() {
        return new NativeParts(NativeParts::loads);
    }

    /** For tests: {@code libraryLoads} answers for a shared library's name. */
    static NativeParts of(Predicate<String> libraryLoads) {
        return new NativeParts(libraryLoads);
    }

    /** Returns what recognition lacks, one line per missing part; empty when it can work. */
    public List<String> missingForRecognizer(Path model) {
        List<String> missing = new ArrayList<>(missingForAny());
        if (!missing.isEmpty()) {
            return missing;
        }
        for (String[] part : RECOGNIZER) {
            if (!libraryLoads.test(part[0])) {
                missing.add(library(part[0], part[1]));
            }
        }
        for (String file : MODEL_FILES) {
            if (!Files.isReadable(model.resolve(file))) {
                missing.add("the acoustic model file " + model.resolve(file)
                        + " cannot be read; install the Debian package pocketsphinx-en-us, or name the directory it"
                        + " is in");
                break;
            }
        }
        return missing;
    }

    /** Returns what synthesis with the voice library {@code voiceLibrary} lacks; empty when it can work. */
    public List<String> missingForSynthesizer(String voiceLibrary) {
        List<String> missing = new ArrayList<>(missingForAny());
        if (!missing.isEmpty()) {
            return missing;
        }
        // The order matters: later libraries use symbols of earlier ones.
        for (String name : List.of("libflite.so.1", "libflite_usenglish.so.1", "libflite_cmulex.so.1", voiceLibrary)) {
            if (!libraryLoads.test(name)) {
                missing.add(library(name, "libflite1"));
            }
        }
        return missing;
    }

    /** Returns what calls in Opus lack; empty when they can be had. */
    public List<String> missingForOpus() {
        List<String> missing = new ArrayList<>(missingForAny());
        if (missing.isEmpty() && !libraryLoads.test("libopus.so.0")) {
            missing.add(library("libopus.so.0", "libopus0"));
        }
        return missing;
    }

    private List<String> missingForAny() {
        try {
            if (Native.POINTER_SIZE == 8 && Native.SIZE_T_SIZE == 8) {
                return List.of();
            }
            return List.of("the embedded engines need a 64-bit JVM, this one has pointers of " + Native.POINTER_SIZE
                    + " bytes; use a 64-bit JDK");
        } catch (LinkageError e) {
            return List.of("JNA cannot load its native part (" + e.getMessage()
                    + "); point -Djna.tmpdir at a directory that is writable and not mounted noexec");
        }
    }

    private static String library(String name, String debianPackage) {
        return "the library " + name + " cannot be loaded; install the Debian package " + debianPackage
                + " (apt-get install " + debianPackage + ")";
    }

    private static boolean loads(String name) {
        try {
            CFunctions.of(name);
            return true;
        } catch (LinkageError e) {
            return false;
        }
    }
}
