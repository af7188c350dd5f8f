package io.sidetone.server.records.aftercall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.facts.PartyAddress;
import io.sidetone.core.journal.CallRecorder;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.transport.capture.CapturedCallers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files named after calls: which of them belong to a caller, and their removal. One thread that may wait for a disk. */
final class CallerFiles {
    private static final Logger LOG = LoggerFactory.getLogger(CallerFiles.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JOURNAL = ".journal";
    private static final String FACTS = ".json";
    private static final String CAPTURE = ".pcap";

    private final CallerMatch who;
    private final Set<String> calls = new HashSet<>();
    private int unreadable;

    CallerFiles(CallerMatch who) {
        this.who = who;
    }

    /** Returns the ids of the calls that were found. */
    Set<String> calls() {
        return calls;
    }

    /** Returns how many files could not be read, or not be removed. */
    int unreadable() {
        return unreadable;
    }

    /** Finds recordings in {@code folder} by the description beside each. */
    void findRecordings(Path folder) {
        each(folder, "*" + FACTS, file -> {
            JsonNode call = JSON.readTree(file.toFile());
            if (call != null
                    && who.is(call.path("from").asText(), call.path("caller").asText())) {
                calls.add(id(file));
            }
        });
    }

    /** Finds journals in {@code folder} by the first record of each; {@code key} may be null. */
    void findJournals(Path folder, JournalKey key) {
        each(folder, "*" + JOURNAL, file -> {
            try (JournalFileReader reader =
                    new JournalFileReader(new BufferedInputStream(Files.newInputStream(file)), key)) {
                JournalRecord first = reader.next();
                if (first == null || !(first.ref instanceof Map<?, ?> all)) {
                    throw new IOException("its first record cannot be read");
                }
                if (all.get(CallRecorder.SETUP) instanceof Map<?, ?> setup && of(setup)) {
                    calls.add(id(file));
                }
            }
        });
    }

    /**
     * Finds captures in {@code folder} by the INVITE in each.
     *
     * @param plans how trunks write numbers
     */
    void findCaptures(Path folder, Set<NumberPlan> plans) {
        each(folder, "*" + CAPTURE, file -> {
            for (String address : CapturedCallers.of(file)) {
                PartyAddress party = PartyAddress.of(address);
                if (who.is(address, "") || plans.stream().anyMatch(plan -> who.is(address, party.number(plan)))) {
                    calls.add(id(file));
                }
            }
        });
    }

    private boolean of(Map<?, ?> setup) {
        String number = setup.get("facts") instanceof CallFacts facts ? facts.caller() : "";
        return setup.get("from") instanceof String from && who.is(from, number);
    }

    /** Removes the files of {@code ids} in {@code folder}, whatever they are; returns how many calls had some. */
    int remove(Path folder, Set<String> ids) {
        Set<String> had = new HashSet<>();
        each(folder, "*", file -> {
            if (ids.contains(id(file)) && Files.deleteIfExists(file)) {
                had.add(id(file));
            }
        });
        return had.size();
    }

    /** The id of the call that a file is named after: what is before the first dot, or before a number of its own. */
    private static String id(Path file) {
        String name = file.getFileName().toString();
        int end = 0;
        while (end < name.length() && Character.isLetterOrDigit(name.charAt(end))) {
            end++;
        }
        return name.substring(0, end);
    }

    private interface Work {
        void on(Path file) throws IOException;
    }

    private void each(Path folder, String glob, Work work) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
            for (Path file : files) {
                if (Files.isRegularFile(file)) {
                    one(file, work);
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            unreadable++;
            LOG.warn("{} cannot be searched for the calls of a caller: {}", folder, e.toString());
        }
    }

    private void one(Path file, Work work) {
        try {
            work.on(file);
        } catch (IOException | RuntimeException e) {
            unreadable++;
            LOG.warn("{} could not be searched or removed for an erasure: {}", file, e.toString());
        }
    }
}
