package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.ServiceAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What we send, and what our test services say, has the fields of the types in npm {@code @deepgram/sdk} 5.13.0
 * (api/resources/{listen,speak}): none is missing, none is invented. An optional field ends in a question mark.
 */
class OfficialTypesTest {
    private static final String KEY = "dg-0123456789";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, String> LISTEN_V1 = Map.of(
            "KeepAlive", "type",
            "Finalize", "type channel?",
            "CloseStream", "type",
            "Results",
                    "type channel_index duration start is_final? speech_final? channel metadata from_finalize? entities?",
            "SpeechStarted", "type channel timestamp",
            "UtteranceEnd", "type channel last_word_end",
            "Metadata", "type transaction_key request_id sha256 created duration channels");

    private static final Map<String, String> LISTEN_V2 = Map.of(
            "CloseStream", "type",
            "ForceEndTurn", "type",
            "Connected", "type request_id sequence_id",
            "TurnInfo",
                    "type request_id sequence_id event turn_index audio_window_start audio_window_end transcript words"
                            + " end_of_turn_confidence trigger? languages? languages_hinted?");

    private static final Map<String, String> SPEAK_V1 = Map.of(
            "Speak", "type text",
            "Flush", "type",
            "Clear", "type",
            "Close", "type",
            "Metadata", "type request_id model_name model_version model_uuid additional_model_uuids?",
            "Flushed", "type sequence_id",
            "Cleared", "type sequence_id",
            "Warning", "type description code");

    private static final String ALTERNATIVE = "transcript confidence languages? words";
    private static final String V1_WORD = "word start end confidence language? punctuated_word? speaker?";
    private static final String V2_WORD = "word confidence start? end?";

    private static void check(List<String> messages, Map<String, String> types) throws Exception {
        assertThat(messages).isNotEmpty();
        for (String message : messages) {
            JsonNode json = JSON.readTree(message);
            String type = json.path("type").asText();
            assertThat(types).as(message).containsKey(type);
            fields(json, types.get(type));
            for (JsonNode alternative : json.path("channel").path("alternatives")) {
                fields(alternative, ALTERNATIVE);
                for (JsonNode word : alternative.path("words")) {
                    fields(word, V1_WORD);
                }
            }
            for (JsonNode word : json.path("words")) {
                fields(word, V2_WORD);
            }
        }
    }

    private static void fields(JsonNode json, String declared) {
        List<String> present = new ArrayList<>();
        json.fieldNames().forEachRemaining(present::add);
        Set<String> all = Set.of(declared.replace("?", "").split(" "));
        assertThat(all).as(json.toString()).containsAll(present);
        for (String field : declared.split(" ")) {
            if (!field.endsWith("?")) {
                assertThat(present).as(json.toString()).contains(field);
            }
        }
    }

    @Test
    void shouldSpeakListenV1() throws Exception {
        ListenService service = new ListenService(KEY);
        LoopbackServer server = LoopbackServer.open().socket(DeepgramRecognizer.PATH, service::accept);
        try (ListenCall call = new ListenCall(server)) {
            ServiceAccess access = Altered.with(ServiceAccess.of("stt", KEY), "url", server.ws(""));
            call.open(new DeepgramRecognizer(
                            call.net, DeepgramRecognizerSettings.of(access), call.meter, call.time::nanoTime))
                    .ready()
                    .start(16)
                    .say("book a")
                    .silence(1_200)
                    .say("table")
                    .end(16)
                    .result(16);
        }
        check(service.last().commands, LISTEN_V1);
        check(service.last().said, LISTEN_V1);
        check(List.of(DeepgramRecognizerSession.KEEP_ALIVE), LISTEN_V1);
    }

    @Test
    void shouldSpeakListenV2() throws Exception {
        FluxService service = new FluxService(KEY);
        LoopbackServer server = LoopbackServer.open().socket(FluxRecognizer.PATH, service::accept);
        try (ListenCall call = new ListenCall(server)) {
            ServiceAccess access = Altered.with(ServiceAccess.of("stt", KEY), "url", server.ws(""));
            call.open(new FluxRecognizer(
                            call.net,
                            FluxSettings.of(access),
                            new FluxRecognizer.ForcedEnds(),
                            call.meter,
                            call.time::nanoTime))
                    .ready()
                    .start(16)
                    .say("book a table")
                    .silence(300)
                    .end(16)
                    .result(16);
        }
        check(service.last().commands, LISTEN_V2);
        check(service.last().said, LISTEN_V2);
    }

    @Test
    void shouldSpeakSpeakV1() throws Exception {
        SpeakService service = new SpeakService(KEY);
        LoopbackServer server = LoopbackServer.open().socket(DeepgramSynthesizer.PATH, service::accept);
        service.paceMs = 5;
        try (SpeakCall call = new SpeakCall(server)) {
            ServiceAccess access = Altered.with(ServiceAccess.of("voice", KEY), "url", server.ws(""));
            call.open(new DeepgramSynthesizer(
                            call.net, DeepgramSynthesizerSettings.of(access), call.meter, call.time::nanoTime))
                    .ready()
                    .say(16, "This will be cut short, as you see.");
            call.log.await("audio 16/0");
            call.session.cancel(17);
            call.say(32, "Yes.").end(32, 0);
        }
        check(service.last().raw, SPEAK_V1);
        check(service.last().said, SPEAK_V1);
    }
}
