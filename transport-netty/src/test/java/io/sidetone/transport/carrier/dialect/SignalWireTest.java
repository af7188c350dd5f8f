package io.sidetone.transport.carrier.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignalWireTest {
    private final SessionRig rig = new SessionRig(c -> MediaDialects.signalWire(60, c));

    @Test
    void shouldSpeakTwiliosDialectInItsOwnFormats() {
        rig.says("{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"0.2.0\"}")
                .says(TwilioTest.START.replace("audio/x-mulaw", "audio/x-L16").replace("8000", "24000"));
        assertThat(rig.calls.offer.transport()).isEqualTo("signalwire");
        assertThat(rig.calls.offer.in()).isEqualTo(new StreamFormat(StreamFormat.Encoding.L16_LE, 24_000));
        rig.says(
                "{\"event\":\"media\",\"sequenceNumber\":\"3\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\",\"timestamp\":\"5\","
                        + "\"payload\":\"AQI=\"}}");
        assertThat(rig.calls.heard.toByteArray()).containsExactly(1, 2);
        rig.says("{\"event\":\"dtmf\",\"dtmf\":{\"digit\":\"a\",\"duration\":250}}");
        assertThat(rig.calls.events).containsExactly("digit A 250");
    }

    @Test
    void shouldSendDigitsAndRefuseWhatItCannot() {
        rig.says(TwilioTest.START);
        List<Integer> words = new ArrayList<>();
        ControlProgress progress = (request, status, last) -> words.add(status);
        rig.calls.wire.sendDigits(ControlRequest.digits("5*", null), progress);
        rig.calls.wire.transfer(ControlRequest.transfer("tel:+1", null), progress);
        assertThat(rig.output.taken())
                .containsExactly(
                        "{\"event\":\"dtmf\",\"streamSid\":\"MZ1\",\"dtmf\":{\"digit\":\"5\"}}",
                        "{\"event\":\"dtmf\",\"streamSid\":\"MZ1\",\"dtmf\":{\"digit\":\"*\"}}");
        assertThat(words).containsExactly(200, 501);
    }
}
