package io.sidetone.speech.embedded.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.speech.embedded.EmbeddedOptions;
import io.sidetone.speech.embedded.Installed;
import io.sidetone.speech.embedded.Recordings;
import io.sidetone.speech.embedded.SpokenUtterances;
import io.sidetone.speech.embedded.TelephoneLine;
import io.sidetone.speech.embedded.flite.VoiceName;
import io.sidetone.speech.embedded.flite.Voices;
import io.sidetone.speech.embedded.sphinx.RecognizerLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The shipped flow over the telephone: a voice says it, G.711 carries it, the recognizer and the flow find its meaning. */
@Order(2)
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("native speech")
class RecognitionTest {
    /** State, intent (with values) and how it is said. */
    private static final String[][] SAID = {
        {"menu", "hours", "what are your opening hours"},
        {"menu", "hours", "your opening hours please"},
        {"menu", "hours", "when are you open"},
        {"menu", "hours", "what time do you close"},
        {"menu", "book", "i would like to book an appointment"},
        {"menu", "book", "book an appointment please"},
        {"menu", "book {day=tomorrow}", "can i make an appointment for tomorrow"},
        {"menu", "book {day=wednesday, time=15:00}", "i want to book an appointment for wednesday at three o'clock"},
        {"menu", "person", "could i speak to a person please"},
        {"menu", "person", "talk to a human"},
        {"menu", "person", "i need to speak to someone"},
        {"menu", "person", "operator"},
        {"menu", "repeat", "repeat that please"},
        {"menu", "repeat", "say that again"},
        {"menu", "nothing", "no thank you"},
        {"menu", "nothing", "that is all"},
        {"menu", "goodbye", "goodbye"},
        {"day", "choose {day=monday}", "monday"},
        {"day", "choose {day=tuesday}", "on tuesday"},
        {"day", "choose {day=wednesday}", "wednesday please"},
        {"day", "choose {day=thursday}", "on thursday please"},
        {"day", "choose {day=friday}", "for friday"},
        {"day", "choose {day=today}", "today"},
        {"day", "choose {day=tomorrow}", "tomorrow please"},
        {"day", "choose {day=friday, time=10:00}", "friday at ten"},
        {"day", "choose {day=monday, time=14:30}", "on monday at two thirty"},
        {"day", "repeat", "say that again"},
        {"day", "person", "speak to a person"},
        {"day", "goodbye", "goodbye"},
        {"time", "choose {time=09:00}", "at nine o'clock"},
        {"time", "choose {time=10:00}", "ten o'clock please"},
        {"time", "choose {time=11:30}", "at eleven thirty"},
        {"time", "choose {time=12:00}", "twelve"},
        {"time", "choose {time=13:00}", "one o'clock"},
        {"time", "choose {time=14:00}", "two in the afternoon"},
        {"time", "choose {time=15:00}", "at three"},
        {"time", "choose {time=16:00}", "four o'clock"},
        {"time", "choose {time=10:30}", "half past ten in the morning"},
        {"time", "repeat", "repeat that"},
        {"confirm", "yes", "yes"},
        {"confirm", "yes", "yes please"},
        {"confirm", "yes", "yeah"},
        {"confirm", "yes", "that's right"},
        {"confirm", "yes", "that's correct"},
        {"confirm", "no", "no"},
        {"confirm", "no", "no thank you"},
        {"confirm", "no", "that's wrong"},
        {"confirm", "repeat", "say that again"},
        {"confirm", "person", "i want to talk to a person"},
        {"callback", "yes", "yes please"},
        {"callback", "yes", "yes"},
        {"callback", "no", "no"},
        {"callback", "no", "no thank you"},
    };

