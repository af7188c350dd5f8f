package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.sidetone.transport.Counted;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a client may send: answered, counted, survived. */
@Tag("VIP-02")
class VipBadInputTest {
    static String[][] messages() {
        return new String[][] {
            {"invalid_json", ""},
            {"invalid_json", "{"},
            {"invalid_json", "hello"},
            {"invalid_json", "{\"type\": \"input.start\"} {}"},
            {"invalid_json", "{\"type\": \"a\", \"type\": \"b\"}"},
            {"invalid_json", "{\"type\": ".repeat(40)},
            {"invalid_json", "{\"type\":\"input.start\",\"payload\":" + "{\"a\":".repeat(60) + "1" + "}".repeat(61)},
            {"invalid_json", "{\"type\": \"input.start\", \"payload\": {\"n\": " + "9".repeat(100) + "}}"},
            {"invalid_message", "[]"},
            {"invalid_message", "\"input.start\""},
            {"invalid_message", "null"},
            {"invalid_message", "{}"},
            {"invalid_message", "{\"type\": 7}"},
            {"invalid_message", "{\"type\": \"\"}"},
            {"invalid_message", "{\"type\": \"input.start\", \"more\": 1}"},
            {"invalid_message", "{\"type\": \"input.start\", \"payload\": []}"},
            {"invalid_message", "{\"type\": \"input.start\", \"payload\": \"x\"}"},
            {"invalid_message", "{\"type\": \"input.start\", \"seq\": -1}"},
            {"invalid_message", "{\"type\": \"input.start\", \"payload\": {\"trigger\": \"shout\"}}"},
            {"invalid_message", "{\"type\": \"input.start\", \"payload\": {\"hold\": \"yes\"}}"},
            {"invalid_message", "{\"type\": \"input.audio\", \"payload\": {\"audio\": 5}}"},
            {"invalid_message", "{\"type\": \"input.audio\"}"},
            {"invalid_message", "{\"type\": \"text.input\", \"payload\": {\"text\": \"\"}}"},
            {"invalid_message", "{\"type\": \"text.input\", \"payload\": {\"text\": \"" + "x".repeat(4_001) + "\"}}"},
            {"invalid_message", "{\"type\": \"state.update\", \"payload\": {\"actions\": []}}"},
            {"invalid_message", "{\"type\": \"input.start\", \"payload\": {\"n\": 1e99999}}"},
            {"invalid_registry", "{\"type\": \"state.update\", \"payload\": {\"actions\": {\"a\": 7}}}"},
            {"invalid_audio", "{\"type\": \"input.audio\", \"payload\": {\"audio\": \"!!!\"}}"},
            {"unknown_event", "{\"type\": \"input.sing\"}"},
            {"unknown_event", "{\"type\": \"<script>\"}"},
            {"server_event", "{\"type\": \"response.audio\"}"},
            {"server_event", "{\"type\": \"session.connected\"}"},
            {"server_event", "{\"type\": \"invoke_action\"}"}
        };
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldAnswerAndGoOn(String code, String message) {
        VipRig rig = new VipRig();
        rig.open("");
        rig.raw(message);
        boolean registry = code.equals("invalid_registry");
        assertThat(rig.socket.errors())
                .containsExactly(registry ? rig.socket.errors().get(0) : code);
        assertThat(rig.last("error").path("message").asText())
                .as("names the remedy")
                .contains("; ");
        assertThat(Counted.series(rig.counters::bindTo, "sidetone_vip_refused")).isEqualTo(1);
        rig.ask();
        rig.advance(500);
        assertThat(rig.state()).as("the session goes on").isEqualTo("ai_speaking");
        assertThat(rig.socket.closedWith).isZero();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldAnswerTheSameBeforeThereIsASession(String code, String message) {
        VipRig rig = new VipRig();
        rig.raw(message);
        assertThat(rig.socket.errors()).hasSize(1);
        rig.open("");
        assertThat(rig.state()).isEqualTo("idle");
    }

    @Test
    void shouldRefuseSoundOfTheWrongSize() {
        VipRig rig = new VipRig();
        rig.open("");
        rig.send("input.start");
        rig.connection.binary(Unpooled.buffer(3).writeZero(3), rig.nowNs);
        rig.connection.binary(Unpooled.EMPTY_BUFFER, rig.nowNs);
        rig.connection.binary(Unpooled.buffer(16_002).writeZero(16_002), rig.nowNs);
        rig.send("input.audio", "{\"audio\": \"AA==\"}");
        assertThat(rig.socket.errors())
                .containsExactly("invalid_audio", "invalid_audio", "invalid_audio", "invalid_audio");
        assertThat(rig.state()).isEqualTo("user_speaking");
    }

    @Test
    void shouldRefuseFormatsAndModesThatDoNotExist() {
        VipRig rig = new VipRig();
        String[] payloads = {
            "{\"audio\": {\"input\": {\"encoding\": \"mp3\"}}}",
            "{\"audio\": {\"input\": {\"sampleRateHz\": 44101}}}",
            "{\"audio\": {\"output\": {\"sampleRateHz\": \"fast\"}}}",
            "{\"audio\": {\"input\": {\"encoding\": \"pcmu\", \"sampleRateHz\": 16000}}}",
            "{\"mode\": \"loud\"}",
            "{\"user\": {\"user_id\": \"" + "x".repeat(300) + "\"}}",
            "{\"playback\": {\"reports\": 1}}"
        };
        for (String payload : payloads) {
            rig.send("session.initialize", payload);
        }
        assertThat(rig.socket.errors()).hasSize(payloads.length).containsOnly("invalid_message");
        rig.open("");
        assertThat(rig.state()).isEqualTo("idle");
    }

    @Test
    void shouldBoundWhatComesBeforeTheSessionIsReady() {
        VipRig rig = new VipRig();
        for (int i = 0; i < 200; i++) {
            rig.connection.text(
                    Unpooled.copiedBuffer(
                            i == 0 ? "{\"type\": \"session.initialize\"}" : "{\"type\": \"response.cancel\"}",
                            java.nio.charset.StandardCharsets.UTF_8),
                    rig.nowNs);
        }
        assertThat(rig.socket.errors()).hasSize(199 - 64).containsOnly("too_early");
        rig.advance(100);
        assertThat(rig.state()).isEqualTo("idle");
    }

    @Test
    void shouldKeepSoundBackFromASlowReaderAndControlNot() {
        VipRig rig = new VipRig();
        rig.open("");
        rig.socket.room = false;
        rig.ask();
        rig.advance(500);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        assertThat(rig.socket.types()).doesNotContain("response.audio").contains("response.text.delta");
    }
}
