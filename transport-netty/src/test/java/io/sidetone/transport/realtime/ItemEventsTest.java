package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.lane.LaneEventType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items that the client creates, reads, cuts and deletes. */
class ItemEventsTest {
    private static final long TOKEN = RealtimeRig.TOKEN;

    private final RealtimeRig rig = RealtimeRig.ready("");

    private void create(String item) {
        rig.send("{'type':'conversation.item.create','item':" + item + "}");
    }

    private void message(String role, String type, String text) {
        create("{'type':'message','role':'" + role + "','content':[{'type':'" + type + "','text':'" + text + "'}]}");
    }

    private JsonNode givenSpoken() {
        rig.send("{'type':'response.create'}");
        rig.granted(TOKEN);
        rig.says(TOKEN, "We are open.");
        rig.speaks(TOKEN, 40, 1_000);
        rig.spoken(TOKEN);
        JsonNode item = rig.last().at("/response/output/0");
        rig.events.clear();
        rig.published.clear();
        return item;
    }

    private void truncate(String item, int index, long ms) {
        rig.send("{'type':'conversation.item.truncate','item_id':'" + item + "','content_index':" + index
                + ",'audio_end_ms':" + ms + "}");
    }

    @Test
    void shouldAddWhatTheUserTypedAndAskForItsAnswer() {
        message("user", "input_text", "opening");
        message("user", "input_text", "hours");
        assertThat(rig.types())
                .containsExactly(
                        "conversation.item.added",
                        "conversation.item.done",
                        "conversation.item.added",
                        "conversation.item.done");
        assertThat(rig.events.get(2).path("previous_item_id"))
                .isEqualTo(rig.events.get(0).at("/item/id"));
        assertThat(rig.asked()).as("until a response is wanted").isEmpty();
        rig.send("{'type':'response.create'}");
        assertThat(rig.asked()).containsExactly(LaneEventType.TEXT_INPUT);
        assertThat(rig.asked(LaneEventType.TEXT_INPUT).ref()).isEqualTo("opening\nhours");
    }

    @Test
    void shouldTellTheCallOfAnEarlierConversation() {
        message("system", "input_text", "The caller is Ann.");
        message("user", "input_text", "Are you open?");
        message("assistant", "output_text", "Yes.");
        message("user", "input_text", "Until when?");
        rig.send("{'type':'response.create'}");
        assertThat(rig.published)
                .extracting(RealtimeRig.Told::ref)
                .containsExactly(
                        new HistoryEdit(true, History.Role.SYSTEM, -1, "The caller is Ann."),
                        new HistoryEdit(true, History.Role.USER, -2, "Are you open?"),
                        new HistoryEdit(true, History.Role.ASSISTANT, -3, "Yes."),
                        "Until when?");
    }

    @Test
    void shouldTellTheCallBeforeTheCallerSpeaks() {
        message("assistant", "text", "Yes.");
        rig.speechStarts();
        assertThat(rig.asked()).containsExactly(LaneEventType.HISTORY);
    }

    @Test
    void shouldNotTakeTypedWordsForSpokenOnes() {
        create("{'id':'mine','type':'message','role':'user','content':[{'type':'input_text','text':'hi'}]}");
        rig.send("{'type':'response.create'}");
        rig.transcript("hi");
        assertThat(rig.types()).noneMatch(type -> type.contains("transcription"));
        rig.published.clear();
        rig.send("{'type':'conversation.item.delete','item_id':'mine'}");
        assertThat(rig.asked(LaneEventType.HISTORY).ref())
                .as("under the token of the call")
                .isEqualTo(new HistoryEdit(false, History.Role.USER, 96, ""));
    }

    @Test
    void shouldRetrieveAndDelete() {
        create("{'id':'mine','type':'message','role':'user','content':[{'type':'input_text','text':'hi'}]}");
        rig.events.clear();
        rig.send("{'type':'conversation.item.retrieve','item_id':'mine'}");
        assertThat(rig.only("conversation.item.retrieved")
                        .at("/item/content/0/text")
                        .asText())
                .isEqualTo("hi");
        rig.send("{'type':'conversation.item.delete','item_id':'mine'}");
        assertThat(rig.only("conversation.item.deleted").path("item_id").asText())
                .isEqualTo("mine");
        assertThat(rig.asked()).as("the call never knew of it").isEmpty();
        rig.events.clear();
        rig.send("{'type':'conversation.item.retrieve','item_id':'mine'}");
        assertThat(rig.error().path("code").asText()).isEqualTo("item_not_found");
        rig.send("{'type':'response.create'}");
        assertThat(rig.asked()).containsExactly(LaneEventType.GRANT_REQUEST);
    }

