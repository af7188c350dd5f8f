package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.audio.wav.Wav;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.sound.CallerSounds;
import io.sidetone.tools.softphone.wire.CallEcho;
import io.sidetone.transport.sip.sdp.LocalMedia;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The demonstration's dialogue from telephones whose loudspeaker is heard by their microphone: the agent does not stop for
 * itself, and does stop for the caller. All calls last at the same time.
 */
class EchoSystemTest {
    private static final Path FLITE = Path.of("/usr/bin/flite");
    private static final Trigger AFTER_AGENT = new Trigger.AfterAgentTurn();
    private static final Trigger INTO_THE_ANSWER = new Trigger.AfterTalkStart(2_500);
    private static final int DELAY_MS = 60;
    private static final double STALL_MS = 120;
    private static final String BOOKED = "book_appointment -> ok";

    /** Of the line as such: reflections color a voice, which is no noise. */
    private static final double LOSS_TOLERANCE_DB = 3;

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static boolean spoken;
    private static CallerSound hours;
    private static CallerSound book;
    private static CallerSound day;
    private static CallerSound time;
    private static CallerSound yes;
    private static RealCall patient;
    private static RealCall interrupting;
    private static RealCall loud;

    @BeforeAll
    static void start() throws Exception {
        List<String> missing = new ArrayList<>(EmbeddedEngines.missing());
        if (!Files.isExecutable(FLITE)) {
            missing.add("the program flite (package flite)");
        }
        spoken = missing.isEmpty();
        if (spoken) {
            hours = speak("hours", "what are your opening hours");
            book = speak("book", "i would like to book an appointment");
            day = speak("day", "on tuesday please");
            time = speak("time", "at ten o'clock");
            yes = speak("yes", "yes please");
        } else {
            System.out.println("the dialogue runs with the mock engines, for want of " + missing);
            RecordedSpeech speech = new RecordedSpeech();
            hours = speech.beginning(0, 1_200);
            book = speech.beginning(1, 1_500);
            day = speech.beginning(2, 1_000);
            time = speech.beginning(3, 1_000);
            yes = speech.beginning(4, 900);
        }
        server = spoken
                ? ServerProcess.startWith(
                        folder,
                        """
                        engines: {embedded: {type: embedded}}
                        agents:
                          desk: {recognizer: embedded, dialogue: embedded, synthesizer: embedded,
                                 flow: "classpath:agents/appointment-desk.yaml"}
                        """)
                : ServerProcess.start(folder, 10);
        patient = dial(15, booking(AFTER_AGENT));
        interrupting = dial(15, booking(INTO_THE_ANSWER));
        loud = dial(6, List.of(RealCall.play(AFTER_AGENT, hours), RealCall.hangUp(AFTER_AGENT)));
    }

