package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.transport.stream.LaneBridge;
import io.sidetone.transport.stream.StreamRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a session, and what it does with nonsense. */
class RealtimeSessionTest {
    private final RealtimeRig rig = new RealtimeRig();

    @Test
    void shouldTellOfTheSessionFirst() {
        assertThat(rig.types()).containsExactly("session.created");
        assertThat(rig.last().at("/session/type").asText()).isEqualTo("realtime");
        assertThat(rig.last().at("/session/object").asText()).isEqualTo("realtime.session");
        assertThat(rig.last().at("/session/id").asText()).startsWith("sess_");
        assertThat(rig.last().at("/session/model").asText()).isEqualTo("desk");
        assertThat(rig.last().at("/session/expires_at").asLong()).isEqualTo(1_000 + 3_600);
        assertThat(rig.last().at("/session/audio/input/format/rate").asInt()).isEqualTo(24_000);
    }

    @Test
    void shouldOpenNoCallBeforeItIsNeeded() {
        rig.send("{'type':'session.update','session':{'type':'realtime','instructions':'Be brief.'}}");
        rig.send("{'type':'conversation.item.create','item':{'type':'message','role':'user','content':[]}}");
        assertThat(rig.wire).isNull();
        assertThat(rig.types())
                .containsExactly(
                        "session.created", "session.updated", "conversation.item.added", "conversation.item.done");
        assertThat(rig.events.get(1).at("/session/instructions").asText()).isEqualTo("Be brief.");
    }

    @Test
    void shouldOpenTheCallWithTheFormatsOfTheSession() {
        rig.send("{'type':'session.update','session':{'type':'realtime','audio':{'input':{'format':"
                + "{'type':'audio/pcmu'}},'output':{'format':{'type':'audio/pcma'}}}}}");
        rig.append(20);
        assertThat(rig.in).isEqualTo(AudioFormat.PCMU);
        assertThat(rig.out).isEqualTo(AudioFormat.PCMA);
    }

    @Test
    void shouldKeepWhatComesUntilTheEnginesAreOpen() {
        rig.append(100);
        rig.send("{'type':'response.create'}");
        rig.send("{'type':'session.update','session':{'type':'realtime','x':1},'event_id':'ev_3'}");
        assertThat(rig.types()).containsExactly("session.created");
        assertThat(rig.published).isEmpty();
        rig.enginesOpen();
        assertThat(rig.heardBytes).isEqualTo(100 * 48);
        assertThat(rig.types()).containsExactly("session.created", "response.created", "rate_limits.updated", "error");
        assertThat(rig.error().path("event_id").asText()).isEqualTo("ev_3");
    }

    @Test
    void shouldHaveTheAgentAskedBeforeItIsAnswered() {
        rig.send("{'type':'session.update','session':{'type':'realtime','instructions':'Be brief.'}}");
        rig.append(20);
        rig.enginesOpen();
        assertThat(rig.answered).isTrue();
        assertThat(rig.asked())
                .containsExactly(
                        LaneEventType.AUTO_RESPONSE,
                        LaneEventType.POLICY,
                        LaneEventType.BRIEFING,
                        LaneEventType.AUTO_RESPONSE);
        assertThat(rig.published.get(0).a()).as("no greeting").isZero();
        assertThat(rig.published.get(1).ref()).isInstanceOf(TurnPolicy.class);
        assertThat(rig.published.get(2).ref()).isEqualTo(new Instructions("Be brief.", List.of()));
        assertThat(rig.published.get(3).a()).as("but answers").isEqualTo(1);
    }

    @Test
    void shouldSetTheRunningCallToWhatTheSessionBecomes() {
        RealtimeRig ready = RealtimeRig.ready("");
        ready.send("{'type':'session.update','session':{'type':'realtime','instructions':'Be brief.',"
                + "'tools':[{'type':'function','name':'lookup'}]}}");
        Instructions briefing =
                (Instructions) ready.asked(LaneEventType.BRIEFING).ref();
        assertThat(briefing.instructions()).isEqualTo("Be brief.");
        assertThat(briefing.actions()).hasSize(1);
        assertThat(ready.tools.definitions()).hasSize(1);
        assertThat(ready.asked(LaneEventType.AUTO_RESPONSE).a()).isEqualTo(1);
    }

