package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.dialogue.SentenceEnd;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a silence ends a turn, by what was heard of it. */
class TurnEndingTest {
    private static final TurnPolicy POLICY = TurnPolicy.DEFAULT;
    private static final int USUAL_MS = POLICY.endSilenceMs();
    private static final int SHORTEST_MS = USUAL_MS - POLICY.number(PolicyNumber.END_SILENCE_SOONER);
    private static final int LONGEST_MS = USUAL_MS + POLICY.number(PolicyNumber.END_SILENCE_LATER);

    private final VoiceContour voice = new VoiceContour();
    private final TurnEnding ending = new TurnEnding(voice);

    /** A voice that glides from one pitch and level to others, as speech of the turn. */
    private void says(int ms, double fromHz, double toHz, double fromDbov, double toDbov) {
        for (int at = 0; at < ms; at += 20) {
            double part = (at + 10.0) / ms;
            voice.frame(new Heard(fromDbov + (toDbov - fromDbov) * part, fromHz + (toHz - fromHz) * part), true);
            ending.speech();
        }
    }

    private void saysEvenly(int ms) {
        says(ms, 200, 190, -20, -20);
    }

    @Test
    void shouldTakeTheUsualSilenceWhenNothingIsKnown() {
        assertThat(new TurnEnding(null).silenceMs(POLICY)).isEqualTo(USUAL_MS);
        ending.begin(2_000, false);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(USUAL_MS);
    }

    @Test
    void shouldBeMorePatientTheMoreWasSaidWhenTheVoiceStaysUp() {
        ending.begin(0, false);
        saysEvenly(480);
        assertThat(ending.silenceMs(POLICY)).as("a single word").isEqualTo(USUAL_MS);
        saysEvenly(260);
        assertThat(ending.silenceMs(POLICY)).isBetween(USUAL_MS + 100, LONGEST_MS - 100);
        saysEvenly(260);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(LONGEST_MS);
    }

    @Test
    void shouldTakeTheShortestSilenceWhenALongSentenceFallsAndFades() {
        ending.begin(200, false);
        saysEvenly(2_000);
        says(400, 190, 140, -20, -36);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(SHORTEST_MS);
    }

    private int silenceAfterAFall(boolean goesOn) {
        voice.reset();
        ending.begin(200, goesOn);
        saysEvenly(2_000);
        says(400, 190, 140, -20, -36);
        return ending.silenceMs(POLICY);
    }

    @Test
    void shouldBeMorePatientWithACallerWhoWentOnWhereHisTurnWasEnded() {
        assertThat(silenceAfterAFall(false)).isEqualTo(SHORTEST_MS);
        int afterOne = silenceAfterAFall(true);
        int afterTwo = silenceAfterAFall(true);
        assertThat(afterTwo).isGreaterThan(SHORTEST_MS).isGreaterThanOrEqualTo(afterOne);
        for (int turn = 0; turn < 4; turn++) {
            silenceAfterAFall(false);
        }
        assertThat(silenceAfterAFall(false)).as("after five whole turns").isEqualTo(SHORTEST_MS);
    }

    @Test
    void shouldTakeTheLongestSilenceWhenTheVoiceStaysUp() {
        ending.begin(200, false);
        saysEvenly(2_000);
        says(400, 190, 220, -20, -20);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(LONGEST_MS);
    }

    @Test
    void shouldNeedLessOfAFallTheMoreWasSaid() {
        ending.begin(0, false);
        saysEvenly(600);
        says(200, 190, 158, -20, -22);
        int soonMs = ending.silenceMs(POLICY);
        saysEvenly(2_000);
        says(200, 190, 158, -20, -22);
        assertThat(ending.silenceMs(POLICY)).isLessThan(soonMs);
        ending.begin(0, false);
        says(100, 158, 157, -22, -22);
        assertThat(ending.silenceMs(POLICY))
                .as("of a new turn nothing was said yet")
                .isEqualTo(USUAL_MS);
    }

    @Test
    void shouldLetWordsDecideWhateverTheVoiceDoes() {
        ending.begin(200, false);
        saysEvenly(2_000);
        says(400, 190, 140, -20, -36);
        ending.words(SentenceEnd.GOES_ON, 0);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(LONGEST_MS);
        ending.words(SentenceEnd.COMPLETE, 0);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(SHORTEST_MS);
        ending.words(SentenceEnd.GOES_ON, 0);
        saysEvenly(520);
        assertThat(ending.silenceMs(POLICY))
                .as("the words are old")
                .isEqualTo(ending.silenceMs(POLICY.with(PolicyNumber.END_SILENCE, USUAL_MS)))
                .isLessThanOrEqualTo(LONGEST_MS);
        ending.words(SentenceEnd.COMPLETE, 0);
        saysEvenly(1_000);
        assertThat(ending.silenceMs(POLICY)).as("they are old, too").isGreaterThan(USUAL_MS);
        ending.wordsCover();
        assertThat(ending.silenceMs(POLICY)).as("nothing but them was said").isEqualTo(SHORTEST_MS);
        ending.words(SentenceEnd.GOES_ON, 0);
        ending.begin(200, false);
        ending.wordsCover();
        assertThat(ending.silenceMs(POLICY)).as("another turn").isEqualTo(USUAL_MS);
    }

    @Test
    void shouldAddWordsToTheVoiceWhenTheirEndIsUnknown() {
        ending.begin(200, false);
        saysEvenly(2_000);
        says(400, 190, 140, -20, -36);
        assertThat(ending.silenceMs(POLICY)).as("a fallen voice").isEqualTo(SHORTEST_MS);
        assertThat(ending.by()).isEqualTo("voice");
        ending.words(SentenceEnd.UNKNOWN, -8);
        assertThat(ending.silenceMs(POLICY)).as("words that go on").isEqualTo(LONGEST_MS);
        ending.words(SentenceEnd.UNKNOWN, 1);
        assertThat(ending.silenceMs(POLICY)).as("words of a whole").isEqualTo(SHORTEST_MS);
        assertThat(ending.by()).isEqualTo("voice and words");
    }

