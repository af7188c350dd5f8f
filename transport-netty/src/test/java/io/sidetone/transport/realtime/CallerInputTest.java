package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the caller says, detected by the server or committed by the client. */
class CallerInputTest {
    private static final String MANUAL =
            "{'type':'realtime','audio':{'input':{'turn_detection':null," + "'transcription':{'model':'local'}}}}";
    private static final String DETECTED = "{'type':'realtime','audio':{'input':{'transcription':{'model':'local'}}}}";

    private RealtimeRig rig = RealtimeRig.ready(DETECTED);

    private List<ClientInput> inputs() {
        return rig.published.stream()
                .filter(event -> event.type() == LaneEventType.CLIENT_INPUT)
                .map(event -> ClientInput.values()[(int) event.a()])
                .toList();
    }

    private void idle(FloorState from) {
        rig.moved(from, FloorState.IDLE, FloorTrigger.NO_RESPONSE, "no response expected");
    }

    @Test
    void shouldPassAudioOnAsItComes() {
        rig.append(100);
        assertThat(rig.heardBytes).isEqualTo(100 * 48);
        assertThat(rig.events).as("appending is not acknowledged").isEmpty();
    }

    @Test
    void shouldPassAudioOnAsIfItWereSpoken() {
        rig.append(2_000);
        assertThat(rig.heardBytes / 48).isBetween(380, 420);
        rig.pass(500);
        assertThat(rig.heardBytes / 48).isBetween(860, 960);
        rig.pass(1_200);
        assertThat(rig.heardBytes).isEqualTo(2_000 * 48);
    }

    @Test
    void shouldTellOfADetectedTurn() {
        rig.append(400);
        rig.pass(200);
        rig.append(200);
        rig.speechStarts();
        rig.append(300);
        rig.pass(500);
        rig.speechEnds();
        assertThat(rig.types())
                .containsExactly(
                        "input_audio_buffer.speech_started",
                        "input_audio_buffer.speech_stopped",
                        "input_audio_buffer.committed",
                        "conversation.item.added",
                        "conversation.item.done");
        JsonNode started = rig.events.get(0);
        assertThat(started.path("audio_start_ms").asInt()).isEqualTo(100);
        assertThat(rig.events.get(1).path("audio_end_ms").asInt()).isEqualTo(900);
        String item = started.path("item_id").asText();
        assertThat(item).startsWith("item_");
        assertThat(rig.events.get(2).path("item_id").asText()).isEqualTo(item);
        assertThat(rig.events.get(2).path("previous_item_id").isNull()).isTrue();
        assertThat(rig.events.get(3).at("/item/content/0/type").asText()).isEqualTo("input_audio");
        rig.transcript("opening hours");
        JsonNode heard = rig.only("conversation.item.input_audio_transcription.completed");
        assertThat(heard.path("item_id").asText()).isEqualTo(item);
        assertThat(heard.path("transcript").asText()).isEqualTo("opening hours");
        assertThat(heard.at("/usage/type").asText()).isEqualTo("duration");
        assertThat(heard.at("/usage/seconds").asDouble()).isEqualTo(0.8);
    }

    @Test
    void shouldTellOfWordsThatOnlyAddToThoseBefore() {
        rig.speechStarts();
        for (String words : List.of("open", "opening", "opening ours", "opening hours")) {
            rig.lane.on(null, new CallObserver.Partial(96, words));
        }
        rig.run();
        assertThat(rig.events)
                .filteredOn(event ->
                        event.path("type").asText().equals("conversation.item.input_audio_transcription.delta"))
                .extracting(event -> event.path("delta").asText())
                .containsExactly("open", "ing", " ours");
    }

    @Test
    void shouldKeepWordsToItselfWhereNobodyWantsToRead() {
        rig = RealtimeRig.ready("");
        rig.speechStarts();
        rig.speechEnds();
        rig.transcript("opening hours");
        assertThat(rig.types()).noneMatch(type -> type.contains("transcription"));
    }

