package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.control.EndCause;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session survives its socket: opted into, with a secret, for a while; what was missed is told in order. */
@Tag("VEL-09")
class VelaResumeTest {
    private final VelaRig rig = new VelaRig();
    private String token;

    private FakeSocket opted(int windowMs) throws Exception {
        FakeSocket socket = rig.connect();
        socket.say("session.start", "{\"protocol\":2,\"resume\":{\"windowMs\":" + windowMs + "}}");
        token = socket.last("session.ready").get("resume").get("token").asText();
        socket.messages.removeIf(message -> !message.has("seq"));
        return socket;
    }

    private static long lastSeq(FakeSocket socket) {
        return socket.messages.get(socket.messages.size() - 1).get("seq").asLong();
    }

    private FakeSocket resume(String with, long lastSeq) throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say(
                "session.start",
                "{\"protocol\":2,\"resume\":{\"token\":\"" + with + "\",\"lastSeq\":" + lastSeq + "}}");
        return socket;
    }

    private VelaRig.Line first() {
        return rig.lines.get(0);
    }

    @Test
    void shouldGiveTheSecretOnlyToWhoOptedIn() throws Exception {
        FakeSocket socket = rig.connect();
        assertThat(socket.last("session.ready").has("resume")).isFalse();
        socket.say("session.start", "{}");
        socket.say("session.start", "{\"protocol\":2}");
        assertThat(socket.last("session.ready").has("resume")).isFalse();
        socket.say("session.start", "{\"resume\":{\"windowMs\":5000}}");
        JsonNode resume = socket.last("session.ready").get("resume");
        assertThat(resume.get("windowMs").asInt()).isEqualTo(5_000);
        assertThat(resume.get("token").asText()).hasSizeGreaterThan(40);
        socket.say("session.start", "{}");
        assertThat(socket.last("session.ready").get("resume")).isEqualTo(resume);
        socket.say("session.start", "{\"resume\":{\"windowMs\":9999999}}");
        assertThat(socket.last("session.ready").get("resume").get("windowMs").asInt())
                .as("no longer than configured")
                .isEqualTo(VelaSettings.DEFAULT.maxResumeMs());
    }

    @Test
    void shouldTellWhatWasMissedInOrderAndGoOn() throws Exception {
        FakeSocket before = opted(5_000);
        String id = before.last("session.ready").get("sessionId").asText();
        before.say("mocked.turn.trigger", "{}");
        rig.advance(100);
        long seen = before.messages.get(before.messages.size() - 3).get("seq").asLong();
        before.drop();
        rig.advance(300);
        assertThat(first().published).endsWith("RESPONSE_CANCEL 0 0", "HOLD 1 1");
        FakeSocket after = resume(token, seen);
        List<Long> numbers = after.numbers();
        assertThat(numbers.get(0)).isEqualTo(seen + 1);
        for (int i = 1; i < numbers.size(); i++) {
            assertThat(numbers.get(i)).isEqualTo(numbers.get(i - 1) + 1);
        }
        JsonNode ready = after.last("session.ready");
        assertThat(ready.get("sessionId").asText()).isEqualTo(id);
        assertThat(ready.get("resumed").get("complete").asBoolean()).isTrue();
        assertThat(ready.get("resume").get("token").asText())
                .as("a token is good once")
                .isNotEqualTo(token);
        assertThat(after.sink()).endsWith("response.cancelled", "idle", "ready", "idle");
        assertThat(rig.lines)
                .as("the new connection never had a call of its own")
                .hasSize(1);
        after.say("mocked.turn.trigger", "{}");
        rig.advance(1_000);
        assertThat(after.sink()).endsWith("completed", "idle");
        assertThat(rig.protocol.counters().value(VelaCounter.RESUMED)).isEqualTo(1);
        assertThat(rig.illegal() + rig.faults()).isZero();
    }

    @Test
    void shouldStopTheAgentAtOnceAndHearTheCallerAfterwards() throws Exception {
        rig.stt = new HeardWords();
        FakeSocket before = opted(5_000);
        before.say("input_text", "{\"text\":\"hello\"}");
        rig.advance(500);
        assertThat(before.audio).isNotEmpty();
        long seen = lastSeq(before);
        before.drop();
        before.audio.clear();
        rig.advance(2_000);
        assertThat(before.audio).isEmpty();
        FakeSocket after = resume(token, seen);
        assertThat(after.sink()).contains("response.cancelled", "idle").doesNotContain("speaking");
        rig.advance(500);
        assertThat(after.audio).as("nothing of the dead turn").isEmpty();
        after.say("input_text", "{\"text\":\"again\"}");
        rig.advance(500);
        assertThat(after.sink()).contains("final again", "speaking");
        assertThat(after.audio).isNotEmpty();
        assertThat(after.audio.get(0).get("seq").asLong()).isGreaterThan(seen);
    }

    @Test
    void shouldEndTheSessionWhenTheWindowIsOver() throws Exception {
        FakeSocket before = opted(1_000);
        long seen = lastSeq(before);
        before.drop();
        rig.advance(900);
        assertThat(first().ended).isNull();
        rig.advance(200);
        assertThat(first().ended).isEqualTo(EndCause.TRANSPORT_FAILED);
        FakeSocket late = resume(token, seen);
        assertThat(late.sink()).containsExactly("error resume_failed");
        late.say("mocked.turn.trigger", "{}");
        rig.advance(1_000);
        assertThat(late.sink()).as("the new connection's own session goes on").endsWith("completed", "idle");
        assertThat(rig.protocol.counters().value(VelaCounter.RESUME_REFUSED)).isEqualTo(1);
    }

    @Test
    void shouldTakeEachTokenOnce() throws Exception {
        FakeSocket before = opted(5_000);
        long seen = lastSeq(before);
        before.drop();
        FakeSocket after = resume(token, seen);
        assertThat(after.sink()).contains("ready");
        assertThat(resume(token, seen).sink()).containsExactly("error resume_failed");
        assertThat(resume("guess", 0).sink()).containsExactly("error resume_failed");
    }

    @Test
    void shouldTakeTheWireFromASocketThatHangs() throws Exception {
        FakeSocket hanging = opted(5_000);
        long seen = lastSeq(hanging);
        hanging.say("mocked.turn.trigger", "{}");
        rig.advance(70);
        FakeSocket after = resume(token, seen);
        assertThat(hanging.closed).startsWith("4001");
        hanging.drop();
        rig.advance(1_000);
        assertThat(first().ended).isNull();
        assertThat(after.sink()).startsWith("listening").endsWith("ready", "speaking", "response.cancelled", "idle");
        after.say("mocked.turn.trigger", "{}");
        rig.advance(1_000);
        assertThat(after.sink()).endsWith("completed", "idle");
    }

    @Test
    void shouldSayWhenTooMuchWasMissed() throws Exception {
        FakeSocket before = opted(5_000);
        long seen = lastSeq(before);
        for (int i = 0; i < VelaOutbox.KEPT_MESSAGES + 3; i++) {
            before.say("nonsense");
            rig.advance(5);
        }
        before.drop();
        FakeSocket after = resume(token, seen);
        assertThat(after.last("session.ready").get("resumed").get("complete").asBoolean())
                .isFalse();
        assertThat(after.messages).hasSize(VelaOutbox.KEPT_MESSAGES + 2);
    }

    @Test
    void shouldNotWaitForAClientThatSaidGoodbye() throws Exception {
        FakeSocket before = opted(5_000);
        before.say("session.close", "{}");
        rig.advance(50);
        before.drop();
        assertThat(first().ended).isEqualTo(EndCause.CALLER_HUNG_UP);
        assertThat(resume(token, 0).sink()).containsExactly("error resume_failed");
    }

    @Test
    void shouldBeginAgainOnTheSameSocket() throws Exception {
        FakeSocket socket = opted(5_000);
        long seen = lastSeq(socket);
        socket.messages.clear();
        socket.say(
                "session.start", "{\"protocol\":2,\"resume\":{\"token\":\"" + token + "\",\"lastSeq\":" + seen + "}}");
        rig.advance(100);
        assertThat(socket.closed).isNull();
        assertThat(first().ended).isNull();
        assertThat(socket.sink()).endsWith("ready", "idle");
    }
}
