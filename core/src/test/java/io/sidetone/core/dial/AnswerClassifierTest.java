package io.sidetone.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.audio.tone.Tone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerClassifierTest {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = 160;
    private static final int FRAME_MS = 20;

    private final AnswerClassifier classifier = new AnswerClassifier(RATE_HZ);
    private final SpeechNoise voice = new SpeechNoise(RATE_HZ, 3);
    private final short[] frame = new short[FRAME];
    private AnsweredBy decided;
    private int atMs;
    private int nowMs;

    private AnswerClassifierTest hear(int ms, float score, boolean speaking) {
        for (int i = 0; i < ms / FRAME_MS; i++) {
            nowMs += FRAME_MS;
            AnsweredBy now = classifier.frame(frame, FRAME, score, speaking);
            if (now != null) {
                assertThat(decided).as("decided once").isNull();
                decided = now;
                atMs = nowMs;
            }
        }
        return this;
    }

    private AnswerClassifierTest speech(int ms) {
        for (int i = 0; i < ms / FRAME_MS; i++) {
            voice.fill(frame, 0, FRAME);
            hear(FRAME_MS, 1, false);
        }
        return this;
    }

    private AnswerClassifierTest silence(int ms) {
        java.util.Arrays.fill(frame, (short) 0);
        return hear(ms, 0, false);
    }

    private AnswerClassifierTest tone(double hz, int ms) {
        Tone tone = Tone.sine(hz, RATE_HZ, -15);
        for (int i = 0; i < ms / FRAME_MS; i++) {
            tone.fill(frame, 0, FRAME);
            hear(FRAME_MS, 1, false);
        }
        return this;
    }

    @Test
    void shouldTakeAWordAndAPauseForAPerson() {
        silence(400).speech(500).silence(1_000);
        assertThat(decided).isEqualTo(AnsweredBy.PERSON);
        assertThat(atMs).isBetween(1_500, 1_700);
    }

    @Test
    void shouldTakeALongGreetingForAVoicemailBeforeItEnds() {
        silence(300).speech(1_500).silence(300).speech(6_000);
        assertThat(decided).isEqualTo(AnsweredBy.VOICEMAIL);
        assertThat(atMs).isLessThan(4_200);
    }

    @Test
    void shouldTakeAGreetingOfThreeSecondsForAVoicemailWhenItEnds() {
        silence(300).speech(3_000).silence(1_000);
        assertThat(decided).isEqualTo(AnsweredBy.VOICEMAIL);
    }

    /** The frame in which a greeting is found to be over counts as a part of it. */
    @ParameterizedTest
    @CsvSource({
        "200, PERSON",
        "1200, PERSON",
        "2000, PERSON",
        "2380, PERSON",
        "2400, VOICEMAIL",
        "2600, VOICEMAIL",
        "2980, VOICEMAIL",
        "3500, VOICEMAIL"
    })
    void shouldTellAPersonFromAVoicemailByTheLengthOfTheGreeting(int greetingMs, AnsweredBy who) {
        silence(300).speech(greetingMs);
        assertThat(decided).as("before its end").isNull();
        silence(1_000);
        assertThat(decided).isEqualTo(who);
        assertThat(atMs).as("when it is known").isEqualTo(300 + greetingMs + AnswerClassifier.EXPECTANT_MS);
    }

    @ParameterizedTest
    @CsvSource({"2980, false", "3000, true", "3400, true"})
    void shouldKnowWhoWaitsForUsByHisFirstWordAfterThreeSeconds(int silentMs, boolean known) {
        silence(silentMs).speech(200);
        assertThat(decided).isEqualTo(known ? AnsweredBy.PERSON : null);
    }

    @Test
    void shouldTakeAShortGreetingWithATheToneForAVoicemail() {
        silence(300).speech(1_200).silence(300).tone(1_000, 400);
        assertThat(decided).isEqualTo(AnsweredBy.VOICEMAIL);
        assertThat(classifier.beeped()).isFalse();
        silence(40);
        assertThat(classifier.beeped()).isTrue();
    }

    @Test
    void shouldNotTakeABeepBeforeAnyWordForAVoicemail() {
        tone(1_400, 300).silence(500).speech(400).silence(1_000);
        assertThat(decided).isEqualTo(AnsweredBy.PERSON);
    }

    @Test
    void shouldKnowAFaxByTheToneOfItsAnswerOrItsCall() {
        silence(1_000).tone(2_100, 1_000);
        assertThat(decided).isEqualTo(AnsweredBy.FAX);
        AnswerClassifierTest calling = new AnswerClassifierTest();
        calling.silence(1_000).tone(1_100, 500);
        assertThat(calling.decided).isEqualTo(AnsweredBy.FAX);
    }

    @Test
    void shouldTakeWhoWaitsForUsForAPerson() {
        hear(4_000, 0, true);
        speech(200);
        assertThat(decided).isEqualTo(AnsweredBy.PERSON);
    }

    @Test
    void shouldHearThatNobodyIsThereOnlyWhenTheAgentIsSilentToo() {
        hear(9_000, 0, true);
        assertThat(decided).isNull();
        silence(6_000);
        assertThat(decided).isEqualTo(AnsweredBy.SILENCE);
    }

    @Test
    void shouldCountTheSilenceAfterAGreetingThatIsKnown() {
        silence(300).speech(6_000);
        assertThat(decided).isEqualTo(AnsweredBy.VOICEMAIL);
        assertThat(classifier.silentMs()).isZero();
        silence(2_000);
        assertThat(classifier.silentMs()).isEqualTo(2_000);
    }

    @Test
    void shouldNotTakeAClickForAWord() {
        silence(200).speech(40).silence(300).speech(500).silence(800);
        assertThat(decided).isEqualTo(AnsweredBy.PERSON);
        assertThat(atMs).isGreaterThan(1_600);
    }
}
