package io.sidetone.transport.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.ws.WsOutput;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection whose call somebody decides on: what the peer says meanwhile. */
class HeldUntilDecidedTest {
    private static final String START =
            "{\"event\":\"start\",\"sequenceNumber\":\"1\",\"start\":{\"accountSid\":\"AC1\",\"streamSid\":\"MZ1\","
                    + "\"callSid\":\"CA1\",\"tracks\":[\"inbound\"],\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000,"
                    + "\"channels\":1},\"customParameters\":{}},\"streamSid\":\"MZ1\"}";
    private static final String KEY =
            "{\"event\":\"dtmf\",\"streamSid\":\"MZ1\",\"sequenceNumber\":\"5\",\"dtmf\":{\"track\":\"inbound_track\",\"digit\":\"#\"}}";
    private static final String STOP =
            "{\"event\":\"stop\",\"sequenceNumber\":\"9\",\"stop\":{\"accountSid\":\"AC1\",\"callSid\":\"CA1\"},\"streamSid\":\"MZ1\"}";

    private final SessionRig rig = new SessionRig(counters -> MediaDialects.twilio(60, counters));

    private static String media(int sample) {
        return "{\"event\":\"media\",\"media\":{\"payload\":\"" + SessionRig.base64((byte) sample) + "\"}}";
    }

    @BeforeEach
    void ask() {
        rig.calls.asks = true;
        rig.says(START);
    }

    @Test
    void shouldReadInOrderWhatWasSaidBeforeTheCallWasThere() {
        rig.says(media(1)).says(KEY).says(media(2));
        assertThat(rig.calls.opened).isZero();
        assertThat(rig.calls.heard.size()).isZero();
        rig.calls.decide(3);
        assertThat(rig.calls.opened).isOne();
        rig.says(media(3));
        assertThat(rig.calls.heard.toByteArray()).containsExactly(1, 2, 3);
        assertThat(rig.calls.events).containsExactly("digit # 100");
    }

    @Test
    void shouldEndTheCallAtOnceWhenThePeerHadEndedIt() {
        rig.says(STOP);
        rig.calls.decide(3);
        assertThat(rig.calls.events).containsExactly("hang-up CALLER_HUNG_UP");
    }

    @Test
    void shouldSayGoodbyeWhenTheCallIsRefusedAtLast() {
        rig.says(media(1));
        rig.calls.refusal = new StreamRefusedException(486, "on-call refuses the call");
        rig.calls.decide(3);
        assertThat(rig.output.closeCode()).isEqualTo(WsOutput.NORMAL);
        assertThat(rig.calls.opening.waits()).isFalse();
        rig.says(media(2));
        assertThat(rig.calls.heard.size()).isZero();
    }

    @Test
    void shouldWaitNoLongerWhenThePeerIsGone() {
        rig.says(media(1));
        rig.closes();
        assertThat(rig.calls.opening.waits()).isFalse();
        assertThat(rig.calls.events).isEmpty();
    }

    @Test
    void shouldCloseWhenThePeerSaysTooMuchBefore() {
        for (int i = 0; i < 257; i++) {
            rig.says(media(i));
        }
        assertThat(rig.output.closeCode()).isEqualTo(WsOutput.POLICY_VIOLATION);
        assertThat(rig.output.closeReason()).isEqualTo("too many messages before the call was answered");
        assertThat(rig.calls.opening.waits()).isFalse();
    }
}
