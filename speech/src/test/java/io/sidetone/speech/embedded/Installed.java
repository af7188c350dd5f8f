package io.sidetone.speech.embedded;

import io.sidetone.speech.embedded.flite.VoiceName;
import io.sidetone.speech.embedded.parts.NativeParts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Skips a test whose native parts are missing, saying which and how to get them. */
public final class Installed {
    private Installed() {}

    public static void recognizer() {
        require(NativeParts.ofThisMachine().missingForRecognizer(NativeParts.DEFAULT_MODEL));
    }

    public static void voices(VoiceName... voices) {
        List<String> missing = new ArrayList<>();
        for (VoiceName voice : voices) {
            missing.addAll(NativeParts.ofThisMachine().missingForSynthesizer(voice.library()));
        }
        require(missing);
    }

    private static void require(List<String> missing) {
        missing.forEach(part -> System.out.println("SKIPPED: " + part));
        Assumptions.assumeTrue(missing.isEmpty(), () -> String.join("; ", missing));
    }
}