    @Test
    void shouldCutAnItemWhereTheClientStoppedPlaying() {
        String id = givenSpoken().path("id").asText();
        truncate(id, 0, 600);
        JsonNode truncated = rig.only("conversation.item.truncated");
        assertThat(truncated.path("audio_end_ms").asInt()).isEqualTo(600);
        RealtimeRig.Told played = rig.asked(LaneEventType.PLAYED);
        assertThat(played.token()).isEqualTo(TOKEN);
        assertThat(played.a()).as("the item begins at 40 ms of its turn").isEqualTo(640);
        rig.events.clear();
        truncate(id, 0, 601);
        assertThat(rig.error().path("message").asText()).contains("already shorter");
    }

    @Test
    void shouldCutNothingThatHasNoAudio() {
        String id = givenSpoken().path("id").asText();
        truncate(id, 0, 5_000);
        assertThat(rig.error().path("message").asText())
                .isEqualTo("Audio content of 1000ms is already shorter than 5000ms");
        rig.events.clear();
        truncate(id, 1, 10);
        assertThat(rig.error().path("param").asText()).isEqualTo("content_index");
        rig.events.clear();
        truncate(id, 0, -1);
        assertThat(rig.error().path("param").asText()).isEqualTo("audio_end_ms");
        rig.events.clear();
        truncate("item_none", 0, 10);
        assertThat(rig.error().path("code").asText()).isEqualTo("item_not_found");
        create("{'id':'mine','type':'message','role':'user','content':[{'type':'input_text','text':'hi'}]}");
        rig.events.clear();
        truncate("mine", 0, 0);
        assertThat(rig.error().path("code").asText()).isEqualTo("unsupported_content_type");
        assertThat(rig.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "7 | invalid_type | item",
                "{} | missing_required_parameter | item.type",
                "{'type':'note'} | invalid_value | item.type",
                "{'type':'message'} | missing_required_parameter | item.role",
                "{'type':'message','role':'king'} | invalid_value | item.role",
                "{'type':'message','role':'user'} | missing_required_parameter | item.content",
                "{'type':'message','role':'user','content':'hi'} | invalid_type | item.content",
                "{'type':'message','role':'user','content':[{}]} | missing_required_parameter | item.content[0].type",
                "{'type':'message','role':'user','content':[{'type':'output_text','text':'x'}]}"
                        + " | invalid_value | item.content[0].type",
                "{'type':'message','role':'user','content':[{'type':'input_image','text':'x'}]}"
                        + " | unsupported_content_type | item.content[0].type",
                "{'type':'message','role':'user','content':[{'type':'input_audio','audio':'AAAA'}]}"
                        + " | unsupported_content_type | item.content[0].audio",
                "{'type':'message','role':'user','content':[],'x':1} | unknown_parameter | item.x",
                "{'id':'','type':'message','role':'user','content':[]} | invalid_value | item.id",
                "{'type':'function_call','name':'x'} | missing_required_parameter | item.call_id"
            })
    void shouldNameWhatIsWrongWithAnItem(String item, String code, String param) {
        create(item);
        assertThat(rig.error().path("code").asText()).isEqualTo(code);
        assertThat(rig.error().path("param").asText()).isEqualTo(param);
    }

    @Test
    void shouldAddAtTheEndOnly() {
        create("{'id':'a','type':'message','role':'user','content':[{'type':'input_text','text':'1'}]}");
        create("{'id':'b','type':'message','role':'user','content':[{'type':'input_text','text':'2'}]}");
        create("{'id':'b','type':'message','role':'user','content':[]}");
        assertThat(rig.error().path("param").asText()).isEqualTo("item.id");
        for (String after : List.of("a", "root", "nobody")) {
            rig.events.clear();
            rig.send("{'type':'conversation.item.create','previous_item_id':'" + after
                    + "','item':{'type':'message','role':'user','content':[]}}");
            assertThat(rig.error().path("param").asText()).isEqualTo("previous_item_id");
            assertThat(rig.error().path("code").asText())
                    .isEqualTo(after.equals("nobody") ? "item_not_found" : "invalid_value");
        }
    }
}
