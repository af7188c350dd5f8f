package io.sidetone.transport.carrier.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.ControlRequest;
import io.sidetone.transport.carrier.CarrierCounter;
import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlivoTest {
    static final String START =
            "{\"event\":\"start\",\"sequenceNumber\":0,\"start\":{\"callId\":\"C1\",\"streamId\":\"S1\","
                    + "\"accountId\":\"MA1\",\"tracks\":[\"inbound\"],\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000}},"
                    + "\"extra_headers\":\"from=14155550100;to=14155550199\"}";

    private final SessionRig rig = new SessionRig(c -> MediaDialects.plivo(60, c));

    @Test
    void shouldOfferTheCallWithWhatTheAnswerGaveAlong() {
        rig.says(START);
        assertThat(rig.calls.offer.externalId()).isEqualTo("C1");
        assertThat(rig.calls.offer.from()).isEqualTo("14155550100");
        assertThat(rig.calls.offer.to()).isEqualTo("14155550199");
        SessionRig wide = new SessionRig(c -> MediaDialects.plivo(60, c));
        wide.says(START.replace("audio/x-mulaw", "audio/x-l16").replace("8000", "16000"));
        assertThat(wide.calls.offer.out()).isEqualTo(new StreamFormat(StreamFormat.Encoding.L16_LE, 16_000));
        wide.speaks(new byte[] {1, 2}, 32, 0);
        assertThat(wide.output.taken())
                .containsExactly(
                        "{\"event\":\"playAudio\",\"media\":{\"contentType\":\"audio/x-l16\",\"sampleRate\":16000,\"payload\":\"AQI=\"}}");
    }

    @Test
    void shouldReadItsHeadersInEveryShape() {
        Map<String, String> expected = Map.of("from", "1", "to", "2");
        assertThat(PlivoIn.headers("from=1;to=2")).isEqualTo(expected);
        assertThat(PlivoIn.headers("from=1,to=2")).isEqualTo(expected);
        assertThat(PlivoIn.headers("{\"from\": \"1\", \"to\": \"2\"}")).isEqualTo(expected);
        assertThat(PlivoIn.headers("{\"X-PH-from\":\"1\",\"X-PH-to\":\"2\"}")).isEqualTo(expected);
        assertThat(PlivoIn.headers("{}")).isEmpty();
        assertThat(PlivoIn.headers("")).isEmpty();
        assertThat(PlivoIn.headers("=;=,:")).isEmpty();
    }

    @Test
    void shouldPlayCheckAndClear() {
        rig.says(START);
        rig.speaks(new byte[160], 32, 80);
        rig.calls.wire.turnEnd(32, 100);
        List<String> sent = rig.output.taken();
        assertThat(sent.get(0))
                .isEqualTo(
                        "{\"event\":\"playAudio\",\"media\":{\"contentType\":\"audio/x-mulaw\",\"sampleRate\":8000,\"payload\":\""
                                + SessionRig.base64(new byte[160]) + "\"}}");
        assertThat(sent.get(1)).isEqualTo("{\"event\":\"checkpoint\",\"streamId\":\"S1\",\"name\":\"32:100:0\"}");
        rig.says("{\"event\":\"playedStream\",\"sequenceNumber\":12,\"streamId\":\"S1\",\"name\":\"32:100:0\"}");
        rig.calls.wire.clear(32);
        assertThat(rig.output.taken()).containsExactly("{\"event\":\"clearAudio\",\"streamId\":\"S1\"}");
        rig.says("{\"event\":\"clearedAudio\",\"sequenceNumber\":13,\"streamId\":\"S1\"}");
        assertThat(rig.calls.events).containsExactly("played 32 100");
        assertThat(rig.counters.value(CarrierCounter.UNKNOWN)).isZero();
    }

    @Test
    void shouldSendDigits() {
        rig.says(START);
        List<Integer> words = new ArrayList<>();
        rig.calls.wire.sendDigits(ControlRequest.digits("12#", null), (request, status, last) -> words.add(status));
        assertThat(rig.output.taken()).containsExactly("{\"event\":\"sendDTMF\",\"dtmf\":\"12#\"}");
        assertThat(words).containsExactly(200);
    }

    @Test
    void shouldTakeTheEndOfTheSocketForTheEndOfTheCall() {
        rig.says(START).closes();
        assertThat(rig.calls.events).containsExactly("hang-up CALLER_HUNG_UP");
    }
}