    /** State, intent (with values) and the recordings that say it. */
    private static final String[][] RECORDED = {
        {"menu", "goodbye", "goodbye"},
        {"day", "choose {day=monday}", "digits/day-1"},
        {"day", "choose {day=tuesday}", "digits/day-2"},
        {"day", "choose {day=wednesday}", "digits/day-3"},
        {"day", "choose {day=thursday}", "digits/day-4"},
        {"day", "choose {day=friday}", "digits/day-5"},
        {"day", "choose {day=today}", "digits/today"},
        {"day", "choose {day=tomorrow}", "digits/tomorrow"},
        {"day", "goodbye", "goodbye"},
        {"day", "choose {day=monday, time=10:00}", "digits/day-1 digits/at digits/10"},
        {"day", "choose {day=friday, time=11:30}", "digits/day-5 digits/at digits/11 digits/30"},
        {"time", "choose {time=09:00}", "digits/9 digits/oclock"},
        {"time", "choose {time=10:00}", "digits/10 digits/oclock"},
        {"time", "choose {time=11:00}", "digits/11 digits/oclock"},
        {"time", "choose {time=12:00}", "digits/12 digits/oclock"},
        {"time", "choose {time=13:00}", "digits/1 digits/oclock"},
        {"time", "choose {time=14:00}", "digits/2 digits/oclock"},
        {"time", "choose {time=15:00}", "digits/3 digits/oclock"},
        {"time", "choose {time=16:00}", "digits/4 digits/oclock"},
        {"time", "choose {time=12:00}", "digits/12"},
        {"time", "choose {time=10:00}", "digits/at digits/10"},
        {"time", "choose {time=09:30}", "digits/at digits/9 digits/30"},
        {"time", "choose {time=11:30}", "digits/11 digits/30"},
        {"time", "choose {time=14:30}", "digits/2 digits/30"},
        {"time", "choose {time=15:30}", "digits/3 digits/30"},
        {"time", "goodbye", "goodbye"},
    };

    @Test
    void shouldUnderstandARecordedPersonOverTheTelephone() throws InterruptedException {
        Installed.recognizer();
        Recordings.require(Recordings.ENGLISH);
        Flow flow = ShippedFlow.appointmentDesk();
        List<short[]> spoken = new ArrayList<>();
        for (String[] said : RECORDED) {
            short[] narrow = Recordings.ENGLISH.say(20, said[2].split(" "));
            short[] padded = Arrays.copyOf(narrow, (narrow.length + 159) / 160 * 160);
            short[] wide = new short[2 * padded.length];
            Resamplers.create(8_000, 16_000).process(padded, 0, padded.length, wide, 0);
            spoken.add(wide);
        }
        List<String> wrong = new ArrayList<>();
        try (EmbeddedEngines engines =
                EmbeddedEngines.open(Altered.with(EmbeddedOptions.DEFAULTS, "decoders", 1), List.of(flow))) {
            assertThat(engines.awaitReady(20_000)).isTrue();
            int right = understood(
                    engines.recognizer(flow), flow, RECORDED, TelephoneLine.carry(spoken), "recording", wrong);
            System.out.printf(
                    "meaning found of a recorded person over the telephone path: %d of %d%n", right, RECORDED.length);
            wrong.forEach(System.out::println);
            assertThat(right).as("of %d", RECORDED.length).isGreaterThanOrEqualTo(RECORDED.length * 85 / 100);
        }
    }

    @Test
    void shouldUnderstandOtherVoicesOverTheTelephone() throws InterruptedException {
        Installed.recognizer();
        Installed.voices(VoiceName.values());
        Flow flow = ShippedFlow.appointmentDesk();
        Map<VoiceName, Integer> right = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        EmbeddedOptions options = Altered.with(EmbeddedOptions.DEFAULTS, "decoders", 1);
        try (EmbeddedEngines engines = EmbeddedEngines.open(options, List.of(flow))) {
            assertThat(engines.awaitReady(20_000)).isTrue();
            Recognizer recognizer = engines.recognizer(flow);
            for (VoiceName voice : VoiceName.values()) {
                List<short[]> spoken = TelephoneLine.carry(Voices.speak(voice, sentences()));
                right.put(voice, understood(recognizer, flow, SAID, spoken, voice.toString(), wrong));
            }
            assertThat(engines.openSessions()).isZero();
        }
        int total = right.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(
                "meaning found over the telephone path, of " + SAID.length + " sentences per voice: " + right);
        wrong.forEach(System.out::println);
        assertThat(total).as("of %d", 4 * SAID.length).isGreaterThanOrEqualTo(4 * SAID.length * 94 / 100);
        assertThat(right.values()).allMatch(count -> count >= SAID.length * 88 / 100);
    }

