package io.sidetone.tools.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.SampleRate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The list of clips. Only {@code id}, {@code near} and {@code far} of a clip are read: the expected results in a
 * manifest must not reach the code under evaluation.
 */
public final class Manifest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN_PROBLEMS = 20;

    /** Four hours of audio. */
    private static final long MAX_CLIP_BYTES = 4L * 3_600 * SampleRate.NARROWBAND_HZ;

    private final Path folder;
    private final List<Clip> clips = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    private Manifest(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads {@code file}; relative paths in it begin at its folder.
     *
     * @return the clips whose files exist, in the order of the manifest
     * @throws ManifestException with every problem found
     */
    public static List<Clip> read(Path file) throws ManifestException, IOException {
        Manifest manifest = new Manifest(file.toAbsolutePath().getParent());
        JsonNode root;
        try {
            root = JSON.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new ManifestException(List.of(file + ": is no JSON (" + e.getOriginalMessage()
                    + "); name a manifest of the format turns-corpus/1"));
        }
        manifest.take(file, root);
        if (!manifest.problems.isEmpty()) {
            throw new ManifestException(shortened(manifest.problems));
        }
        return List.copyOf(manifest.clips);
    }

    private static List<String> shortened(List<String> problems) {
        if (problems.size() <= SHOWN_PROBLEMS) {
            return problems;
        }
        List<String> shown = new ArrayList<>(problems.subList(0, SHOWN_PROBLEMS));
        shown.add("and " + (problems.size() - SHOWN_PROBLEMS) + " more of this kind; mend these first");
        return shown;
    }

    private void take(Path file, JsonNode root) {
        JsonNode list = root.path("clips");
        if (!list.isArray() || list.isEmpty()) {
            problems.add(file + ": has no clips; give an array 'clips' with at least one clip");
            return;
        }
        int rateHz = root.path("sample_rate").asInt(SampleRate.NARROWBAND_HZ);
        if (rateHz != SampleRate.NARROWBAND_HZ) {
            problems.add(file + ": sample_rate " + rateHz + " is not " + SampleRate.NARROWBAND_HZ
                    + "; convert the clips to G.711 µ-law at 8000 Hz");
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            clip("clips[" + i + "]", list.get(i));
        }
    }

    private void clip(String where, JsonNode node) {
        if (!node.path("id").isTextual() || node.path("id").asText().isBlank()) {
            problems.add(where + ": has no id; give every clip a name of its own");
            return;
        }
        String id = node.path("id").asText();
        if (!ids.add(id)) {
            problems.add(id + ": is there twice; give every clip a name of its own");
            return;
        }
        Path near = file(id, "near", node.path("near"));
        Path far = node.path("far").isMissingNode() || node.path("far").isNull()
                ? null
                : file(id, "far", node.path("far"));
        if (near != null) {
            clips.add(new Clip(id, near, far));
        }
    }

    private Path file(String id, String key, JsonNode value) {
        if (!value.isTextual() || value.asText().isBlank()) {
            problems.add(id + ": has no " + key + "; give the path of its audio, relative to the manifest");
            return null;
        }
        Path file;
        try {
            file = folder.resolve(value.asText());
        } catch (InvalidPathException e) {
            problems.add(id + ": " + key + " '" + value.asText() + "' is no path; give one relative to the manifest");
            return null;
        }
        try {
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                return checked(id, key, file);
            }
        } catch (IOException e) {
            problems.add(id + ": " + key + " " + file + " cannot be read (" + e.getMessage() + "); check the file");
            return null;
        }
        problems.add(id + ": " + key + " " + file + " is no readable file; put the audio there or mend the path");
        return null;
    }

    private Path checked(String id, String key, Path file) throws IOException {
        long bytes = Files.size(file);
        if (bytes == 0 || bytes > MAX_CLIP_BYTES) {
            problems.add(id + ": " + key + " " + file + " has " + bytes + " bytes; give 1 to " + MAX_CLIP_BYTES
                    + ", raw G.711 µ-law, 8000 a second");
            return null;
        }
        return file;
    }
}
