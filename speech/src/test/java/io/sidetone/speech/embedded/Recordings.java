package io.sidetone.speech.embedded;

import io.sidetone.audio.wav.WavReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Words and sentences that people have recorded: those of Debian's packages asterisk-core-sounds, 8 kHz, one channel. Other
 * voices than the synthesized ones, with their breath and their studios.
 */
public enum Recordings {
    /** Allison Smith, English. */
    ENGLISH("en_US_f_Allison", "asterisk-core-sounds-en-wav"),
    /** Carlo Flora, Italian. */
    ITALIAN("it_IT_m_Carlo", "asterisk-core-sounds-it-wav"),
    /** June Wallack, French. */
    FRENCH("fr_CA_f_June", "asterisk-core-sounds-fr-wav");

    private static final int RATE_HZ = 8_000;

    private final Path folder;
    private final String debianPackage;

    Recordings(String folder, String debianPackage) {
        this.folder = Path.of("/usr/share/asterisk/sounds", folder);
        this.debianPackage = debianPackage;
    }

    /** Skips a test where the recordings are missing, and says so. */
    public static void require(Recordings... wanted) {
        List<String> missing = new ArrayList<>();
        for (Recordings each : wanted) {
            if (!Files.isDirectory(each.folder)) {
                missing.add("no recordings in " + each.folder + ": install " + each.debianPackage);
            }
        }
        missing.forEach(part -> System.out.println("SKIPPED: " + part));
        Assumptions.assumeTrue(missing.isEmpty(), () -> String.join("; ", missing));
    }

    /** Returns what is in {@code files}, one after the other with {@code gapMs} between: {@code "hello"}, {@code "digits/1"}. */
    public short[] say(int gapMs, String... files) {
        int gap = RATE_HZ / 1_000 * gapMs;
        short[] said = new short[0];
        for (String file : files) {
            short[] next = read(folder.resolve(file + ".wav"));
            int at = said.length == 0 ? 0 : said.length + gap;
            said = Arrays.copyOf(said, at + next.length);
            System.arraycopy(next, 0, said, at, next.length);
        }
        return said;
    }

    private static short[] read(Path file) {
        try {
            return WavReader.read(Files.readAllBytes(file)).channel(0);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
