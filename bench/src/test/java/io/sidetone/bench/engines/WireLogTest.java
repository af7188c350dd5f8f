package io.sidetone.bench.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.loopback.Watch;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WireLogTest {
    private static final int ID = 100_001;

    private final WireLog log = new WireLog();
    private final Watch recognizer = log.recognizer("nova", "\"is_final\":true");
    private final Watch llm = log.llm("openai");
    private final Watch voice = log.voice("cartesia", "{\"type\":\"chunk\"", "\"cancel\":true");
    private final Object earLine = new Object();
    private final Object mindLine = new Object();
    private final Object voiceLine = new Object();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void asked() {
        llm.opened(mindLine, 5);
        recognizer.went(earLine, "/", "{\"is_final\":false,\"transcript\":\"tell me about 100001\"}", 10);
        recognizer.went(earLine, "/", "{\"is_final\":true,\"transcript\":\"please\"}", 20);
        llm.came(
                mindLine,
                "/",
                bytes("{\"content\":\"about 100000\"},{\"content\":\"tell me about 100001 please\"}"),
                25);
    }

    @Test
    void shouldTimeAQuestionFromTheLastFinalBeforeIt() {
        asked();
        recognizer.went(earLine, "/", "{\"is_final\":true,\"transcript\":\"\"}", 30);
        WireTurn turn = log.turn(ID);
        assertThat(turn.finalNs).isEqualTo(20);
        assertThat(turn.requestNs).isEqualTo(25);
        assertThat(turn.recognizer).isEqualTo("nova");
        assertThat(turn.llm).isEqualTo("openai");
        assertThat(turn.modelDialled).isFalse();
    }

    @Test
    void shouldTimeAClauseFromTheTokenThatCompletesIt() {
        asked();
        llm.went(mindLine, "/", bytes("{\"content\":\"100001 is \"}"), 40);
        llm.went(mindLine, "/", bytes("{\"content\":\"here. \"}"), 60);
        voice.came(voiceLine, "/", "{\"transcript\":\"Answer 100001 is here.\"}", 63);
        voice.came(voiceLine, "/", "{\"transcript\":\"This is all of 100001.\"}", 70);
        assertThat(log.turn(ID).clauseNs).isEqualTo(60);
        assertThat(log.turn(ID).clauseReadNs).isEqualTo(63);
    }

    @Test
    void shouldCountWhatAVoiceStillSendsWhenItWasCancelled() {
        voice.came(voiceLine, "/", "{\"transcript\":\"Answer 100001 is here.\"}", 10);
        voice.went(voiceLine, "/", "{\"type\":\"timestamps\"}", 20);
        voice.went(voiceLine, "/", "{\"type\":\"chunk\"}", 30);
        voice.came(voiceLine, "/", "{\"cancel\":true}", 40);
        voice.went(voiceLine, "/", "{\"type\":\"chunk\"}", 50);
        WireTurn turn = log.turn(ID);
        assertThat(turn.audioNs).isEqualTo(30);
        assertThat(turn.cancelNs).isEqualTo(40);
        assertThat(turn.voiceSent.lastNs()).isEqualTo(50);
        assertThat(turn.voiceSent.bytesAfter(35)).isEqualTo("{\"type\":\"chunk\"}".length());
    }
}