    /** One call: how many of {@code all} are understood; the others go to {@code wrong}. */
    private static int understood(
            Recognizer recognizer, Flow flow, String[][] all, List<short[]> spoken, String voice, List<String> wrong) {
        RecognizerLog events = new RecognizerLog();
        RecognizerSession session = SpokenUtterances.awaitSession(recognizer, events);
        int right = 0;
        for (int i = 0; i < all.length; i++) {
            if (i % 4 == 0) {
                falseStart(session, 2_000_000 + 16 * i);
            }
            String[] said = all[i];
            String heard = SpokenUtterances.recognize(
                    session, events.log, flow.grammarName(said[0]), spoken.get(i), 1_000_000 + 16 * i);
            String meant = meaning(flow, said[0], heard);
            if (meant.equals(said[1])) {
                right++;
            } else {
                wrong.add(String.format(
                        "  %-3s %-8s \"%s\" was heard as \"%s\": %s", voice, said[0], said[2], heard, meant));
            }
        }
        session.close();
        events.log.await("closed");
        return right;
    }

    @Test
    void shouldHearTheSameWhenManyCallersSpeakAtOnce() throws Exception {
        Installed.recognizer();
        Installed.voices(VoiceName.KAL);
        Flow flow = ShippedFlow.appointmentDesk();
        List<short[]> spoken = TelephoneLine.carry(Voices.speak(VoiceName.KAL, sentences()));
        EmbeddedOptions options = Altered.with(EmbeddedOptions.DEFAULTS, "decoders", 4);
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try (EmbeddedEngines engines = EmbeddedEngines.open(options, List.of(flow))) {
            assertThat(engines.awaitReady(20_000)).isTrue();
            List<String> alone = converse(engines.recognizer(flow), flow, spoken);
            List<Future<List<String>>> together = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                together.add(callers.submit(() -> converse(engines.recognizer(flow), flow, spoken)));
            }
            for (Future<List<String>> caller : together) {
                assertThat(caller.get()).isEqualTo(alone);
            }
            assertThat(engines.openSessions()).isZero();
        } finally {
            callers.shutdown();
        }
    }

    /** One call: every third sentence, from a fresh decoder; calls end and begin while others speak. */
    private static List<String> converse(Recognizer recognizer, Flow flow, List<short[]> spoken) {
        RecognizerLog events = new RecognizerLog();
        RecognizerSession session = SpokenUtterances.awaitSession(recognizer, events);
        List<String> heard = new ArrayList<>();
        for (int i = 0; i < SAID.length; i += 3) {
            String grammar = flow.grammarName(SAID[i][0]);
            heard.add(SpokenUtterances.recognize(session, events.log, grammar, spoken.get(i), 1_000_000 + 16 * i));
        }
        session.close();
        events.log.await("closed");
        return heard;
    }

    private static List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (String[] said : SAID) {
            sentences.add(said[2]);
        }
        return sentences;
    }

    /** The detector took line noise for speech: it must not spoil what comes after. */
    private static void falseStart(RecognizerSession session, long token) {
        session.start(token, ListenHint.OPEN);
        Random noise = new Random(token);
        short[] frame = new short[320];
        for (int i = 0; i < 25; i++) {
            for (int j = 0; j < 320; j++) {
                frame[j] = (short) Math.round(noise.nextGaussian() * 4);
            }
            session.audio(frame, 0, 320);
        }
        session.end(token, true);
    }

    private static String meaning(Flow flow, String state, String heard) {
        List<String> words = FlowConversation.words(heard);
        if (words.isEmpty()) {
            return "nothing";
        }
        FlowState.Meaning meaning = flow.states().get(state).exactly(words);
        assertThat(meaning)
                .as("the recognizer heard \"%s\", which the flow cannot read", heard)
                .isNotNull();
        return meaning.intent().name() + (meaning.values().isEmpty() ? "" : " " + meaning.values());
    }
}
