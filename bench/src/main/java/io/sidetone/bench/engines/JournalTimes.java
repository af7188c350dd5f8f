package io.sidetone.bench.engines;

import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.PortCall;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.tools.replay.JournalFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * Times of the events on the lane, turn by turn, from the journals of calls: the server's own times, on the clock of
 * this process.
 */
final class JournalTimes {
    /**
     * A turn on the lane; times as in {@link WireTurn}.
     *
     * @param id number of the turn
     */
    static final class Lane {
        final int id;

        /** Time at which the final transcript was in the ring. */
        long finalNs;

        /** Time at which the first audio was in the ring. */
        long audioNs;

        /** Time at which the first frame with sound entered the egress ring. */
        long frameNs;

        /** Time at which that frame was due: the time of the tick. */
        long dueNs;

        /** Time at which the turn was cancelled. */
        long cancelNs;

        Lane(int id) {
            this.id = id;
        }
    }

    private final Map<Integer, Lane> turns = new HashMap<>();
    private long staleFrames;
    private long journals;

    private JournalTimes() {}

    /** Reads every journal in {@code folder}. */
    static JournalTimes read(Path folder) throws IOException {
        JournalTimes times = new JournalTimes();
        for (Path file : JournalFiles.of(List.of(folder))) {
            try (JournalFileReader reader =
                    new JournalFileReader(new BufferedInputStream(Files.newInputStream(file)), null)) {
                times.new Call().read(reader);
                if (reader.damage() != null) {
                    throw new IOException(file + ": " + reader.damage());
                }
                times.journals++;
            }
        }
        return times;
    }

    Lane turn(int id) {
        return turns.get(id);
    }

    /** Returns the frames with sound of turns that were already cancelled. */
    long staleFrames() {
        return staleFrames;
    }

    long journals() {
        return journals;
    }

    /** One journal. */
    private final class Call {
        private final Map<Long, StringBuilder> words = new HashMap<>();
        private final Map<Long, Lane> byToken = new HashMap<>();
        private long deadThrough = Long.MIN_VALUE;
        private long finalNs;
        private long dueNs;
        private boolean tick;

        void read(JournalFileReader reader) throws IOException {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                switch (record.kind) {
                    case INPUT -> {
                        tick = false;
                        input(record);
                    }
                    case TICK -> {
                        tick = true;
                        dueNs = record.a;
                    }
                    case FRAME -> frame(record);
                    case PORT -> port(record, (PortCall) record.ref);
                    default -> {
                        // Not needed here.
                    }
                }
            }
        }

        private void input(JournalRecord record) {
            LaneEventType type = LaneEventType.values()[record.what];
            if (type == LaneEventType.TRANSCRIPT_FINAL) {
                finalNs = record.nowNs;
            } else if (type == LaneEventType.MODEL_TEXT) {
                StringBuilder said = words.computeIfAbsent(record.token, token -> new StringBuilder());
                said.append(record.ref);
                Matcher number = WireLog.NUMBER.matcher(said);
                if (!byToken.containsKey(record.token) && number.find()) {
                    Lane lane = new Lane(Integer.parseInt(number.group(1)));
                    lane.finalNs = finalNs;
                    byToken.put(record.token, lane);
                    turns.put(lane.id, lane);
                }
            } else if (type == LaneEventType.SYNTHESIS_AUDIO) {
                Lane lane = byToken.get(record.token);
                if (lane != null && lane.audioNs == 0) {
                    lane.audioNs = record.nowNs;
                }
            }
        }

        private void frame(JournalRecord record) {
            if ((record.what & JournalRecord.SILENCE) != 0) {
                return;
            }
            Lane lane = byToken.get(record.token);
            if (lane != null && lane.frameNs == 0) {
                lane.frameNs = record.nowNs;
                lane.dueNs = tick ? dueNs : record.nowNs;
            }
            if (lane != null && record.token <= deadThrough) {
                staleFrames++;
            }
        }

        private void port(JournalRecord record, PortCall asked) {
            boolean cancels =
                    asked.port().equals("SynthesisSession") && asked.method().equals("cancel");
            if (cancels) {
                long through = (Long) asked.arguments().get(0);
                deadThrough = Math.max(deadThrough, through);
                byToken.forEach((token, lane) -> {
                    if (token <= through && lane.cancelNs == 0) {
                        lane.cancelNs = record.nowNs;
                    }
                });
            }
        }
    }
}
