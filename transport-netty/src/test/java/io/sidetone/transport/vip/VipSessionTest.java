package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.transport.Counted;
import io.sidetone.transport.stream.LaneBridge;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.vip.token.KeyGrant;
import io.sidetone.transport.ws.WsOutput;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From the connection to the session, its end, and the next one (VIP 7.4). */
class VipSessionTest {
    @Test
    @Tag("VIP-03")
    @Tag("VIP-12")
    @Tag("VIP-T01")
    @Tag("VIP-T02")
    @Tag("VAN-01")
    @Tag("VAN-01.a")
    void shouldConnectInitializeAndBeReadyWhenTheFloorIsIdle() {
        VipRig rig = new VipRig();
        rig.send("client.connect");
        assertThat(rig.socket.types()).containsExactly("state", "session.connected");
        assertThat(rig.last("state").path("trigger").asText()).isEqualTo("client.connect");
        String id = rig.last("session.connected").path("session_id").asText();
        assertThat(id).as("before anything is opened").isNotEmpty();
        assertThat(rig.record).isNull();
        rig.open("");
        assertThat(rig.socket.types()).startsWith("state", "session.connected", "state", "server.ready");
        JsonNode idle = rig.last("state");
        assertThat(idle.path("value").asText()).isEqualTo("idle");
        assertThat(idle.path("from").asText()).isEqualTo("connecting");
        assertThat(idle.path("trigger").asText()).isEqualTo("server.ready");
        assertThat(idle.path("sequence").asInt()).isEqualTo(2);
        assertThat(rig.last("server.ready").path("session_id").asText()).isEqualTo(id);
        assertThat(rig.record.setup().who().callId()).isEqualTo(id);
        assertThat(Counted.by(rig.counters::bindTo, "sidetone_vip_sessions")).isEqualTo(1);
    }

    @Test
    @Tag("VIP-03")
    void shouldDoBothInOneWhenTheClientInitializesAtOnce() {
        VipRig rig = new VipRig();
        rig.open("");
        assertThat(rig.socket.types()).startsWith("state", "session.connected", "state", "server.ready");
        assertThat(rig.last("server.ready")
                        .path("audio")
                        .path("output")
                        .path("encoding")
                        .asText())
                .isEqualTo("pcm16");
    }

    @Test
    @Tag("VIP-03")
    void shouldCloseAConnectionThatNeverInitializes() {
        VipRig rig = new VipRig();
        rig.advance(14_990);
        assertThat(rig.socket.sent).isEmpty();
        rig.advance(20);
        assertThat(rig.last("error.fatal").path("code").asText()).isEqualTo("not_initialized");
        assertThat(rig.socket.closedWith).isEqualTo(WsOutput.POLICY_VIOLATION);
    }

    @Test
    @Tag("VIP-03")
    void shouldWantATokenWhereOneIsNeeded() {
        VipRig rig = new VipRig(null, false, true);
        rig.open("");
        assertThat(rig.last("error.fatal").path("code").asText()).isEqualTo("token_missing");
        assertThat(rig.socket.closedWith).isEqualTo(WsOutput.POLICY_VIOLATION);
        assertThat(rig.setups).isEmpty();
        assertThat(rig.proof.shown()).isFalse();
    }

    @Test
    @Tag("VIP-03")
    void shouldTakeAKeyOnceAndBindTheSessionToWhatItWasIssuedFor() {
        VipRig rig = new VipRig(null, false, true);
        String key =
                rig.keys.issue(new KeyGrant("desk", "ada", "en-GB"), 60_000).text();
        assertThat(rig.proof.shown()).isFalse();
        rig.open(", \"token\": \"" + key + "\", \"user\": {\"user_id\": \"somebody else\"}");
        assertThat(rig.state()).isEqualTo("idle");
        assertThat(rig.proof.shown()).isTrue();
        assertThat(rig.setups.get(0).who().from())
                .as("who the application says it is")
                .isEqualTo("ada");
        assertThat(rig.last("session.connected").has("ephemeral_key"))
                .as("a key brings no other key")
                .isFalse();
        rig.send("session.close");
        rig.advance(100);
        rig.open(", \"token\": \"" + key + "\"");
        assertThat(rig.last("error.fatal").path("code").asText()).isEqualTo("token_used");
        assertThat(rig.socket.closedWith).isEqualTo(WsOutput.POLICY_VIOLATION);
    }

