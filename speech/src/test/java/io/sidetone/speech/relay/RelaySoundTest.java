package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.core.port.UserInput;
import io.sidetone.speech.loopback.Reply;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent of one's own has sounds played, and says what takes the floor from its words. */
class RelaySoundTest {
    private static final int RATE_HZ = 8_000;

    private final CompletableFuture<Reply> held = new CompletableFuture<>();

    private static byte[] seconds(int count) {
        short[] pcm = new short[RATE_HZ * count];
        java.util.Arrays.fill(pcm, (short) 1_000);
        return WavWriter.toBytes(Wav.mono(RATE_HZ, pcm));
    }

    private static void give(Reply reply) {
        give(reply, seconds(1));
    }

    private static void give(Reply reply, byte[] file) {
        reply.head(200, Map.of("Content-Type", "audio/wav")).chunk(file).end();
    }

    private RelayRig open(RelayOptions options, Consumer<RelayRig> script) {
        RelayRig rig = new RelayRig("Hello.").with(options);
        rig.server.page("/sounds/gong.wav", (seen, reply) -> give(reply));
        rig.server.page("/sounds/slow.wav", (seen, reply) -> held.complete(reply));
        rig.server.page("/sounds/none.wav", (seen, reply) -> reply.whole(404, Map.of(), "no"));
        rig.server.page("/sounds/text.wav", (seen, reply) -> reply.whole(200, Map.of(), "no sound at all"));
        rig.server.page("/sounds/long.wav", (seen, reply) -> give(reply, seconds(61)));
        rig.server.page("/sounds/huge.wav", (seen, reply) -> give(reply, new byte[RelaySounds.MAX_BYTES + 1]));
        rig.server.page(
                "/sounds/cut.wav",
                (seen, reply) -> reply.head(200, Map.of()).chunk("RIFF").drop());
        rig.open();
        script.accept(rig);
        return rig;
    }

    private static String play(RelayRig rig, String path, String more) {
        return "{\"type\":\"play\",\"source\":\"" + rig.server.http(path) + "\"" + more + "}";
    }

    private static void says(RelayRig rig, String... messages) {
        rig.agent.onMessage = (from, message) -> {
            if (message.path("type").asText().equals("prompt")) {
                for (String each : messages) {
                    from.text(each);
                }
            }
        };
    }

    @Test
    void shouldPlayASoundBetweenTheWordsBeforeAndBehindItHoweverLongItTakes() throws Exception {
        try (RelayRig rig = open(
                RelayOptions.USUAL,
                open -> says(
                        open,
                        ScriptedAgent.text("Listen: ", false),
                        play(open, "/sounds/slow.wav", ""),
                        ScriptedAgent.text("That was ", false),
                        ScriptedAgent.text("a gong.", true)))) {
            rig.ask(10, "Well?");
            rig.log.await("text 10 Listen:");
            Reply reply = held.get();
            rig.time.pass(RelayRig.SILENCE_MS - 1);
            rig.settled();
            assertThat(rig.log.lines()).as("what follows waits").doesNotContain("text 10 That was ");
            give(reply);
            rig.log.await("done 10");
            assertThat(rig.log.lines())
                    .containsExactly(
                            "ready",
                            "text 10 Listen: ",
                            "sound 10 2",
                            "text 10 That was ",
                            "text 10 a gong.",
                            "done 10");
        }
    }

    @Test
    void shouldEndAnAnswerThatIsASoundAlone() {
        try (RelayRig rig =
                open(RelayOptions.USUAL, open -> says(open, play(open, "/sounds/gong.wav", ",\"loop\":3")))) {
            rig.ask(10, "Well?");
            rig.log.await("sound 10 6");
            rig.settled();
            assertThat(rig.log.lines()).doesNotContain("done 10");
            rig.time.pass(RelayTalk.AFTER_SOUND_MS);
            rig.log.await("done 10");
        }
    }

