package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A real call as its lane had it, read from its journal and replayed: when the caller's frames came, on the call's own event
 * time, which is that of its timeline.
 */
final class JournaledCall {
    private static final long MS = 1_000_000L;

    private final List<Long> framesMs;

    private JournaledCall(List<Long> framesMs) {
        this.framesMs = framesMs;
    }

    /** A pause in what came from the caller. */
    record Gap(long fromMs, long toMs) {}

    /** Replays an ended call, which must come out as it was. */
    static JournaledCall of(ServerProcess server, String callId) throws Exception {
        Path file = server.journals().resolve(callId + ".journal");
        List<Long> frames = new ArrayList<>();
        ServerProcess.awaitOrFail("the whole journal " + file, 20, () -> {
            try {
                return Files.isRegularFile(file) && replayed(file, frames).complete();
            } catch (IOException e) {
                return false;
            }
        });
        ReplayResult result = replayed(file, frames);
        assertThat(result.identical())
                .as("%s replays to the same outputs: %s", file, result)
                .isTrue();
        return new JournaledCall(frames);
    }

    private static ReplayResult replayed(Path file, List<Long> frames) throws IOException {
        frames.clear();
        try (JournalFileReader reader =
                new JournalFileReader(new BufferedInputStream(Files.newInputStream(file)), null)) {
            return Replay.run(reader, new ReplayListener() {
                private CallRecord call;

                @Override
                public void opened(CallRecord opened, int mediaRateHz) {
                    call = opened;
                }

                @Override
                public void caller(JournalRecord audio) {
                    frames.add((audio.nowNs - call.setup().who().epochNs()) / MS);
                }
            });
        }
    }

    /** The longest pause between two frames of the caller. */
    Gap longestGap() {
        Gap longest = new Gap(0, 0);
        for (int i = 1; i < framesMs.size(); i++) {
            Gap gap = new Gap(framesMs.get(i - 1), framesMs.get(i));
            longest = gap.toMs() - gap.fromMs() > longest.toMs() - longest.fromMs() ? gap : longest;
        }
        return longest;
    }
}