    @Test
    @Tag("VIP-03")
    void shouldTakeTheKeyOfTheHandshakeOnceMoreInItsFirstSession() {
        VipRig rig = new VipRig(new KeyGrant("desk", "ada", ""), "vk_shown", false, true);
        rig.send("client.connect", "{\"token\": \"vk_shown\"}");
        rig.open(", \"token\": \"vk_shown\"");
        assertThat(rig.state()).isEqualTo("idle");
        assertThat(rig.setups.get(0).who().from()).isEqualTo("ada");
        rig.send("session.close");
        rig.advance(100);
        rig.open(", \"token\": \"vk_shown\"");
        assertThat(rig.last("error.fatal").path("code").asText())
                .as("a key opens one session")
                .isEqualTo("token_unknown");
    }

    @Test
    @Tag("VIP-03")
    void shouldRefuseAnotherAgentThanTheKeysAndLetTheClientCorrectItself() {
        VipRig rig = new VipRig(new KeyGrant("desk", "", ""), false, true);
        rig.open(", \"agent\": \"other\"");
        assertThat(rig.last("error").path("code").asText()).isEqualTo("forbidden");
        rig.open("");
        assertThat(rig.state()).isEqualTo("idle");
    }

    @Test
    @Tag("VIP-03")
    void shouldRefuseAnExpiredKey() {
        VipRig rig = new VipRig(null, false, true);
        String key = rig.keys.issue(KeyGrant.ANY, 1_000).text();
        rig.advance(1_000);
        rig.open(", \"token\": \"" + key + "\"");
        assertThat(rig.last("error.fatal").path("code").asText()).isEqualTo("token_expired");
    }

    @Test
    @Tag("VIP-03")
    void shouldHandOutAKeyToWhoHasTheServersOwnToken() {
        VipRig rig = new VipRig(null, true, true);
        rig.open("");
        String key = rig.last("session.connected").path("ephemeral_key").asText();
        assertThat(key).startsWith("vk_");
        VipRig other = new VipRig(null, false, true);
        assertThat(rig.keys.size()).isEqualTo(1);
        other.open(", \"token\": \"" + key + "\"");
        assertThat(other.last("error.fatal").path("code").asText())
                .as("another server's")
                .isEqualTo("token_unknown");
    }

    @Test
    @Tag("VIP-17")
    @Tag("VIP-18")
    @Tag("VIP-20")
    @Tag("VIP-T18")
    void shouldOpenAnotherSessionOnTheSameConnection() {
        VipRig rig = new VipRig();
        rig.open("");
        rig.send("session.close");
        rig.advance(50);
        assertThat(rig.state()).isEqualTo("not_connected");
        JsonNode terminated = rig.last("session.terminated");
        assertThat(terminated.path("by").asText()).isEqualTo("caller");
        rig.send("input.start");
        assertThat(rig.last("error").path("state").asText()).isEqualTo("not_connected");
        rig.send("client.connect");
        rig.open("");
        assertThat(rig.state()).isEqualTo("idle");
        assertThat(rig.last("server.ready").path("session_id").asText())
                .isNotEqualTo(terminated.path("session_id").asText());
        rig.ask();
        rig.advance(1_000);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        assertThat(rig.socket.closedWith).isZero();
    }

    @Test
    @Tag("VIP-T18")
    void shouldEndTheCallWhenTheConnectionIsGone() {
        VipRig rig = new VipRig();
        rig.open("");
        rig.ask();
        int before = rig.socket.sent.size();
        rig.connection.closed(rig.nowNs);
        rig.advance(100);
        assertThat(rig.record.endCause()).isNotNull();
        assertThat(rig.socket.sent).as("nobody is written to").hasSize(before);
        rig.send("input.start");
        assertThat(rig.socket.sent).hasSize(before);
    }

    @Test
    @Tag("VIP-12")
    void shouldSayFatallyWhyNoCallCouldBeOpened() {
        VipRig rig = new VipRig();
        rig.refusal = new StreamRefusedException(StreamRefusedException.NO_ROOM, "full");
        rig.open("");
        assertThat(rig.last("error.fatal").path("code").asText()).isEqualTo("no_room");
        assertThat(rig.state()).isEqualTo("not_connected");
        assertThat(rig.socket.types()).endsWith("session.terminated");
        rig.refusal = null;
        rig.open("");
        assertThat(rig.state()).as("later there is room").isEqualTo("idle");
    }