    @Test
    void shouldPlayWhatNobodyAskedForWhenTheFloorIsFree() {
        try (RelayRig rig = open(RelayOptions.USUAL, open -> open.agent.says("Yes."))) {
            rig.ask(10, "Well?");
            rig.log.await("done 10");
            rig.session.spoken(10);
            rig.settled();
            rig.agent.peer.text(play(rig, "/sounds/gong.wav", ""));
            rig.agent.peer.text(ScriptedAgent.text("That was it.", true));
            rig.log.await("more");
            rig.settled();
            rig.session.respond(12, new UserInput(UserInput.Kind.TEXT, ""), rig.history.recent());
            rig.log.await("done 12");
            assertThat(rig.log.lines()).containsSubsequence("sound 12 2", "text 12 That was it.", "done 12");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/sounds/none.wav, the source answered 404",
        "/sounds/text.wav, RIFF header",
        "/sounds/long.wav, the sound lasts 61000 ms",
        "/sounds/huge.wav, more than 6291456 bytes",
        "/sounds/cut.wav, play: "
    })
    void shouldSayWhyASoundIsNotPlayedAndGoOn(String path, String why) {
        try (RelayRig rig = open(
                RelayOptions.USUAL, open -> says(open, play(open, path, ""), ScriptedAgent.text("Sorry.", true)))) {
            rig.ask(10, "Well?");
            rig.log.await("done 10");
            assertThat(rig.log.lines()).containsExactly("ready", "text 10 Sorry.", "done 10");
            rig.agent.log.await("error");
            assertThat(rig.agent.first("error").path("description").asText()).contains(why);
        }
    }

    @Test
    void shouldPlayOnlyFromWhereItMay() {
        RelayRig first = new RelayRig("Hello.");
        try (RelayRig rig = first.with(
                new RelayOptions(false, false, first.server.http("/sounds/").toString()))) {
            first.server.page("/private/gong.wav", (seen, reply) -> first.server.violation("asked for it"));
            rig.open();
            String[] elsewhere = {
                first.server.http("/private/gong.wav").toString(),
                first.server.http("/sounds/../private/gong.wav").toString(),
                "http://127.0.0.1.example.com/sounds/gong.wav",
                "file:///etc/passwd",
                "http://user@127.0.0.1:" + first.server.port() + "/sounds/gong.wav"
            };
            String[] messages = new String[elsewhere.length + 1];
            for (int i = 0; i < elsewhere.length; i++) {
                messages[i] = "{\"type\":\"play\",\"source\":\"" + elsewhere[i] + "\"}";
            }
            messages[elsewhere.length] = ScriptedAgent.text("Nothing.", true);
            says(rig, messages);
            rig.ask(10, "Well?");
            rig.log.await("done 10");
            rig.settled();
            assertThat(rig.log.lines()).containsExactly("ready", "text 10 Nothing.", "done 10");
            assertThat(rig.meter.unexpected.sum()).isEqualTo(elsewhere.length);
            rig.agent.log.await("error");
            assertThat(rig.agent.first("error").path("description").asText()).contains("/sounds/", "play-from");
        }
    }

    @Test
    void shouldPlayNothingMoreWhenTheCallerTakesTheFloor() throws Exception {
        try (RelayRig rig = open(
                RelayOptions.USUAL,
                open -> says(
                        open,
                        ScriptedAgent.text("Listen: ", false),
                        play(open, "/sounds/slow.wav", ""),
                        ScriptedAgent.text("That was it.", true)))) {
            rig.ask(10, "Well?");
            Reply reply = held.get();
            rig.session.cancelled(10, "Listen", 300);
            rig.agent.log.await("interrupt");
            give(reply);
            rig.agent.says("What?");
            rig.ask(14, "Stop.");
            rig.log.await("done 14");
            assertThat(rig.said(14)).isEqualTo("What?");
            assertThat(rig.log.lines()).noneMatch(line -> line.startsWith("sound"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"false NONE", "\"none\" NONE", "\"dtmf\" KEYS", "\"speech\" SPEECH", "\"any\" ANY", "true ANY"})
    void shouldSayWhatTakesTheFloorFromAnAnswer(String pair) {
        String[] given = pair.split(" ");
        String message = "{\"type\":\"text\",\"token\":\"By law: \",\"last\":false,\"interruptible\":" + given[0] + "}";
        try (RelayRig rig =
                open(RelayOptions.USUAL, open -> says(open, message, message, ScriptedAgent.text("now.", true)))) {
            rig.ask(10, "Well?");
            rig.log.await("done 10");
            assertThat(rig.log.lines())
                    .containsExactly(
                            "ready",
                            "interruptible 10 " + given[1],
                            "text 10 By law: ",
                            "text 10 By law: ",
                            "text 10 now.",
                            "done 10");
        }
    }
}
