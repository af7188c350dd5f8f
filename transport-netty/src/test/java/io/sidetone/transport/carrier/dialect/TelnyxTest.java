package io.sidetone.transport.carrier.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamFormat;
import org.junit.jupiter.api.Test;

class TelnyxTest {
    static final String START =
            "{\"event\":\"start\",\"sequence_number\":\"1\",\"start\":{\"user_id\":\"U\",\"call_control_id\":\"v2:T02\","
                    + "\"call_session_id\":\"ff55\",\"from\":\"+13122010094\",\"to\":\"+13122123456\",\"media_format\":{\"encoding\":\"PCMU\","
                    + "\"sample_rate\":8000,\"channels\":1}},\"stream_id\":\"32DE\"}";

    private final SessionRig rig = new SessionRig(c -> MediaDialects.telnyx(60, "L16/16000", true, c));

    static String media(int chunk, int... bytes) {
        byte[] audio = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            audio[i] = (byte) bytes[i];
        }
        return "{\"event\":\"media\",\"sequence_number\":\"4\",\"media\":{\"track\":\"inbound\",\"chunk\":\"" + chunk
                + "\",\"timestamp\":\"5\",\"payload\":\"" + SessionRig.base64(audio) + "\"},\"stream_id\":\"32DE\"}";
    }

    @Test
    void shouldOfferTheCallWithAFormatForEachDirection() {
        rig.says("{\"event\":\"connected\",\"version\":\"1.0.0\"}").says(START);
        assertThat(rig.calls.offer.externalId()).isEqualTo("v2:T02");
        assertThat(rig.calls.offer.from()).isEqualTo("+13122010094");
        assertThat(rig.calls.offer.to()).isEqualTo("+13122123456");
        assertThat(rig.calls.offer.in()).isEqualTo(StreamFormat.PCMU_8K);
        assertThat(rig.calls.offer.out()).isEqualTo(new StreamFormat(StreamFormat.Encoding.L16_BE, 16_000));
        SessionRig old = new SessionRig(c -> MediaDialects.telnyx(60, "PCMU/8000", false, c));
        old.says(START.replace("PCMU", "audio/x-mulaw"));
        assertThat(old.calls.offer.in()).isEqualTo(StreamFormat.PCMU_8K);
    }

    @Test
    void shouldPutAudioInTheOrderOfItsChunks() {
        rig.says(START)
                .says(media(1, 1))
                .says(media(3, 3))
                .says(media(2, 2))
                .says(media(4, 4))
                .says(media(4, 4));
        assertThat(rig.calls.heard.toByteArray()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void shouldLeaveOutWhatTheCallerHears() {
        rig.says(START).says(media(1, 1).replace("inbound", "outbound"));
        assertThat(rig.calls.heard.size()).isZero();
    }

    @Test
    void shouldWriteMessagesWithoutAStream() {
        rig.says(START);
        rig.speaks(new byte[640], 32, 80);
        rig.calls.wire.turnEnd(32, 100);
        rig.calls.wire.clear(32);
        assertThat(rig.output.taken())
                .containsExactly(
                        "{\"event\":\"media\",\"media\":{\"payload\":\"" + SessionRig.base64(new byte[640]) + "\"}}",
                        "{\"event\":\"mark\",\"mark\":{\"name\":\"32:100:0\"}}",
                        "{\"event\":\"clear\"}");
        rig.says(
                "{\"event\":\"error\",\"payload\":{\"code\":100003,\"title\":\"malformed_frame\",\"detail\":\"x\"},\"stream_id\":\"32DE\"}");
        assertThat(rig.output.closeCode()).isEqualTo(-1);
        rig.says("{\"event\":\"dtmf\",\"stream_id\":\"32DE\",\"occurred_at\":\"2025\",\"dtmf\":{\"digit\":\"1\"}}");
        assertThat(rig.calls.events).containsExactly("digit 1 100");
    }
}
