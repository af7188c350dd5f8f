package io.sidetone.transport.carrier.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.carrier.CarrierCounter;
import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamRefusedException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TwilioTest {
    static final String CONNECTED = "{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}";
    static final String START =
            "{\"event\":\"start\",\"sequenceNumber\":\"1\",\"start\":{\"accountSid\":\"AC1\",\"streamSid\":\"MZ1\","
                    + "\"callSid\":\"CA1\",\"tracks\":[\"inbound\"],\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000,"
                    + "\"channels\":1},\"customParameters\":{\"from\":\"+14155550100\",\"to\":\"+14155550199\",\"tenant\":\"acme\"}},"
                    + "\"streamSid\":\"MZ1\"}";
    private static final byte[] FRAME = new byte[160];

    private final SessionRig rig = new SessionRig(c -> MediaDialects.twilio(60, c));

    private static String media(String payload) {
        return "{\"event\":\"media\",\"sequenceNumber\":\"3\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\",\"timestamp\":\"5\","
                + "\"payload\":\"" + payload + "\"},\"streamSid\":\"MZ1\"}";
    }

    private static String mark(String name) {
        return "{\"event\":\"mark\",\"sequenceNumber\":\"4\",\"streamSid\":\"MZ1\",\"mark\":{\"name\":\"" + name
                + "\"}}";
    }

    private void started() {
        rig.says(CONNECTED).says(START);
    }

    @Test
    void shouldOfferTheCallWhenTheStreamStarts() {
        started();
        assertThat(rig.calls.offer.transport()).isEqualTo("twilio");
        assertThat(rig.calls.offer.externalId()).isEqualTo("CA1");
        assertThat(rig.calls.offer.from()).isEqualTo("+14155550100");
        assertThat(rig.calls.offer.to()).isEqualTo("+14155550199");
        assertThat(rig.calls.offer.header().apply("tenant")).isEqualTo("acme");
        assertThat(rig.calls.offer.in()).isEqualTo(StreamFormat.PCMU_8K);
        assertThat(rig.calls.offer.out()).isEqualTo(StreamFormat.PCMU_8K);
        assertThat(rig.calls.offer.buffering()).isEqualTo(new Buffering(60, false, true));
        assertThat(rig.calls.offer.agent()).isNull();
        assertThat(rig.calls.offer.answered()).isTrue();
        assertThat(rig.output.taken()).isEmpty();
    }

    @Test
    void shouldHearAudioOfAnyLengthAndDigits() {
        started();
        rig.says(media(SessionRig.base64(new byte[] {1, 2, 3})))
                .says(media(SessionRig.base64(new byte[] {4})))
                .says(media(""))
                .says("{\"event\":\"media\",\"media\":{\"payload\":\"\\u0042Q==\"}}")
                .says(
                        "{\"event\":\"dtmf\",\"streamSid\":\"MZ1\",\"sequenceNumber\":\"5\",\"dtmf\":{\"track\":\"inbound_track\",\"digit\":\"#\"}}");
        assertThat(rig.calls.heard.toByteArray()).containsExactly(1, 2, 3, 4, 5);
        assertThat(rig.calls.events).containsExactly("digit # 100");
    }

    @Test
    void shouldMarkEvery100MsAndTheEndOfTheTurn() {
        started();
        for (int i = 0; i < 12; i++) {
            assertThat(rig.speaks(FRAME, 32, 20L * i)).isTrue();
        }
        List<String> sent = rig.output.taken();
        assertThat(sent).hasSize(14);
        assertThat(sent.get(0))
                .isEqualTo("{\"event\":\"media\",\"streamSid\":\"MZ1\",\"media\":{\"payload\":\""
                        + SessionRig.base64(FRAME) + "\"}}");
        assertThat(sent.get(5))
                .isEqualTo("{\"event\":\"mark\",\"streamSid\":\"MZ1\",\"mark\":{\"name\":\"32:100:0\"}}");
        assertThat(sent.get(11)).contains("32:200:0");
        rig.calls.wire.turnEnd(32, 240);
        assertThat(rig.output.taken()).singleElement().asString().contains("32:240:0");
        rig.says(mark("32:100:0")).says(mark("32:200:0")).says(mark("32:240:0"));
        assertThat(rig.calls.events).containsExactly("played 32 100", "played 32 200", "played 32 240");
    }

    @Test
    @Tag("VIP-06")
    @Tag("VAN-08")
    void shouldClearAtOnceAndIgnoreTheMarksThatItReturns() {
        started();
        for (int i = 0; i < 10; i++) {
            rig.speaks(FRAME, 32, 20L * i);
        }
        rig.says(mark("32:100:0"));
        rig.output.taken();
        rig.calls.wire.clear(48);
        assertThat(rig.output.taken()).containsExactly("{\"event\":\"clear\",\"streamSid\":\"MZ1\"}");
        rig.says(mark("32:200:0"));
        assertThat(rig.calls.events).containsExactly("played 32 100");
        assertThat(rig.counters.value(CarrierCounter.MARKS_IGNORED)).isEqualTo(1);
        rig.calls.wire.clear(49);
        assertThat(rig.output.taken()).as("nothing is there to be cleared").isEmpty();
        rig.speaks(FRAME, 64, 80);
        rig.calls.wire.turnEnd(64, 100);
        assertThat(rig.output.taken()).last().asString().contains("64:100:1");
    }

    @Test
    void shouldNotMarkWhatBelongsToNoTurn() {
        started();
        for (int i = 0; i < 10; i++) {
            rig.speaks(FRAME, Token.UNFENCED, 20L * i);
        }
        rig.calls.wire.turnEnd(Token.UNFENCED, 200);
        assertThat(rig.output.taken()).hasSize(10).noneMatch(text -> text.contains("mark"));
    }

    @Test
    void shouldKeepAudioBackWhenTheCarrierReadsSlowly() {
        started();
        rig.output.room(false);
        assertThat(rig.speaks(FRAME, 32, 0)).isFalse();
        assertThat(rig.output.taken()).isEmpty();
        rig.output.room(true);
        rig.writable();
        assertThat(rig.calls.writables).isOne();
        assertThat(rig.speaks(FRAME, 32, 0)).isTrue();
    }

    @Test
    void shouldHangUpWhenTheStreamStopsOrTheSocketBreaks() {
        started();
        rig.says("{\"event\":\"stop\",\"sequenceNumber\":\"5\",\"stop\":{\"callSid\":\"CA1\"},\"streamSid\":\"MZ1\"}");
        rig.says("{\"event\":\"stop\"}").says(media("AAAA"));
        rig.closes();
        assertThat(rig.calls.events).containsExactly("hang-up CALLER_HUNG_UP");
        assertThat(rig.output.closeCode()).isEqualTo(1000);
        SessionRig broken = new SessionRig(c -> MediaDialects.twilio(60, c));
        broken.says(START).closes();
        assertThat(broken.calls.events).containsExactly("hang-up TRANSPORT_FAILED");
    }

    @Test
    void shouldCloseWhenTheCallEndsAndAfterTheLastWordsAtTheLatest() {
        started();
        rig.calls.wire.hangUp(EndCause.OPERATOR);
        assertThat(rig.output.closeCode()).isEqualTo(1000);
        assertThat(rig.output.closeReason()).isEqualTo("ended by an operator");
        assertThat(rig.speaks(FRAME, 32, 0)).as("after the end").isFalse();

        for (boolean returned : new boolean[] {true, false}) {
            SessionRig goodbye = new SessionRig(c -> MediaDialects.twilio(60, c));
            goodbye.says(START);
            goodbye.speaks(FRAME, 32, 0);
            goodbye.calls.wire.turnEnd(32, 20);
            goodbye.calls.wire.hangUp(EndCause.AGENT_HUNG_UP);
            assertThat(goodbye.output.closeCode())
                    .as("the last words are still to be heard")
                    .isEqualTo(-1);
            if (returned) {
                goodbye.says(mark("32:20:0"));
            } else {
                goodbye.output.after(1_000);
            }
            assertThat(goodbye.output.closeCode()).isEqualTo(1000);
        }
    }

    @Test
    void shouldRefuseTheCallWhenNobodyTakesIt() {
        SessionRig stranger = new SessionRig(c -> MediaDialects.twilio(60, c));
        stranger.calls.refusal = new StreamRefusedException(StreamRefusedException.NOBODY, "nobody");
        stranger.says(START);
        assertThat(stranger.output.closeCode()).as("another try would not help").isEqualTo(1008);
        rig.calls.refusal = new StreamRefusedException(StreamRefusedException.NO_ROOM, "full");
        started();
        assertThat(rig.output.closeCode()).isEqualTo(1013);
        rig.says(media("AAAA"));
        rig.closes();
        assertThat(rig.calls.events).isEmpty();
    }

    @Test
    void shouldNameTheAgentOfThePath() {
        SessionRig named = new SessionRig(c -> MediaDialects.twilio(60, c), "sales");
        named.says(START);
        assertThat(named.calls.offer.agent()).isEqualTo("sales");
    }
}