    @Test
    @Tag("VIP-12")
    @Tag("VIP-T18")
    void shouldEndTheSessionWhenTheClientCannotGoOn() {
        VipRig rig = new VipRig();
        rig.open("");
        rig.send("error.fatal", "{\"code\": \"no_microphone\", \"message\": \"gone\"}");
        rig.advance(50);
        assertThat(rig.state()).isEqualTo("not_connected");
    }

    @Test
    void shouldEndTheSessionAloneWhenItsLoopCannotKeepUp() {
        VipRig rig = new VipRig();
        rig.open("");
        for (int i = 0; i <= LaneBridge.CAPACITY; i++) {
            rig.setups.get(0).line().client().on(null, new CallObserver.Partial(1, "x"));
        }
        rig.advance(50);
        assertThat(rig.last("error.fatal").path("code").asText()).isEqualTo("overload");
        assertThat(rig.last("session.terminated").path("by").asText()).isEqualTo("server");
        rig.open("");
        assertThat(rig.state()).as("the connection opens another session").isEqualTo("idle");
    }

    @Test
    @Tag("VIP-04")
    @Tag("VIP-T04")
    void shouldIntroduceItselfToAFirstVisitor() {
        VipRig rig = new VipRig();
        rig.introduction = "I am an automatic assistant.";
        rig.open(", \"user\": {\"user_id\": \"ada\"}");
        rig.advance(3_000);
        assertThat(rig.socket.states()).containsExactly("connecting", "idle", "ai_speaking", "idle");
        assertThat(rig.socket.all("state").get(2).path("trigger").asText()).isEqualTo("server.announce");
        assertThat(rig.socket.types()).contains("server.announce", "response.audio", "audio.complete");
        assertThat(rig.last("audio.complete").path("text").asText()).isEqualTo("I am an automatic assistant.");
    }

    @Test
    @Tag("VIP-13")
    void shouldAttributeEveryMessageAndSayWhoAndHowFast() {
        VipRig rig = new VipRig();
        rig.behavior = MockBehavior.DEFAULT;
        rig.open(", \"user\": {\"user_id\": \"ada\", \"locale\": \"en-GB\"}");
        rig.advance(4_000);
        rig.ask();
        rig.advance(9_000);
        assertThat(rig.socket.sent).allMatch(message -> List.of("user", "assistant", "system")
                .contains(message.path("payload").path("role").asText()));
        JsonNode said = rig.last("transcript.final");
        assertThat(said.path("role").asText()).isEqualTo("user");
        assertThat(said.path("metadata").path("user_id").asText()).isEqualTo("ada");
        assertThat(said.path("metadata").path("locale").asText()).isEqualTo("en-GB");
        JsonNode done = rig.last("audio.complete").path("metadata");
        assertThat(done.path("model_id").asText()).isEqualTo("mock");
        assertThat(done.path("latency_metrics").path("response_ms").isInt()).isTrue();
        assertThat(rig.socket.all("audio.complete").get(0).path("metadata").path("latency_metrics"))
                .as("the greeting is no answer")
                .isEmpty();
    }

    @Test
    @Tag("VIP-T02")
    void shouldApplyWhatCameWhileTheSessionWasOpenedInOrder() {
        VipRig rig = new VipRig();
        rig.connection.text(
                io.netty.buffer.Unpooled.copiedBuffer(
                        "{\"type\": \"session.initialize\", \"payload\": {}}", java.nio.charset.StandardCharsets.UTF_8),
                rig.nowNs);
        rig.connection.text(
                io.netty.buffer.Unpooled.copiedBuffer(
                        "{\"type\": \"text.input\", \"payload\": {\"text\": \"first\"}}",
                        java.nio.charset.StandardCharsets.UTF_8),
                rig.nowNs);
        rig.advance(500);
        assertThat(rig.socket.states()).startsWith("connecting", "idle", "user_speaking", "ai_thinking");
        assertThat(rig.last("transcript.final").path("text").asText()).isEqualTo("first");
        assertThat(rig.socket.errors()).isEmpty();
    }
}
