package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.port.action.ActionDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionUpdateTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final SessionConfig INITIAL = SessionConfig.initial("sess_1", "desk", 1_756_324_625L);

    private static JsonNode json(String text) throws Exception {
        return MAPPER.readTree(text.replace('\'', '"'));
    }

    private static SessionConfig apply(String session) throws Exception {
        return SessionUpdate.apply(INITIAL, json(session), false, false);
    }

    @Test
    void shouldTakeTheWholeShape() throws Exception {
        SessionConfig config = apply(
                """
                {'type':'realtime','instructions':'Be brief.','output_modalities':['audio'],
                 'audio':{
                  'input':{'format':{'type':'audio/pcmu'},'noise_reduction':{'type':'far_field'},
                   'transcription':{'model':'gpt-4o-mini-transcribe','language':'en'},
                   'turn_detection':{'type':'server_vad','threshold':0.6,'prefix_padding_ms':200,
                    'silence_duration_ms':400,'idle_timeout_ms':6000,'create_response':false,
                    'interrupt_response':false}},
                  'output':{'format':{'type':'audio/pcma'},'voice':'marin','speed':1.0}},
                 'tools':[{'type':'function','name':'lookup','description':'Looks up.',
                  'parameters':{'type':'object','properties':{'id':{'type':'string'}}}}],
                 'tool_choice':'auto','max_output_tokens':'inf','truncation':'auto','tracing':null,
                 'parallel_tool_calls':true,'include':null,'prompt':null,'model':'other'}
                """);
        assertThat(config.in()).isEqualTo(AudioFormat.PCMU);
        assertThat(config.out()).isEqualTo(AudioFormat.PCMA);
        assertThat(config.transcribes()).isTrue();
        assertThat(config.instructions()).isEqualTo("Be brief.");
        assertThat(config.turns())
                .isEqualTo(new SessionTurnDetection(false, 0.6, 200, 400, 6_000, "auto", false, false));
        assertThat(config.tools()).extracting(ActionDefinition::name).containsExactly("lookup");
        assertThat(config.tools().get(0).parameters()).containsKey("properties");
        JsonNode shown = config.shown();
        assertThat(shown.path("model").asText()).as("cannot change").isEqualTo("desk");
        assertThat(shown.at("/audio/output/voice").asText()).isEqualTo("marin");
        assertThat(shown.at("/audio/input/turn_detection/threshold").asDouble()).isEqualTo(0.6);
        assertThat(INITIAL.shown().at("/audio/output/voice").asText()).isEqualTo("default");
    }

    @Test
    void shouldKeepWhatIsNotNamed() throws Exception {
        SessionConfig first = apply("{'type':'realtime','instructions':'Be brief.','tool_choice':'none',"
                + "'tools':[{'type':'function','name':'lookup'}]}");
        assertThat(first.tools()).as("none are to be called").isEmpty();
        SessionConfig second =
                SessionUpdate.apply(first, json("{'type':'realtime','tool_choice':'auto'}"), false, false);
        assertThat(second.instructions()).isEqualTo("Be brief.");
        assertThat(second.tools()).hasSize(1);
        assertThat(second.turns()).isEqualTo(SessionTurnDetection.DEFAULT);
    }

    @Test
    void shouldLeaveTurnsToTheClientWhenDetectionIsNull() throws Exception {
        SessionConfig config = apply("{'type':'realtime','audio':{'input':{'turn_detection':null}}}");
        assertThat(config.manual()).isTrue();
        assertThat(config.shown().at("/audio/input/turn_detection").isNull()).isTrue();
    }

    @Test
    void shouldTakeSemanticDetection() throws Exception {
        SessionConfig config = apply(
                "{'type':'realtime','audio':{'input':{'turn_detection':{'type':'semantic_vad','eagerness':'high'}}}}");
        assertThat(config.turns().semantic()).isTrue();
        assertThat(config.turns().eagerness()).isEqualTo("high");
        assertThat(config.turns().createResponse()).isTrue();
    }

    @Test
    void shouldTakeTheNamesOfTheBeta() throws Exception {
        SessionConfig config = apply(
                """
                {'modalities':['text','audio'],'instructions':'Be brief.','voice':'alloy',
                 'input_audio_format':'g711_ulaw','output_audio_format':'pcm16',
                 'input_audio_transcription':{'model':'whisper-1'},'temperature':0.8,
                 'max_response_output_tokens':4096,
                 'turn_detection':{'type':'server_vad','silence_duration_ms':200}}
                """);
        assertThat(config.in()).isEqualTo(AudioFormat.PCMU);
        assertThat(config.out()).isEqualTo(AudioFormat.PCM);
        assertThat(config.text()).isFalse();
        assertThat(config.transcribes()).isTrue();
        assertThat(config.turns().silenceMs()).isEqualTo(200);
        assertThat(config.shown().at("/audio/output/voice").asText()).isEqualTo("alloy");
        assertThat(config.shown().path("max_output_tokens").asInt()).isEqualTo(4_096);
        assertThat(config.shown().has("temperature")).isFalse();
    }

    @Test
    void shouldAskNoTypeOfABetaClient() throws Exception {
        SessionConfig config = SessionUpdate.apply(INITIAL, json("{'instructions':'Be brief.'}"), true, false);
        assertThat(config.instructions()).isEqualTo("Be brief.");
    }

    @Test
    void shouldShowTheSilenceThatApplies() throws Exception {
        SessionConfig config = apply(
                "{'type':'realtime','audio':{'input':{'turn_detection':{'type':'server_vad','silence_duration_ms':20}}}}");
        assertThat(config.shown()
                        .at("/audio/input/turn_detection/silence_duration_ms")
                        .asInt())
                .isEqualTo(150);
    }

    @Test
    void shouldKeepTheFormatOnceAudioFlows() throws Exception {
        JsonNode other = json("{'type':'realtime','audio':{'input':{'format':{'type':'audio/pcmu'}}}}");
        assertThatThrownBy(() -> SessionUpdate.apply(INITIAL, other, false, true))
                .isInstanceOfSatisfying(
                        RealtimeError.class, e -> assertThat(e.param()).isEqualTo("session.audio.input.format"));
        JsonNode same = json("{'type':'realtime','audio':{'input':{'format':{'type':'audio/pcm','rate':24000}}}}");
        assertThat(SessionUpdate.apply(INITIAL, same, false, true).in()).isEqualTo(AudioFormat.PCM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "[] | invalid_type | session",
                "{} | missing_required_parameter | session.type",
                "{'type':'transcription'} | invalid_value | session.type",
                "{'type':'realtime','x':1} | unknown_parameter | session.x",
                "{'type':'realtime','audio':{'x':1}} | unknown_parameter | session.audio.x",
                "{'type':'realtime','audio':{'input':{'x':1}}} | unknown_parameter | session.audio.input.x",
                "{'type':'realtime','audio':{'output':{'x':1}}} | unknown_parameter | session.audio.output.x",
                "{'type':'realtime','audio':7} | invalid_type | session.audio",
                "{'type':'realtime','instructions':7} | invalid_type | session.instructions",
                "{'type':'realtime','output_modalities':['video']} | invalid_value | session.output_modalities",
                "{'type':'realtime','output_modalities':[]} | invalid_type | session.output_modalities",
                "{'type':'realtime','max_output_tokens':0} | invalid_value | session.max_output_tokens",
                "{'type':'realtime','max_output_tokens':'many'} | invalid_type | session.max_output_tokens",
                "{'type':'realtime','tool_choice':'maybe'} | invalid_value | session.tool_choice",
                "{'type':'realtime','tools':{}} | invalid_type | session.tools",
                "{'type':'realtime','tools':[{'type':'mcp'}]} | invalid_value | session.tools[0].type",
                "{'type':'realtime','tools':[{'type':'function'}]} | missing_required_parameter | session.tools[0].name",
                "{'type':'realtime','tools':[{'type':'function','name':'a b'}]} | invalid_value | session.tools[0].name",
                "{'type':'realtime','audio':{'input':{'format':{'type':'audio/opus'}}}}"
                        + " | invalid_value | session.audio.input.format.type",
                "{'type':'realtime','audio':{'input':{'format':{'type':'audio/pcm','rate':16000}}}}"
                        + " | invalid_value | session.audio.input.format.rate",
                "{'type':'realtime','audio':{'input':{'turn_detection':{'type':'push'}}}}"
                        + " | invalid_value | session.audio.input.turn_detection.type",
                "{'type':'realtime','audio':{'input':{'turn_detection':{'type':'server_vad','threshold':2}}}}"
                        + " | invalid_value | session.audio.input.turn_detection.threshold",
                "{'type':'realtime','audio':{'input':{'turn_detection':{'type':'server_vad','idle_timeout_ms':10}}}}"
                        + " | invalid_value | session.audio.input.turn_detection.idle_timeout_ms",
                "{'type':'realtime','audio':{'input':{'turn_detection':{'type':'semantic_vad','threshold':0.5}}}}"
                        + " | unknown_parameter | session.audio.input.turn_detection.threshold",
                "{'type':'realtime','audio':{'output':{'speed':9}}} | invalid_value | session.audio.output.speed",
                "{'input_audio_format':'mp3'} | invalid_value | session.audio.input.format"
            })
    void shouldNameWhatIsWrong(String session, String code, String param) {
        assertThatThrownBy(() -> apply(session)).isInstanceOfSatisfying(RealtimeError.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.param()).isEqualTo(param);
            assertThat(e.getMessage()).isNotBlank();
        });
    }

    @Test
    void shouldLimitTools() {
        StringBuilder tools = new StringBuilder();
        for (int i = 0; i < 129; i++) {
            tools.append(i == 0 ? "" : ",")
                    .append("{'type':'function','name':'t")
                    .append(i)
                    .append("'}");
        }
        assertThatThrownBy(() -> apply("{'type':'realtime','tools':[" + tools + "]}"))
                .hasMessageContaining("128")
                .hasMessageContaining("129");
    }
}
