package io.sidetone.config.value;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavFormatException;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.config.problem.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The name of a WAV file to its sound, read once; null for what cannot be played. */
public final class MusicFile implements ValueRule<String, Wav> {
    private static final int MOST_BYTES = 64 << 20;
    private static final int LEAST_S = 1;
    private static final int MOST_S = 300;
    private static final int LOWEST_HZ = 8_000;
    private static final int HIGHEST_HZ = 48_000;
    private static final int FRAMES_PER_SECOND = 50;
    private static final String REMEDY = "convert it, for example by: sox IN.wav -r 16000 -c 1 -b 16 OUT.wav";

    private final Path folder;

    /** Creates the rule; {@code folder} is where paths start from. */
    public MusicFile(Path folder) {
        this.folder = folder;
    }

    @Override
    public Wav apply(String name, String path, Problems problems) {
        try {
            Wav sound =
                    WavReader.read(bytes(folder.resolve(name).toAbsolutePath().normalize()));
            String problem = problem(sound);
            if (problem == null) {
                return sound;
            }
            problems.add(path, "'" + name + "' " + problem, REMEDY);
        } catch (WavFormatException e) {
            String why = e.getMessage().replace(';', ',');
            problems.add(path, "'" + name + "' is no WAV file that can be read: " + why, REMEDY);
        } catch (IOException e) {
            problems.add(
                    path,
                    "'" + name + "' is no readable file (" + e.getMessage() + ")",
                    "name a WAV file, from the folder of the configuration");
        } catch (InvalidPathException e) {
            problems.add(path, "'" + name + "' is not a path", "name a file");
        }
        return null;
    }

    private static byte[] bytes(Path file) throws IOException {
        if (NamedPipe.at(file) || !Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IOException("looked at " + file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it is larger than " + (MOST_BYTES >> 20) + " MiB");
            }
            return bytes;
        }
    }

    private static String problem(Wav sound) {
        int rateHz = sound.sampleRateHz();
        if (rateHz < LOWEST_HZ || rateHz > HIGHEST_HZ || rateHz % FRAMES_PER_SECOND != 0) {
            return "has " + rateHz + " samples a second, and 8000 to 48000 in steps of 50 are taken";
        }
        double seconds = sound.durationMs() / 1000;
        return seconds < LEAST_S || seconds > MOST_S
                ? "lasts " + Math.round(seconds * 10) / 10.0 + " s, and " + LEAST_S + " to " + MOST_S + " s are taken"
                : null;
    }
}
