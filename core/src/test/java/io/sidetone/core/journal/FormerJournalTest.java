package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.replay.ReplayResult;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** A journal is evidence for years: what an earlier version wrote is replayed by this one. */
class FormerJournalTest {
    /**
     * Written on 2026-11-23 by the version before {@code EndCause} and {@code WordTimes} moved: a greeting, a key, a typed
     * command that runs an action, a policy, hints, instructions, a transfer, the hang-up. The agent speaks silence.
     * One full stop was changed to a semicolon since: a number with a full stop ends no clause any more.
     */
    private static final String CALL = "/journal/call-2026-11-23.journal.gz";

    @Test
    void shouldReplayWhatAnEarlierVersionWroteIdentically() throws IOException {
        try (InputStream file = getClass().getResourceAsStream(CALL);
                GZIPInputStream journal = new GZIPInputStream(file)) {
            ReplayResult result = MemoryJournals.replay(journal.readAllBytes(), null);
            assertThat(result.damage()).isNull();
            assertThat(result.difference()).isNull();
            assertThat(result.complete()).isTrue();
            assertThat(result.inputs()).isEqualTo(322);
            assertThat(result.outputs()).isEqualTo(260);
        }
    }
}