    @Test
    void shouldWaitTheUsualTimeWhenTheVoiceStaysUpAfterAWholeSentence() {
        ending.begin(200, false);
        saysEvenly(2_000);
        says(400, 190, 220, -20, -20);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(LONGEST_MS);
        ending.words(SentenceEnd.UNKNOWN, 0.3f);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(USUAL_MS);
        ending.words(SentenceEnd.UNKNOWN, -0.3f);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(LONGEST_MS);
    }

    @Test
    void shouldLetWordsAloneDecideWhenTooLittleWasSaidForAVoice() {
        ending.begin(200, false);
        ending.words(SentenceEnd.UNKNOWN, 0.5f);
        assertThat(ending.silenceMs(POLICY)).isBetween(SHORTEST_MS + 1, USUAL_MS - 1);
        assertThat(ending.by()).isEqualTo("words");
        ending.words(SentenceEnd.UNKNOWN, 3);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(SHORTEST_MS);
        ending.words(SentenceEnd.UNKNOWN, -3);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(LONGEST_MS);
        ending.words(SentenceEnd.UNKNOWN, 0);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(USUAL_MS);
        assertThat(ending.by()).isEqualTo("silence");
    }

    @Test
    void shouldNotCountTheLengthOfATurnAgainBesideItsWords() {
        ending.begin(0, false);
        saysEvenly(1_000);
        ending.words(SentenceEnd.UNKNOWN, 0.7f);
        int ofASecondMs = ending.silenceMs(POLICY);
        saysEvenly(2_000);
        ending.words(SentenceEnd.UNKNOWN, 0.7f);
        assertThat(ending.silenceMs(POLICY)).isCloseTo(ofASecondMs, within(60)).isLessThan(USUAL_MS - 100);
    }

    @Test
    void shouldBeMorePatientWithWordsOfACallerWhoWentOnBefore() {
        ending.begin(200, false);
        ending.words(SentenceEnd.UNKNOWN, 0.5f);
        int firstMs = ending.silenceMs(POLICY);
        ending.begin(200, true);
        ending.words(SentenceEnd.UNKNOWN, 0.5f);
        assertThat(ending.silenceMs(POLICY)).isGreaterThan(firstMs + 100);
    }

    @Test
    void shouldTakeTheDebounceWhenTheWholeIsTranscribed() {
        ending.begin(200, false);
        saysEvenly(2_000);
        ending.words(SentenceEnd.GOES_ON, 0);
        ending.transcribed();
        assertThat(ending.silenceMs(POLICY)).isEqualTo(POLICY.number(PolicyNumber.SPEECH_STOP_DEBOUNCE));
        assertThat(ending.silenceMs(POLICY.with(PolicyNumber.END_SILENCE, 160))).isEqualTo(160);
    }

    @ParameterizedTest
    @EnumSource(names = {"WHOLE", "CLOSED"})
    void shouldTakeTheDebounceWhenTheGrammarKnowsTheSentence(SentenceEnd whole) {
        ending.begin(200, false);
        saysEvenly(2_000);
        ending.words(whole, 0);
        assertThat(ending.silenceMs(POLICY)).isEqualTo(POLICY.number(PolicyNumber.SPEECH_STOP_DEBOUNCE));
        assertThat(ending.silenceMs(POLICY.with(PolicyNumber.END_SILENCE, 160))).isEqualTo(160);
    }

    @Test
    void shouldStayWithinWhatThePolicyAllows() {
        ending.begin(0, false);
        ending.words(SentenceEnd.COMPLETE, 0);
        assertThat(ending.silenceMs(POLICY.with(PolicyNumber.END_SILENCE, 300))).isEqualTo(PolicyNumber.MIN_SILENCE_MS);
        TurnPolicy fixed = POLICY.with(PolicyNumber.END_SILENCE_SOONER, 0).with(PolicyNumber.END_SILENCE_LATER, 0);
        for (SentenceEnd end : SentenceEnd.values()) {
            ending.words(end, 0);
            assertThat(ending.silenceMs(fixed)).isEqualTo(USUAL_MS);
        }
    }

    @Test
    void shouldTellWhatSpeaksAgainstAnEndWhenThePolicyWaitsNoLonger() {
        TurnPolicy fixed = POLICY.with(PolicyNumber.END_SILENCE_SOONER, 0).with(PolicyNumber.END_SILENCE_LATER, 0);
        for (TurnPolicy policy : List.of(POLICY, fixed)) {
            ending.begin(200, false);
            assertThat(ending.mayEnd(policy)).as("nothing is known").isTrue();
            ending.words(SentenceEnd.UNKNOWN, -1.2f);
            assertThat(ending.mayEnd(policy)).as("words").isFalse();
            ending.words(SentenceEnd.UNKNOWN, 0.5f);
            assertThat(ending.mayEnd(policy)).as("words of an end").isTrue();
            saysEvenly(1_000);
            ending.words(SentenceEnd.UNKNOWN, -1.2f);
            assertThat(ending.mayEnd(policy)).as("words beside a voice").isFalse();
            ending.words(SentenceEnd.GOES_ON, 0);
            assertThat(ending.mayEnd(policy)).as("punctuation").isFalse();
            ending.transcribed();
            assertThat(ending.mayEnd(policy)).as("all is transcribed").isTrue();
        }
    }
}