    @Test
    void shouldGiveTheWordsOfAContinuedTurnToItsLastItem() {
        rig.speechStarts();
        rig.speechEnds();
        rig.moved(FloorState.FINALIZING, FloorState.LISTENING, FloorTrigger.BARGE_IN, "speech, same turn");
        rig.speechEnds();
        rig.transcript("opening hours on sundays");
        assertThat(rig.events)
                .filteredOn(event -> event.path("type").asText().endsWith("transcription.completed"))
                .extracting(event -> event.path("transcript").asText())
                .containsExactly("", "opening hours on sundays");
    }

    @Test
    void shouldStopWhatCameToNothing() {
        rig.speechStarts();
        rig.moved(FloorState.LISTENING, FloorState.IDLE, FloorTrigger.INPUT_TIMEOUT, "nothing was said");
        assertThat(rig.types())
                .containsExactly("input_audio_buffer.speech_started", "input_audio_buffer.speech_stopped");
    }

    @Test
    void shouldSayThatATurnHadNoWords() {
        rig.speechStarts();
        rig.speechEnds();
        idle(FloorState.FINALIZING);
        assertThat(rig.last().path("transcript").asText()).isEmpty();
        assertThat(rig.last().path("type").asText()).endsWith("transcription.completed");
    }

    @Test
    void shouldTellOfSpeechThatWaitsForTheAgentsEnd() {
        rig.lane.on(
                null,
                new io.sidetone.core.turn.event.TurnEvent(
                        io.sidetone.core.turn.event.TurnEventType.STATE_CHANGED,
                        1,
                        FloorState.SPEAKING,
                        null,
                        null,
                        0,
                        0,
                        java.util.Map.of("pendingTurn", "speech")));
        rig.run();
        rig.moved(FloorState.IDLE, FloorState.LISTENING, FloorTrigger.INPUT_START, "kept speech");
        assertThat(rig.types()).containsExactly("input_audio_buffer.speech_started");
    }

    @Test
    void shouldEndADetectedTurnWhenTheClientCommits() {
        rig.send("{'type':'input_audio_buffer.commit'}");
        assertThat(rig.error().path("code").asText()).isEqualTo("input_audio_buffer_commit_empty");
        rig.speechStarts();
        rig.send("{'type':'input_audio_buffer.commit'}");
        assertThat(inputs()).containsExactly(ClientInput.END);
    }

    @Test
    void shouldTakeBackASpokenTurn() {
        rig.speechStarts();
        rig.append(2_000);
        rig.send("{'type':'input_audio_buffer.clear'}");
        assertThat(inputs()).containsExactly(ClientInput.CANCEL);
        assertThat(rig.last().path("type").asText()).isEqualTo("input_audio_buffer.cleared");
        int heard = rig.heardBytes;
        rig.pass(1_000);
        assertThat(rig.heardBytes).as("what waited is gone").isEqualTo(heard);
    }

    @Test
    void shouldGiveACommittedTurnToTheCallLikeAHeldButton() {
        rig = RealtimeRig.ready(MANUAL);
        rig.append(1_000);
        assertThat(rig.heardBytes).as("the client may still take it back").isZero();
        rig.send("{'type':'input_audio_buffer.commit'}");
        assertThat(rig.types())
                .containsExactly("input_audio_buffer.committed", "conversation.item.added", "conversation.item.done");
        rig.pass(200);
        assertThat(rig.heardBytes).isEqualTo(1_000 * 48);
        assertThat(inputs()).containsExactly(ClientInput.PRESS, ClientInput.END);
        rig.transcript("opening hours");
        assertThat(rig.only("conversation.item.input_audio_transcription.completed")
                        .path("transcript")
                        .asText())
                .isEqualTo("opening hours");
    }

    @Test
    void shouldAnswerBehindTheTurnThatWasCommitted() {
        rig = RealtimeRig.ready(MANUAL);
        rig.append(2_000);
        rig.send("{'type':'input_audio_buffer.commit'}");
        rig.send("{'type':'response.create'}");
        assertThat(rig.asked()).doesNotContain(LaneEventType.GRANT_REQUEST);
        rig.pass(400);
        assertThat(rig.asked())
                .containsExactly(LaneEventType.CLIENT_INPUT, LaneEventType.CLIENT_INPUT, LaneEventType.GRANT_REQUEST);
    }

