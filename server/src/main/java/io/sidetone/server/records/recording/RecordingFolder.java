package io.sidetone.server.records.recording;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.wav.WavRepair;
import io.sidetone.core.disk.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of recordings: {@code CALL-ID.wav.part} while the call goes on, {@code CALL-ID.wav} afterwards, and beside it
 * {@code CALL-ID.json} with who called whom. Threads that may wait for a disk.
 */
final class RecordingFolder {
    static final String SUFFIX = ".wav";
    static final String PART = ".part";
    static final String FACTS = ".json";

    private static final Logger LOG = LoggerFactory.getLogger(RecordingFolder.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> FACTS_TYPE = new TypeReference<>() {};
    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final Set<OpenOption> OLD = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

    private RecordingFolder() {}

    /** Opener of files; a test puts a full disk in its place. */
    @FunctionalInterface
    interface Disk {
        /** Creates {@code file}, which is not there. */
        SeekableByteChannel create(Path file) throws IOException;
    }

    /** Creates a file that only its owner reads. */
    static SeekableByteChannel create(Path file) throws IOException {
        return FileChannel.open(file, NEW, OwnerOnly.file(file));
    }

    /** Returns the file of {@code finished} while its call goes on. */
    static Path part(Path finished) {
        return finished.resolveSibling(finished.getFileName() + PART);
    }

    /** Writes who calls whom beside {@code recording}, so that it can be found again without a database. */
    static void describe(Path recording, Map<String, Object> call) throws IOException {
        OwnerOnly.write(facts(recording), JSON.writeValueAsString(call));
    }

    /** Returns what {@link #describe} wrote. */
    static Map<String, Object> described(Path facts) throws IOException {
        Map<String, Object> call = JSON.readValue(facts.toFile(), FACTS_TYPE);
        if (call == null || !facts.getFileName().toString().equals(call.get("callId") + FACTS)) {
            throw new IOException(facts + " does not describe the call that it is named after");
        }
        return call;
    }

    static Path facts(Path recording) {
        String name = recording.getFileName().toString();
        return recording.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + FACTS);
    }

    /** Gives the file of a call that is over its name. */
    static void finish(Path recording) throws IOException {
        Files.move(part(recording), recording, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Makes {@code folder} where it is missing, and puts in order what a process that died left in it; returns how many recordings that
     * were. Where it cannot be used the log says so: calls come all the same.
     */
    static int recover(Path folder) {
        try {
            OwnerOnly.folder(folder);
        } catch (IOException e) {
            LOG.warn(
                    "recording.dir: {} cannot be used: {}; calls are not recorded until this user may write there",
                    folder,
                    e.toString());
            return 0;
        }
        int recovered = 0;
        List<Path> parts;
        try (Stream<Path> files = Files.list(folder)) {
            parts = files.filter(file -> file.getFileName().toString().endsWith(SUFFIX + PART))
                    .toList();
        } catch (IOException e) {
            LOG.warn("Recordings in {} cannot be listed: {}", folder, e.toString());
            return 0;
        }
        for (Path part : parts) {
            try {
                recovered += mend(part) > 0 ? 1 : 0;
            } catch (IOException e) {
                LOG.warn("The recording {} cannot be put in order: {}", part, e.toString());
            }
        }
        if (recovered > 0) {
            LOG.warn("{}: {} recordings end where the process before did", folder, recovered);
        }
        return recovered;
    }

    /** Gives {@code part} the header and the name of what is in it; returns how many samples. Without any, it is removed. */
    static long mend(Path part) throws IOException {
        String name = part.getFileName().toString();
        Path whole = part.resolveSibling(name.substring(0, name.length() - PART.length()));
        long samples;
        try (FileChannel file = FileChannel.open(part, OLD)) {
            samples = WavRepair.repair(file);
        }
        if (samples > 0) {
            finish(whole);
            return samples;
        }
        Files.delete(part);
        Files.deleteIfExists(facts(whole));
        return 0;
    }
}
