package io.sidetone.transport.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.carrier.CarrierCounter;
import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.freeswitch.AudioForkSettings;
import io.sidetone.transport.pbx.freeswitch.Playback;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.ws.WsOutput;
import org.junit.jupiter.api.Test;

/** A connection whose call somebody decides on: it rings meanwhile. */
class AskedSessionTest {
    private static final String START =
            "{\"event\":\"start\",\"sequenceNumber\":\"1\",\"start\":{\"accountSid\":\"AC1\",\"streamSid\":\"MZ1\","
                    + "\"callSid\":\"CA1\",\"tracks\":[\"inbound\"],\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000,"
                    + "\"channels\":1},\"customParameters\":{}},\"streamSid\":\"MZ1\"}";
    private static final String KEY =
            "{\"event\":\"dtmf\",\"streamSid\":\"MZ1\",\"sequenceNumber\":\"5\",\"dtmf\":{\"track\":\"inbound_track\",\"digit\":\"#\"}}";
    private static final String STOP =
            "{\"event\":\"stop\",\"sequenceNumber\":\"9\",\"stop\":{\"accountSid\":\"AC1\",\"callSid\":\"CA1\"},\"streamSid\":\"MZ1\"}";

    private static String media(int sample) {
        return "{\"event\":\"media\",\"media\":{\"payload\":\"" + SessionRig.base64((byte) sample) + "\"}}";
    }

    private static SessionRig asks() {
        SessionRig rig = new SessionRig(counters -> MediaDialects.twilio(60, counters));
        rig.calls.asks = true;
        return rig.says(START);
    }

    @Test
    void shouldDropWhatIsSaidBeforeTheCallIsThere() {
        SessionRig rig = asks().says(media(1)).says(KEY).says(media(2));
        assertThat(rig.calls.opened).isZero();
        assertThat(rig.begun()).isTrue();
        assertThat(rig.counters.value(CarrierCounter.EARLY)).isEqualTo(3);
        rig.calls.decide(3);
        assertThat(rig.calls.opened).isOne();
        rig.says(media(3));
        assertThat(rig.calls.heard.toByteArray()).containsExactly(3);
        assertThat(rig.calls.events).isEmpty();
    }

    @Test
    void shouldWaitNoLongerWhenThePeerEndsItsCallOrIsGone() {
        SessionRig stopped = asks().says(STOP);
        assertThat(stopped.calls.opening.waits()).isFalse();
        assertThat(stopped.output.closeCode()).isEqualTo(WsOutput.NORMAL);
        SessionRig gone = asks();
        gone.closes();
        assertThat(gone.calls.opening.waits()).isFalse();
        assertThat(gone.calls.events).isEmpty();
    }

    @Test
    void shouldSayWhyWhenTheCallIsRefusedAtLast() {
        SessionRig rig = asks();
        rig.calls.refusal = new StreamRefusedException(486, "on-call refuses the call: Closed");
        rig.calls.decide(3);
        assertThat(rig.output.closeCode()).isEqualTo(WsOutput.POLICY_VIOLATION);
        assertThat(rig.output.closeReason()).isEqualTo("on-call refuses the call: Closed");
        assertThat(rig.calls.opening.waits()).isFalse();
        rig.says(media(2));
        assertThat(rig.calls.heard.size()).isZero();
    }

    @Test
    void shouldAskOnceWhenThePeerBeginsTwice() {
        PbxCounters counters = new PbxCounters("freeswitch");
        SessionRig fork = new SessionRig(
                none -> MediaDialects.freeSwitch(new AudioForkSettings(160, 8_000, Playback.BINARY), counters));
        fork.calls.asks = true;
        fork.says("{\"uuid\":\"a\"}");
        var first = fork.calls.wire;
        fork.says("{\"uuid\":\"b\"}").sends(new byte[320]);
        assertThat(fork.calls.wire).isSameAs(first);
        fork.calls.decide(3);
        assertThat(fork.calls.opened).isOne();
        assertThat(fork.calls.offer.externalId()).isEqualTo("a");
        fork.sends(new byte[320]);
        assertThat(fork.calls.heard.size()).isEqualTo(320);

        SessionRig asterisk = new SessionRig(none -> MediaDialects.asterisk(60, new PbxCounters("asterisk")));
        asterisk.calls.asks = true;
        String begin = "MEDIA_START connection_id:0af1 channel_id:x format:slin16 optimal_frame_size:640 ptime:20";
        asterisk.says(begin);
        var wire = asterisk.calls.wire;
        asterisk.says(begin);
        assertThat(asterisk.calls.wire).isSameAs(wire);

        SessionRig vonage = new SessionRig(none -> MediaDialects.vonage(60, new PbxCounters("vonage")));
        vonage.calls.asks = true;
        String connected = "{\"event\":\"websocket:connected\",\"content-type\":\"audio/l16;rate=16000\"}";
        vonage.says(connected);
        var way = vonage.calls.wire;
        vonage.says(connected);
        assertThat(vonage.calls.wire).isSameAs(way);
    }
}