    /** What the caller says, with another voice than the agent's. */
    private static CallerSound speak(String name, String text) throws Exception {
        Path wav = folder.resolve(name + ".wav");
        Process flite = new ProcessBuilder(FLITE.toString(), "-voice", "rms", "-t", text, "-o", wav.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("flite.log").toFile())
                .start();
        assertThat(flite.waitFor(30, TimeUnit.SECONDS)).as("flite ends").isTrue();
        assertThat(flite.exitValue()).as("flite -voice rms").isZero();
        return CallerSounds.read(name, wav);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.closeUnharmed();
        }
    }

    /** A call that is over. */
    private record Ended(CallResult.Completed heard, JsonNode detail, List<RealCall.Entry> timeline) {
        int bargeIns() {
            return detail.at("/metrics/bargeIns").asInt(-1);
        }
    }

    /** The whole dialogue up to the booking; the caller asks for it with {@code booksWhen}. */
    private static List<ScriptStep> booking(Trigger booksWhen) {
        return List.of(
                RealCall.play(AFTER_AGENT, hours),
                RealCall.play(booksWhen, book),
                RealCall.play(AFTER_AGENT, day),
                RealCall.play(AFTER_AGENT, time),
                RealCall.play(AFTER_AGENT, yes),
                RealCall.hangUp(AFTER_AGENT));
    }

    private static RealCall dial(int lossDb, List<ScriptStep> steps) throws Exception {
        CallEcho echo = new CallEcho(lossDb, DELAY_MS);
        return RealCall.dial(server, "desk", LocalMedia.NARROWBAND, Optional.of(echo), new CallScript(steps, true));
    }

    private static Ended ended(String caller, RealCall call) throws Exception {
        CallResult.Completed heard = call.completed();
        // The journal is whole when the call is over at the server too, and comes out the same.
        JournaledCall.of(server, call.callId());
        Ended ended = new Ended(heard, call.detail(), call.timeline());
        System.out.printf(
                "%s: echo loss %.1f dB measured, %d ms; packets up to %.0f ms late in, %.0f ms out; %d interruptions,"
                        + " %d yields, %d false alarms, booked: %s%n",
                caller,
                lossDb(heard),
                DELAY_MS,
                heard.report().pacing().max(),
                heard.ownLateness().max(),
                ended.bargeIns(),
                RealCall.all(ended.timeline(), "yield").size(),
                ended.detail().at("/metrics/falseAlarms").asInt(-1),
                booked(ended));
        return ended;
    }

    private static boolean booked(Ended ended) {
        return ended.timeline().stream()
                .anyMatch(e -> e.kind().equals("action") && e.text().contains(BOOKED));
    }

    /** How much lower the caller's side was than the agent's while the agent spoke its first words, before the caller's. */
    private static double lossDb(CallResult.Completed heard) {
        Wav wav = heard.recording().wav();
        short[] caller = wav.channel(0);
        short[] agent = wav.channel(1);
        int end = (int) (heard.report().plays().get(0).onsetMs() * wav.sampleRateHz() / 1_000);
        double sent = 0;
        double received = 0;
        for (int i = 0; i < end; i++) {
            sent += (double) caller[i] * caller[i];
            received += (double) agent[i] * agent[i];
        }
        return 10 * Math.log10(received / sent);
    }

    /**
     * {@code first}, or another like it when the machine stood still for long in it. Both ends keep the distance of what they send and hear
     * through shorter stalls: calls under stalls of 40 to 120 ms, one each second, came out as those without.
     */
    private static RealCall steady(RealCall first, Trigger booksWhen) throws Exception {
        AtomicReference<RealCall> dialled = new AtomicReference<>(first);
        return SteadyCall.of(
                STALL_MS,
                () -> {
                    RealCall call = dialled.getAndSet(null);
                    return call == null ? dial(15, booking(booksWhen)) : call;
                },
                RealCall::completed);
    }

    private static void assertHeard(Ended ended) {
        assertThat(ended.heard().scenario().complete())
                .as("the script ran through: %s", ended.heard().scenario().text())
                .isTrue();
        assertThat(booked(ended) || !spoken)
                .as("booked by speech: %s", ended.timeline())
                .isTrue();
        assertThat(lossDb(ended.heard()))
                .as("the telephone does echo")
                .isBetween(15 - LOSS_TOLERANCE_DB, 15 + LOSS_TOLERANCE_DB);
    }

    @Test
    void shouldNotInterruptItselfWhenTheTelephoneEchoes() throws Exception {
        Ended ended = ended("a patient caller", steady(patient, AFTER_AGENT));
        assertThat(ended.bargeIns()).as("interruptions: %s", ended.timeline()).isZero();
        assertThat(RealCall.all(ended.timeline(), "commit")).isEmpty();
        assertHeard(ended);
    }

    @Test
    void shouldStopForTheCallerWhenTheTelephoneEchoes() throws Exception {
        Ended ended = ended("a caller who interrupts", steady(interrupting, INTO_THE_ANSWER));
        assertThat(ended.bargeIns()).as("interruptions: %s", ended.timeline()).isEqualTo(1);
        assertThat(ended.heard().report().plays().stream().filter(play -> play.onsetToLastAgentPacketMs() != null))
                .as("sounds that began while the agent spoke")
                .isNotEmpty();
        assertHeard(ended);
    }

    /** Nobody promises anything of such a line but that the call goes on; the line printed says how it went. */
    @Test
    void shouldLiveThroughAnEchoNearlyAsLoudAsTheCaller() throws Exception {
        Ended ended = ended("a loud echo", loud);
        assertThat(ended.heard().scenario().complete())
                .as(ended.heard().scenario().text())
                .isTrue();
        assertThat(ended.detail().at("/end/cause").asText()).isEqualTo("CALLER_HUNG_UP");
    }
}
