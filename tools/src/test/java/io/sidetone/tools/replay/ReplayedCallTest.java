package io.sidetone.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.replay.Replay;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayedCallTest {
    private static final int SAMPLES_PER_MS = 8;

    @TempDir
    private Path folder;

    /** A silent frame has no samples of its own: what stood in its place of the ring before must not be heard. */
    @Test
    void shouldHaveNothingOfTheAgentWhereItWasSilent() throws Exception {
        Path journal = new JournaledCall(folder, null, "sip:caller@127.0.0.1", MockBehavior.DEFAULT)
                .quiet(6_000)
                .talk(900)
                .quiet(12_000)
                .end();
        ReplayedCall call = new ReplayedCall();
        try (JournalFileReader reader = new JournalFileReader(Files.newInputStream(journal), null)) {
            assertThat(Replay.run(reader, call).identical()).isTrue();
        }
        Wav wav = call.wav();
        assertThat(call.talks()).isNotEmpty();
        double spokenMs = 0;
        for (ReplayedCall.Talk talk : call.talks()) {
            spokenMs += talk.toMs() - talk.fromMs();
        }
        int audible = 0;
        for (int i = 0; i < wav.samples(); i++) {
            audible += wav.sample(1, i) == 0 ? 0 : 1;
        }
        assertThat(audible)
                .as("samples of the agent, who spoke for %.0f ms of %.0f", spokenMs, wav.durationMs())
                .isPositive()
                .isLessThanOrEqualTo((int) spokenMs * SAMPLES_PER_MS);
    }
}
