package io.sidetone.speech.embedded.flite;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.codec.G722;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.audio.tone.Tone;
import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.core.dial.AnswerClassifier;
import io.sidetone.core.dial.AnsweredBy;
import io.sidetone.speech.embedded.Installed;
import io.sidetone.speech.embedded.Recordings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who answers, told from voices over G.711 and G.722, quiet and in noise; the rates of error are printed. */
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("native speech")
class AnsweredByTest {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = 160;
    private static final int WIDE_FRAME = 320;
    private static final double[] NOISE_DBOV = {-90, -50, -40};

    private static final List<String> PEOPLE = List.of(
            "Hello?",
            "Yes?",
            "Smith.",
            "Hello, this is John Smith.",
            "Good morning, Miller speaking.",
            "Hi, who is there?",
            "Smith and Sons, good afternoon.",
            "Yeah, hello.");

    private static final List<String> MACHINES = List.of(
            "Hello, you have reached the voicemail of John Smith. Please leave a message after the tone.",
            "The person you are calling is not available. Please record your message after the beep.",
            "Hi, this is Anna. I can not come to the phone right now. Leave me a message and I will call you back.",
            "Thank you for calling Smith and Sons. Our office is closed. Our opening hours are nine to five.",
            "Your call has been forwarded to an automatic voice message system.",
            "You have reached the voicemail of John Smith. Please leave a message and your number, and he will call you back.",
            "We can not take your call at the moment. Please try again later or leave your name and number.");

    /** Short words of the recordings: what somebody says who takes a call. */
    private static final List<String> RECORDED_WORDS = List.of(
            "hello",
            "hello-world",
            "vm-Family",
            "vm-Friends",
            "goodbye",
            "sorry",
            "im-sorry",
            "extension",
            "calling",
            "pbx-transfer",
            "one-moment-please",
            "please-try-again");

    /** Greetings and announcements as exchanges play them, put together of recordings. */
    private static final List<String[]> RECORDED_GREETINGS = List.of(
            new String[] {"vm-theperson", "digits/1", "digits/2", "digits/3", "digits/4", "vm-isunavail", "vm-intro"},
            new String[] {"vm-theperson", "digits/7", "digits/0", "digits/5", "vm-isonphone", "vm-intro"},
            new String[] {"vm-intro"},
            new String[] {"vm-mailboxfull"},
            new String[] {"ss-noservice"},
            new String[] {"tt-allbusy"},
            new String[] {"vm-nobox"},
            new String[] {"privacy-unident"},
            new String[] {"dir-intro"},
            new String[] {"queue-youarenext"});

    /** What was decided of calls that one kind of answerer took. */
    private static final class Verdicts {
        final Map<AnsweredBy, Integer> counts = new EnumMap<>(AnsweredBy.class);
        int undecided;
        int calls;

        void add(AnsweredBy verdict) {
            calls++;
            if (verdict == null) {
                undecided++;
            } else {
                counts.merge(verdict, 1, Integer::sum);
            }
        }

        double share(AnsweredBy verdict) {
            return counts.getOrDefault(verdict, 0) / (double) calls;
        }
    }

    private static short[] narrow(short[] wide) {
        Resampler down = Resamplers.create(2 * RATE_HZ, RATE_HZ);
        int frames = (wide.length + WIDE_FRAME - 1) / WIDE_FRAME;
        short[] padded = Arrays.copyOf(wide, frames * WIDE_FRAME);
        short[] out = new short[frames * FRAME];
        for (int i = 0; i < frames; i++) {
            down.process(padded, i * WIDE_FRAME, WIDE_FRAME, out, i * FRAME);
        }
        return out;
    }

    /** Answered after 0.3 s of nothing; {@code beepHz} 0 for no tone; then silence. */
    private static short[] line(int rateHz, short[] said, double beepHz) {
        int lead = rateHz * 3 / 10;
        int gap = rateHz / 2;
        int beep = beepHz == 0 ? 0 : rateHz * 3 / 10;
        short[] line = new short[lead + said.length + gap + beep + rateHz * 5];
        System.arraycopy(said, 0, line, lead, said.length);
        if (beep > 0) {
            Tone.sine(beepHz, rateHz, -18).fill(line, lead + said.length + gap, beep);
        }
        return line;
    }