    @Test
    void shouldKeepACommittedTurnUntilTheFloorIsFree() {
        rig = RealtimeRig.ready(MANUAL);
        rig.moved(FloorState.IDLE, FloorState.SPEAKING, FloorTrigger.ANNOUNCE, "first audio");
        rig.append(200);
        rig.send("{'type':'input_audio_buffer.commit'}");
        rig.pass(500);
        assertThat(inputs()).isEmpty();
        rig.moved(FloorState.SPEAKING, FloorState.IDLE, FloorTrigger.AUDIO_COMPLETE, "played");
        rig.pass(100);
        assertThat(inputs()).containsExactly(ClientInput.PRESS, ClientInput.END);
    }

    @Test
    void shouldHoldTheSecondCommittedTurnUntilTheFirstIsTranscribed() {
        rig = RealtimeRig.ready(MANUAL);
        for (int i = 0; i < 2; i++) {
            rig.append(200);
            rig.send("{'type':'input_audio_buffer.commit'}");
        }
        rig.pass(200);
        assertThat(inputs()).containsExactly(ClientInput.PRESS, ClientInput.END);
        rig.transcript("first");
        idle(FloorState.THINKING);
        rig.pass(200);
        assertThat(inputs()).hasSize(4);
        rig.transcript("second");
        assertThat(rig.events)
                .filteredOn(event -> event.path("type").asText().endsWith("transcription.completed"))
                .extracting(event -> event.path("transcript").asText())
                .containsExactly("first", "second");
    }

    @Test
    void shouldRefuseToCommitNothing() {
        rig = RealtimeRig.ready(MANUAL);
        rig.append(80);
        rig.send("{'type':'input_audio_buffer.commit','event_id':'ev_1'}");
        assertThat(rig.error().path("code").asText()).isEqualTo("input_audio_buffer_commit_empty");
        assertThat(rig.error().path("event_id").asText()).isEqualTo("ev_1");
        assertThat(rig.error().path("message").asText()).contains("80ms");
    }

    @Test
    void shouldForgetWhatWasNotCommitted() {
        rig = RealtimeRig.ready(MANUAL);
        rig.append(500);
        rig.send("{'type':'input_audio_buffer.clear'}");
        rig.send("{'type':'input_audio_buffer.commit'}");
        assertThat(rig.types()).containsExactly("input_audio_buffer.cleared", "error");
        assertThat(inputs()).isEmpty();
    }

    @Test
    void shouldListenToWhatWasHeldWhenDetectionBegins() {
        rig = RealtimeRig.ready(MANUAL);
        rig.append(300);
        rig.send("{'type':'session.update','session':{'type':'realtime','audio':{'input':{'turn_detection':"
                + "{'type':'server_vad','create_response':false}}}}}");
        rig.pass(100);
        assertThat(rig.heardBytes).isEqualTo(300 * 48);
        assertThat(rig.asked(LaneEventType.AUTO_RESPONSE).a()).isZero();
        assertThat(((TurnPolicy) rig.asked(LaneEventType.POLICY).ref()).allowBargeIn())
                .isTrue();
    }

    @Test
    void shouldTellThatTheCallerWasWaitedFor() {
        rig = RealtimeRig.ready("{'type':'realtime','audio':{'input':{'turn_detection':"
                + "{'type':'server_vad','idle_timeout_ms':6000}}}}");
        rig.granted(RealtimeRig.TOKEN);
        assertThat(rig.types())
                .containsExactly("input_audio_buffer.timeout_triggered", "response.created", "rate_limits.updated");
    }

    @Test
    void shouldKeepTheCallAliveWhenNoAudioComes() {
        rig.pass(2_500);
        assertThat(rig.published).extracting(RealtimeRig.Told::type).contains(LaneEventType.MEDIA_ALIVE);
    }
}
