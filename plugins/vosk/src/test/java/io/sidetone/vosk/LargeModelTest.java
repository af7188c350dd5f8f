package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Calls;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A model that people use, where there is one: the tests fetch none. */
class LargeModelTest {
    private static final String VARIABLE = "SIDETONE_VOSK_MODEL";

    @Test
    void shouldLoadAndHearNothingInSilence() throws Exception {
        String model = System.getenv(VARIABLE);
        assumeTrue(model != null, VARIABLE + " names no folder with a model of alphacephei.com/vosk/models");
        ModelFolder folder = ModelFolder.of(Path.of(model));
        VoskOptions options = VoskOptions.of("stt", folder.path());
        List<VoskOptions> ways = folder.phrasesPossible()
                ? List.of(
                        options,
                        Altered.with(
                                options, "phrases", List.of(System.getenv().getOrDefault(VARIABLE + "_WORD", "a"))))
                : List.of(options);
        for (VoskOptions way : ways) {
            RecordedEvents stt = new RecordedEvents();
            try (VoskRecognizer engine = VoskRecognizer.load(VoskModel::load, way, System::nanoTime)) {
                engine.start();
                assertThat(engine.check().get(60, TimeUnit.SECONDS).up()).isTrue();
                RecognizerSession session = engine.open(Calls.call(new Fence()), stt);
                session.start(16, ListenHint.OPEN);
                short[] silence = new short[engine.sampleRateHz() / 50];
                for (int i = 0; i < 100; i++) {
                    assertThat(session.audio(silence, 0, silence.length)).isTrue();
                }
                session.end(16, true);
                assertThat(stt.log.await("final")).isEqualTo("final 16 ");
            }
            assertThat(stt.log.lines()).last().isEqualTo("closed");
        }
    }
}
