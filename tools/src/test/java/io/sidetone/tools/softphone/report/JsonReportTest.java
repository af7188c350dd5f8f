package io.sidetone.tools.softphone.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.measure.Percentiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReportTest {
    @Test
    void shouldUseTheFixedKeysWhenEverythingWasMeasured() {
        CallReport report = new CallReport(
                12.34,
                85.06,
                List.of(new CallReport.Span(85.06, 1_200)),
                List.of(new CallReport.Play("stop.wav", 500.0, 900.04, 133.3333, null)),
                100,
                1,
                new Percentiles(0.01234, 0.2, 3));

        assertThat(JsonReport.of(report))
                .hasToString("{\"answerMs\":12.3,\"firstAgentAudioMs\":85.1,\"agentTalkMs\":[[85.1,1200.0]],"
                        + "\"plays\":[{\"file\":\"stop.wav\",\"onsetMs\":500.0,\"endMs\":900.0,"
                        + "\"onsetToLastAgentPacketMs\":133.3,\"endToNextAgentMs\":null}],"
                        + "\"packetsIn\":100,\"packetsLost\":1,\"pacingMs\":{\"p50\":0.012,\"p99\":0.2,\"max\":3.0}}");
    }

    @Test
    void shouldKeepEveryKeyWhenNothingCame() {
        assertThat(JsonReport.of(new CallReport(1, null, List.of(), List.of(), 0, 0, null)))
                .hasToString("{\"answerMs\":1.0,\"firstAgentAudioMs\":null,\"agentTalkMs\":[],\"plays\":[],"
                        + "\"packetsIn\":0,\"packetsLost\":0,\"pacingMs\":null}");
    }
}
