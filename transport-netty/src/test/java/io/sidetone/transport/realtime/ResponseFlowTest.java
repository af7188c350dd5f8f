package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.Measure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the lane tells of the agent's turns becomes the events of responses. */
class ResponseFlowTest {
    private static final long TOKEN = RealtimeRig.TOKEN;
    private static final String TOOLS =
            "{'type':'realtime','tools':[{'type':'function','name':'lookup'},{'type':'function','name':'book'}]}";

    private RealtimeRig rig = RealtimeRig.ready("");

    private void create(String more) {
        rig.send("{'type':'response.create'" + more + "}");
    }

    private void givenSpeaking() {
        create("");
        rig.granted(TOKEN);
        rig.says(TOKEN, "We are open.");
        rig.speaks(TOKEN, 0, 100);
    }

    private void calls(String id, String name) {
        ActionCall call = new ActionCall(id, name, Map.of("id", "7"), false);
        rig.lane.on(null, new CallObserver.Acting(TOKEN, call));
        rig.tools.invoke(null, call, result -> results.add(result));
        rig.run();
    }

    private final List<ActionResult> results = new ArrayList<>();

    @Test
    void shouldTellOfAResponseInTheOrderOfTheProtocol() {
        givenSpeaking();
        rig.spoken(TOKEN);
        assertThat(rig.types())
                .containsExactly(
                        "response.created",
                        "rate_limits.updated",
                        "response.output_item.added",
                        "conversation.item.added",
                        "response.content_part.added",
                        "response.output_audio_transcript.delta",
                        "response.output_audio.delta",
                        "response.output_audio.delta",
                        "response.output_audio.delta",
                        "response.output_audio.delta",
                        "response.output_audio.delta",
                        "response.output_audio.done",
                        "response.output_audio_transcript.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "conversation.item.done",
                        "response.done");
        JsonNode response = rig.last().path("response");
        assertThat(response.path("status").asText()).isEqualTo("completed");
        assertThat(response.at("/output/0/content/0/transcript").asText()).isEqualTo("We are open.");
        assertThat(response.at("/usage/total_tokens").isInt()).isTrue();
        assertThat(rig.asked()).containsExactly(LaneEventType.GRANT_REQUEST);
    }

    @Test
    void shouldCountTheTokensThatModelsToldOfSinceTheResponseBefore() {
        CallUsage usage = new CallUsage();
        usage.of("stt", "recognizer").add(Measure.INPUT_TOKENS, 5);
        usage.of("llm", "dialogue").add(Measure.INPUT_TOKENS, 100);
        Response.TokenCount first = Response.TokenCount.of(usage);
        usage.of("llm", "dialogue").add(Measure.INPUT_TOKENS, 130);
        usage.of("llm", "dialogue").add(Measure.CACHED_TOKENS, 90);
        usage.of("spare", "dialogue").add(Measure.OUTPUT_TOKENS, 12);
        assertThat(Response.TokenCount.of(usage).since(first)).isEqualTo(new Response.TokenCount(130, 90, 12));
    }

    @Test
    void shouldNameTheItemBeforeAnItemOfTheAgentWhenItBeginsAndWhenItIsDone() {
        rig.send("{'type':'conversation.item.create','item':{'id':'asked','type':'message','role':'user',"
                + "'content':[{'type':'input_text','text':'hours'}]}}");
        givenSpeaking();
        rig.spoken(TOKEN);
        for (JsonNode event : rig.events) {
            if (event.path("type").asText().startsWith("conversation.item.")
                    && event.at("/item/role").asText().equals("assistant")) {
                assertThat(event.path("previous_item_id").asText())
                        .as(event.path("type").asText())
                        .isEqualTo("asked");
            }
        }
        assertThat(rig.types()).contains("conversation.item.added", "conversation.item.done", "response.done");
    }

    @Test
    void shouldGiveEveryEventAnIdOfItsOwn() {
        givenSpeaking();
        rig.spoken(TOKEN);
        Set<String> ids = new HashSet<>();
        rig.events.forEach(event -> ids.add(event.path("event_id").asText()));
        assertThat(ids).hasSameSizeAs(rig.events).noneMatch(String::isEmpty);
    }