    @Test
    void shouldSayThatNobodyTakesTheCall() {
        rig.refusal = new StreamRefusedException(StreamRefusedException.NOBODY, "no agent takes it");
        rig.append(20);
        assertThat(rig.error().path("code").asText()).isEqualTo("model_not_found");
        assertThat(rig.closeCode).isEqualTo(1008);
    }

    @Test
    void shouldSayThatThereIsNoRoom() {
        rig.refusal = new StreamRefusedException(StreamRefusedException.NO_ROOM, "try again later");
        rig.append(20);
        assertThat(rig.error().path("type").asText()).isEqualTo("server_error");
        assertThat(rig.closeCode).isEqualTo(1013);
    }

    @Test
    void shouldEndWithItsCall() {
        RealtimeRig ready = RealtimeRig.ready("");
        ready.ended(EndCause.AGENT_HUNG_UP);
        assertThat(ready.closeCode).isEqualTo(1000);
        assertThat(ready.events).isEmpty();
        ready.append(20);
        assertThat(ready.heardBytes).isZero();
    }

    @Test
    void shouldSayThatTheEnginesFailed() {
        RealtimeRig ready = RealtimeRig.ready("");
        ready.ended(EndCause.ENGINE_FAILED);
        assertThat(ready.error().path("type").asText()).isEqualTo("server_error");
        assertThat(ready.closeCode).isEqualTo(1011);
    }

    @Test
    void shouldEndTheSessionAloneWhenItsLoopCannotKeepUp() {
        RealtimeRig slow = RealtimeRig.ready("");
        RealtimeRig other = RealtimeRig.ready("");
        for (int i = 0; i <= LaneBridge.CAPACITY; i++) {
            slow.lane.on(null, new CallObserver.Partial(1, "x"));
            other.lane.on(null, new CallObserver.Partial(1, "x"));
            other.run();
        }
        slow.run();
        assertThat(slow.error().path("type").asText()).isEqualTo("server_error");
        assertThat(slow.error().path("code").asText()).isEqualTo("server_overloaded");
        assertThat(slow.closeCode).isEqualTo(1013);
        assertThat(slow.hungUp).isEqualTo(EndCause.OVERLOAD);
        assertThat(other.closeCode).isZero();
        assertThat(other.hungUp).isNull();
    }

    @Test
    void shouldHangUpWhenTheClientIsGone() {
        RealtimeRig ready = RealtimeRig.ready("");
        ready.session.closed(0);
        assertThat(ready.hungUp).isEqualTo(EndCause.CALLER_HUNG_UP);
        ready.published.clear();
        ready.pass(3_000);
        assertThat(ready.published).as("no timer goes on").isEmpty();
    }