    private static AnsweredBy judge(int rateHz, short[] line, double noiseDbov, long seed) {
        int samples = SampleRate.frameSamples(rateHz);
        SpeechNoise noise = new SpeechNoise(rateHz, seed, noiseDbov);
        EnergyVad detector = new EnergyVad(rateHz);
        AnswerClassifier classifier = new AnswerClassifier(rateHz);
        AudioCodec encoder = rateHz == RATE_HZ ? G711.PCMA : new G722();
        AudioCodec decoder = rateHz == RATE_HZ ? G711.PCMA : new G722();
        short[] frame = new short[samples];
        byte[] coded = new byte[encoder.bytesForSamples(samples)];
        AnsweredBy verdict = null;
        for (int at = 0; at + samples <= line.length && verdict == null; at += samples) {
            noise.fill(frame, 0, samples);
            for (int i = 0; i < samples; i++) {
                frame[i] = (short) Math.max(-32_768, Math.min(32_767, frame[i] + line[at + i]));
            }
            encoder.encode(frame, 0, samples, coded, 0);
            decoder.decode(coded, 0, coded.length, frame, 0);
            verdict = classifier.frame(frame, samples, detector.score(frame, 0, null, 0, samples), false);
        }
        return verdict;
    }

    private static Verdicts judge(int rateHz, List<short[]> said, double... beepsHz) {
        Verdicts verdicts = new Verdicts();
        long seed = 1;
        for (short[] each : said) {
            for (double noiseDbov : NOISE_DBOV) {
                verdicts.add(
                        judge(rateHz, line(rateHz, each, beepsHz[(int) (seed % beepsHz.length)]), noiseDbov, seed++));
            }
        }
        return verdicts;
    }

    @ParameterizedTest
    @ValueSource(ints = {RATE_HZ, 2 * RATE_HZ})
    void shouldTellPeopleFromVoicemails(int rateHz) {
        Installed.voices(VoiceName.values());
        List<short[]> people = new ArrayList<>();
        List<short[]> machines = new ArrayList<>();
        for (VoiceName voice : VoiceName.values()) {
            Voices.speak(voice, PEOPLE).forEach(pcm -> people.add(rateHz == RATE_HZ ? narrow(pcm) : pcm));
            Voices.speak(voice, MACHINES).forEach(pcm -> machines.add(rateHz == RATE_HZ ? narrow(pcm) : pcm));
        }
        Verdicts person = judge(rateHz, people, 0);
        Verdicts voicemail = judge(rateHz, machines, 0, 1_000, 1_400, 620);
        assertErrorRates("synthesized, " + rateHz + " Hz,", person, voicemail);
    }

    @Test
    void shouldTellRecordedPeopleFromRecordedGreetings() {
        Recordings.require(Recordings.values());
        List<short[]> people = new ArrayList<>();
        List<short[]> machines = new ArrayList<>();
        for (Recordings voice : Recordings.values()) {
            RECORDED_WORDS.forEach(word -> people.add(voice.say(0, word)));
            RECORDED_GREETINGS.forEach(parts -> machines.add(voice.say(50, parts)));
        }
        assertErrorRates("recorded", judge(RATE_HZ, people, 0), judge(RATE_HZ, machines, 0, 1_000, 1_400, 620));
    }

    private static void assertErrorRates(String kind, Verdicts person, Verdicts voicemail) {
        System.out.printf(
                "answered by: of %d %s people %.1f %% were taken for voicemails, %d not decided; of %d voicemails %.1f %%"
                        + " were taken for people, %d not decided%n",
                person.calls,
                kind,
                100 * person.share(AnsweredBy.VOICEMAIL),
                person.undecided,
                voicemail.calls,
                100 * voicemail.share(AnsweredBy.PERSON),
                voicemail.undecided);
        assertThat(person.share(AnsweredBy.PERSON)).as("people known as such").isGreaterThanOrEqualTo(0.95);
        assertThat(voicemail.share(AnsweredBy.VOICEMAIL))
                .as("voicemails known as such")
                .isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void shouldTellAFaxFromItsTone() {
        for (double noiseDbov : NOISE_DBOV) {
            for (double hz : new double[] {2_100, 2_085, 2_115, 1_100, 1_070, 1_130}) {
                short[] line = new short[RATE_HZ * 3];
                Tone.sine(hz, RATE_HZ, -15).fill(line, RATE_HZ, RATE_HZ);
                assertThat(judge(RATE_HZ, line, noiseDbov, 5)).as("%.0f Hz", hz).isEqualTo(AnsweredBy.FAX);
            }
        }
    }
}