    @Test
    void shouldSendAudioAsItWasEncoded() {
        create("");
        rig.granted(TOKEN);
        byte[] payload = new byte[959];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (i * 7);
        }
        for (int length = 957; length <= 959; length++) {
            rig.wire.audio(payload, length, TOKEN, 0);
            byte[] sent = java.util.Base64.getDecoder()
                    .decode(rig.last().path("delta").asText());
            assertThat(sent).isEqualTo(java.util.Arrays.copyOf(payload, length));
        }
    }

    @Test
    void shouldWaitForTheLastAudioBeforeItIsDone() {
        givenSpeaking();
        rig.lane.on(null, new CallObserver.ResponseDone(TOKEN, false, ""));
        rig.run();
        assertThat(rig.types()).doesNotContain("response.done");
        rig.wire.turnEnd(TOKEN, 100);
        assertThat(rig.types()).contains("response.done");
    }

    @Test
    void shouldKeepAudioThatTheClientDoesNotTake() {
        givenSpeaking();
        rig.room = false;
        assertThat(rig.speaks(TOKEN, 100, 20)).isFalse();
        rig.room = true;
        assertThat(rig.speaks(TOKEN, 100, 20)).isTrue();
    }

    @Test
    void shouldSendTextAloneWhereOnlyThatIsWanted() {
        create(",'response':{'output_modalities':['text']}");
        rig.granted(TOKEN);
        rig.says(TOKEN, "We are ");
        rig.says(TOKEN, "open.");
        assertThat(rig.speaks(TOKEN, 0, 60)).isTrue();
        rig.spoken(TOKEN);
        assertThat(rig.types()).doesNotContain("response.output_audio.delta", "response.output_audio.done");
        assertThat(rig.only("response.output_text.done").path("text").asText()).isEqualTo("We are open.");
        assertThat(rig.last().at("/response/output/0/content/0/type").asText()).isEqualTo("output_text");
    }

    @Test
    void shouldTellOfAnUnaskedResponse() {
        rig.granted(TOKEN);
        assertThat(rig.types()).containsExactly("response.created", "rate_limits.updated");
        assertThat(rig.asked()).isEmpty();
    }

    @Test
    void shouldRefuseASecondResponse() {
        create("");
        create(",'event_id':'ev_2'");
        assertThat(rig.error().path("code").asText()).isEqualTo("conversation_already_has_active_response");
        assertThat(rig.error().path("event_id").asText()).isEqualTo("ev_2");
        assertThat(rig.asked()).containsExactly(LaneEventType.GRANT_REQUEST);
    }

    @Test
    void shouldCancelAtOnceAndIgnoreWhatFollows() {
        givenSpeaking();
        rig.send("{'type':'response.cancel'}");
        JsonNode response = rig.last().path("response");
        assertThat(response.path("status").asText()).isEqualTo("cancelled");
        assertThat(response.at("/status_details/reason").asText()).isEqualTo("client_cancelled");
        assertThat(response.at("/output/0/status").asText()).isEqualTo("incomplete");
        assertThat(rig.asked(LaneEventType.RESPONSE_CANCEL).a())
                .as("the agent alone")
                .isEqualTo(1);
        int before = rig.events.size();
        assertThat(rig.speaks(TOKEN, 100, 40)).isTrue();
        rig.says(TOKEN, "Until five.");
        rig.cutShort(TOKEN);
        assertThat(rig.events).hasSize(before);
    }

    @Test
    void shouldRefuseToCancelNothing() {
        rig.send("{'type':'response.cancel','event_id':'ev_9'}");
        assertThat(rig.error().path("code").asText()).isEqualTo("response_cancel_not_active");
        assertThat(rig.error().path("event_id").asText()).isEqualTo("ev_9");
        assertThat(rig.asked()).isEmpty();
        create("");
        rig.events.clear();
        rig.send("{'type':'response.cancel','response_id':'resp_other'}");
        assertThat(rig.error().path("code").asText()).isEqualTo("response_cancel_not_active");
    }

    @Test
    void shouldSayThatTheCallerInterrupted() {
        givenSpeaking();
        rig.moved(FloorState.SPEAKING, FloorState.INTERRUPTED, FloorTrigger.BARGE_IN, "speech");
        rig.cutShort(TOKEN);
        assertThat(rig.types()).contains("input_audio_buffer.speech_started");
        assertThat(rig.last().at("/response/status_details/reason").asText()).isEqualTo("turn_detected");
    }

    @Test
    void shouldEndAResponseThatNobodyHears() {
        create("");
        rig.granted(TOKEN);
        rig.lane.on(null, new CallObserver.Dropped(TOKEN, true));
        rig.run();
        assertThat(rig.last().at("/response/status").asText()).isEqualTo("cancelled");
        create("");
        rig.granted(TOKEN + 16);
        rig.lane.on(null, new CallObserver.Dropped(TOKEN + 16, false));
        rig.run();
        assertThat(rig.last().at("/response/status").asText()).isEqualTo("completed");
        assertThat(rig.last().at("/response/output").isEmpty()).isTrue();
    }

    @Test
    void shouldSayThatAnEngineFailed() {
        create("");
        rig.granted(TOKEN);
        rig.lane.on(null, new CallObserver.Problem("unavailable", "the model is gone", true));
        rig.lane.on(null, new CallObserver.Dropped(TOKEN, true));
        rig.run();
        assertThat(rig.error().path("type").asText()).isEqualTo("server_error");
        assertThat(rig.last().at("/response/status").asText()).isEqualTo("failed");
        assertThat(rig.last().at("/response/status_details/error/code").asText())
                .isEqualTo("unavailable");
    }

    @Test
    void shouldGiveBackMetadataAndInstructTheDialogueForOneResponse() {
        create(",'response':{'instructions':'Whisper.','metadata':{'k':'v'}}");
        assertThat(rig.only("response.created").at("/response/metadata/k").asText())
                .isEqualTo("v");
        assertThat(rig.asked()).containsExactly(LaneEventType.BRIEFING, LaneEventType.GRANT_REQUEST);
        assertThat(rig.asked(LaneEventType.BRIEFING).ref()).isEqualTo(new Instructions("Whisper.", List.of()));
        rig.granted(TOKEN);
        rig.spoken(TOKEN);
        assertThat(rig.published.get(rig.published.size() - 1).ref()).isEqualTo(new Instructions("", List.of()));
    }

    @Test
    void shouldRefuseWhatAResponseCannotHave() {
        create(",'response':{'input':[]}");
        assertThat(rig.error().path("param").asText()).isEqualTo("response.input");
        rig.events.clear();
        create(",'response':{'conversation':'none'}");
        assertThat(rig.error().path("param").asText()).isEqualTo("response.conversation");
        rig.events.clear();
        create(",'response':{'what':1}");
        assertThat(rig.error().path("code").asText()).isEqualTo("unknown_parameter");
        assertThat(rig.asked()).isEmpty();
    }

    @Test
    void shouldCallTheClientsToolsTogetherAndGoOnWithTheirOutputs() {
        rig = RealtimeRig.ready(TOOLS);
        create("");
        rig.granted(TOKEN);
        calls("call_1", "lookup");
        calls("call_2", "book");
        assertThat(rig.types()).doesNotContain("response.done");
        rig.pass(60);
        JsonNode response = rig.only("response.done").path("response");
        assertThat(response.at("/output")).hasSize(2);
        assertThat(response.at("/output/0/arguments").asText()).isEqualTo("{\"id\":\"7\"}");
        assertThat(response.at("/output/1/name").asText()).isEqualTo("book");
        assertThat(rig.types())
                .containsSubsequence(
                        "response.output_item.added",
                        "conversation.item.added",
                        "response.function_call_arguments.delta",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "conversation.item.done",
                        "response.done");
        for (String id : List.of("call_1", "call_2")) {
            rig.send("{'type':'conversation.item.create','item':{'type':'function_call_output','call_id':'" + id
                    + "','output':'ok " + id + "'}}");
        }
        assertThat(results).as("not before a response is wanted").isEmpty();
        create("");
        assertThat(results)
                .containsExactly(
                        ActionResult.ok("call_1", Map.of("output", "ok call_1")),
                        ActionResult.ok("call_2", Map.of("output", "ok call_2")));
        rig.says(TOKEN, "Done.");
        rig.speaks(TOKEN, 0, 20);
        rig.spoken(TOKEN);
        assertThat(rig.last().at("/response/output/0/content/0/transcript").asText())
                .isEqualTo("Done.");
        assertThat(rig.types()).filteredOn("response.done"::equals).hasSize(2);
    }

    @Test
    void shouldGoOnWithoutAnOutputThatNeverCame() {
        rig = RealtimeRig.ready(TOOLS);
        create("");
        rig.granted(TOKEN);
        calls("call_1", "lookup");
        rig.pass(60);
        create("");
        assertThat(results).hasSize(1).noneMatch(ActionResult::success);
    }

    @Test
    void shouldFinishAResponseWithSpeechAndACallWhenTheSpeechPauses() {
        rig = RealtimeRig.ready(TOOLS);
        givenSpeaking();
        calls("call_1", "lookup");
        rig.pass(100);
        assertThat(rig.types()).doesNotContain("response.done");
        rig.pass(300);
        assertThat(rig.only("response.done").at("/response/output")).hasSize(2);
    }

    @Test
    void shouldKnowNoToolThatTheClientDidNotGive() {
        calls("call_1", "lookup");
        assertThat(results).extracting(ActionResult::code).containsExactly(ActionResult.NOT_REGISTERED);
        assertThat(rig.events).isEmpty();
    }

    @Test
    void shouldRefuseAnOutputThatNobodyWaitsFor() {
        rig.send(
                "{'type':'conversation.item.create','item':{'type':'function_call_output','call_id':'x','output':''}}");
        assertThat(rig.error().path("param").asText()).isEqualTo("item.call_id");
    }
}