    @Test
    void shouldEndAfterAnHour() {
        RealtimeRig ready = RealtimeRig.ready("");
        for (int minute = 0; minute < 59; minute++) {
            ready.pass(60_000);
        }
        assertThat(ready.closeCode).isZero();
        ready.pass(60_000);
        assertThat(ready.error().path("code").asText()).isEqualTo("session_expired");
        assertThat(ready.closeCode).isEqualTo(1001);
        assertThat(ready.hungUp).isEqualTo(EndCause.CALLER_HUNG_UP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "{",
                "{'type':'session.update'} x",
                "{'type':'session.update',}",
                "{'a':1e99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999"
                        + "99999999999999999}"
            })
    void shouldRefuseWhatIsNoJson(String message) {
        rig.send(message);
        assertThat(rig.error().path("type").asText()).isEqualTo("invalid_request_error");
        assertAlive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "[]", "null", "'text'", "{}", "{'type':7}", "{'type':null}", "{'event_id':'e'}"})
    void shouldRefuseAnotherEnvelope(String message) {
        rig.send(message);
        assertThat(rig.error().path("code").asText()).isNotEmpty();
        assertAlive();
    }

    @Test
    void shouldRefuseJsonThatIsTooDeep() {
        rig.raw("[".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
        assertThat(rig.error().path("code").asText()).isEqualTo("invalid_json");
        assertAlive();
    }

    @Test
    void shouldRefuseAnUnknownEvent() {
        rig.send("{'type':'session.explode','event_id':'ev_1'}");
        assertThat(rig.error().path("code").asText()).isEqualTo("invalid_value");
        assertThat(rig.error().path("param").asText()).isEqualTo("type");
        assertThat(rig.error().path("event_id").asText()).isEqualTo("ev_1");
        assertThat(rig.error().path("message").asText()).contains("session.update");
        assertAlive();
    }

    @Test
    void shouldRefuseWhatOnlyOtherTransportsHave() {
        rig.send("{'type':'output_audio_buffer.clear'}");
        assertThat(rig.error().path("param").asText()).isEqualTo("type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'%%%%'", "'AAA*'", "7", "null", "['AAAA']", "'AA-_'"})
    void shouldRefuseAudioThatIsNotBase64(String audio) {
        RealtimeRig ready = RealtimeRig.ready("");
        ready.send("{'type':'input_audio_buffer.append','audio':" + audio + ",'event_id':'ev_a'}");
        assertThat(ready.error().path("param").asText()).isEqualTo("audio");
        assertThat(ready.error().path("event_id").asText()).isEqualTo("ev_a");
        assertThat(ready.heardBytes).isZero();
    }

    @Test
    void shouldTakeAudioOfAnyLength() {
        RealtimeRig ready = RealtimeRig.ready("");
        for (String audio : List.of("", "AA==", "AAA=", "AAAA", "AAAAAA")) {
            ready.send("{'type':'input_audio_buffer.append','audio':'" + audio + "'}");
        }
        assertThat(ready.events).isEmpty();
        assertThat(ready.heardBytes).isEqualTo(1 + 2 + 3 + 4);
    }

    @Test
    void shouldLimitTheAudioOfOneEventAndOfTheBuffer() {
        RealtimeRig ready = RealtimeRig.ready("{'type':'realtime','audio':{'input':{'turn_detection':null}}}");
        ready.send("{'type':'input_audio_buffer.append','audio':'" + "A".repeat((15 << 20) + 4) + "'}");
        assertThat(ready.error().path("code").asText()).isEqualTo("string_above_max_length");
        ready.events.clear();
        ready.send("{'type':'input_audio_buffer.append','audio':'" + "A".repeat(15 << 20) + "'}");
        assertThat(ready.events).isEmpty();
        ready.send("{'type':'input_audio_buffer.append','audio':'" + "A".repeat(15 << 20) + "'}");
        assertThat(ready.error().path("code").asText()).isEqualTo("input_audio_buffer_full");
    }

    @Test
    void shouldRefuseBinaryMessages() {
        ByteBuf message = Unpooled.wrappedBuffer(new byte[] {1, 2, 3});
        rig.session.binary(message, 0);
        message.release();
        assertThat(rig.error().path("code").asText()).isEqualTo("invalid_message");
        assertAlive();
    }

    @Test
    void shouldCloseOnAClientThatDoesNotWaitForTheEngines() {
        for (int i = 0; i < 3 && rig.closeCode == 0; i++) {
            rig.send("{'type':'input_audio_buffer.append','audio':'" + "A".repeat(8 << 20) + "'}");
        }
        assertThat(rig.closeCode).isEqualTo(1013);
    }

    @Test
    void shouldEchoNoIdThatIsNone() {
        rig.send("{'type':'x','event_id':" + "'" + "e".repeat(600) + "'}");
        assertThat(rig.error().path("event_id").isNull()).isTrue();
    }

    private void assertAlive() {
        assertThat(rig.closeCode).isZero();
        rig.events.clear();
        rig.send("{'type':'session.update','session':{'type':'realtime'}}");
        assertThat(rig.types()).containsExactly("session.updated");
    }
}
