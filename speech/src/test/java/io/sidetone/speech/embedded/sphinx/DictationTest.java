package io.sidetone.speech.embedded.sphinx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.speech.embedded.EmbeddedOptions;
import io.sidetone.speech.embedded.Installed;
import io.sidetone.speech.embedded.SpokenUtterances;
import io.sidetone.speech.embedded.TelephoneLine;
import io.sidetone.speech.embedded.flite.VoiceName;
import io.sidetone.speech.embedded.flite.Voices;
import io.sidetone.speech.embedded.parts.NativeParts;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Any words, said to the recognizer over the telephone. */
@Order(1)
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("native speech")
class DictationTest {
    private static final List<String> SAID = List.of(
            "hello i would like to know when my order arrives",
            "what is the weather like in london today",
            "please tell me a story about a dog and a cat",
            "my name is peter and i live in new york",
            "can you help me with my computer",
            "how much does it cost to send a letter to france",
            "i lost my key and i cannot open the door",
            "what time is it",
            "yes please",
            "no thank you",
            "i want to talk to your manager",
            "goodbye");

    @Test
    void shouldHearMostWordsOfAnySentence() throws InterruptedException {
        Installed.recognizer();
        Installed.voices(VoiceName.SLT, VoiceName.AWB, VoiceName.RMS);
        int words = 0;
        int wrong = 0;
        long spokenMs = 0;
        long spentNs = 0;
        try (SphinxModel model = SphinxModel.dictation(NativeParts.DEFAULT_MODEL);
                EmbeddedRecognizer recognizer = new EmbeddedRecognizer(
                        new DecoderPool(1, "embedded.decoders", model::open), model.grammars(), 1)) {
            assertThat(recognizer.pool().awaitFirst(20_000)).isTrue();
            for (VoiceName voice : List.of(VoiceName.SLT, VoiceName.AWB, VoiceName.RMS)) {
                List<short[]> spoken = TelephoneLine.carry(Voices.speak(voice, SAID));
                RecognizerLog events = new RecognizerLog();
                RecognizerSession session = SpokenUtterances.awaitSession(recognizer, events);
                for (int i = 0; i < SAID.size(); i++) {
                    long beginNs = System.nanoTime();
                    String heard =
                            SpokenUtterances.recognize(session, events.log, "", spoken.get(i), 1_000_000 + 16 * i);
                    spentNs += System.nanoTime() - beginNs;
                    spokenMs += spoken.get(i).length / 16;
                    List<String> expected = List.of(SAID.get(i).split(" "));
                    int errors = errors(expected, List.of(heard.split(" ")));
                    words += expected.size();
                    wrong += errors;
                    if (errors > 0) {
                        System.out.printf("  %s \"%s\" was heard as \"%s\"%n", voice, SAID.get(i), heard);
                    }
                }
                session.close();
                events.log.await("closed");
            }
        }
        System.out.printf(
                "dictation over the telephone path: %d of %d words wrong; %d ms of work for a second of sound%n",
                wrong, words, spentNs / 1_000 / spokenMs);
        assertThat(wrong).as("of %d words", words).isLessThan(words * 25 / 100);
    }

    @Test
    void shouldSayWhatToRaiseWhenEveryDecoderIsInUse() throws InterruptedException {
        Installed.recognizer();
        Installed.voices(VoiceName.AWB);
        EmbeddedOptions options = Altered.with(EmbeddedOptions.DEFAULTS, "dictationDecoders", 1);
        try (EmbeddedEngines engines = EmbeddedEngines.open(options, List.of())) {
            assertThat(engines.awaitReady(20_000)).isTrue();
            assertThat(engines.health().detail()).startsWith("pocketsphinx, 1 of 1 decoders open");
            RecognizerLog events = new RecognizerLog();
            RecognizerSession session = SpokenUtterances.awaitSession(engines.dictation(), events);
            RecognizerLog second = new RecognizerLog();
            RecognizerSession other = engines.dictation().open(Calls.call(new Fence()), second);
            other.start(5, ListenHint.OPEN);
            assertThat(second.log.await("failed 5 "))
                    .contains("exhausted")
                    .contains("raise embedded.dictation-decoders");
            other.close();
            short[] spoken = TelephoneLine.carry(Voices.speak(VoiceName.AWB, List.of("i want to talk to your manager")))
                    .get(0);
            assertThat(SpokenUtterances.recognize(session, events.log, "", spoken, 1_600))
                    .contains("talk to your manager");
            session.close();
            events.log.await("closed");
            assertThat(engines.openSessions()).isZero();
        }
    }

    @Test
    void shouldHearNothingWithoutDecodersForIt() {
        try (EmbeddedEngines engines = EmbeddedEngines.open(EmbeddedOptions.DEFAULTS, List.of())) {
            assertThat(engines.dictation().health().up()).isFalse();
        }
    }

    /** The least number of words to change, to put in or to leave out. */
    private static int errors(List<String> expected, List<String> heard) {
        int[] row = new int[heard.size() + 1];
        for (int j = 0; j <= heard.size(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= expected.size(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= heard.size(); j++) {
                int changed = diagonal + (expected.get(i - 1).equals(heard.get(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[heard.size()];
    }
}
