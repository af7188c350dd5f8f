package io.sidetone.transport.carrier.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.carrier.CarrierCounter;
import io.sidetone.transport.carrier.CarrierCounters;
import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.service.MediaDialects;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Law 7: what a carrier sends is counted and survived, and whoever sends nothing else is sent away. */
class BadCarrierInputTest {
    private static final String GOOD = "{\"event\":\"media\",\"media\":{\"payload\":\"BQ==\"}}";

    private final SessionRig rig = new SessionRig(c -> MediaDialects.twilio(60, c));

    private void survives(long malformed) {
        assertThat(rig.counters.value(CarrierCounter.MALFORMED)).isEqualTo(malformed);
        assertThat(rig.output.closeCode()).isEqualTo(-1);
        int before = rig.calls.heard.size();
        rig.says(GOOD);
        assertThat(rig.calls.heard.size()).isEqualTo(before + 1);
    }

    @Test
    void shouldSurviveWhatIsNoMessageOfTheDialect() {
        rig.says(TwilioTest.START);
        String[] wrong = {
            "",
            "hello",
            "[1,2]",
            "{\"type\":\"media\"}",
            "{\"event\":7}",
            "{\"event\":\"media\"}",
            "{\"event\":\"media\",\"media\":[]}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"AA",
            "{\"event\":\"dtmf\",\"dtmf\":{\"digit\":\"12\"}}",
            "{\"event\":\"dtmf\",\"dtmf\":{\"digit\":\"x\"}}",
            "{\"event\":\"dtmf\"}",
            "{\"event\":\"x\",\"deep\":" + "[".repeat(200) + "]".repeat(200) + "}",
            TwilioTest.START
        };
        for (int i = 0; i < wrong.length; i++) {
            rig.says(wrong[i]);
            survives(i + 1);
        }
        rig.sends(new byte[320]);
        survives(wrong.length + 1);
    }

    @Test
    void shouldNotTakeAnythingButAStartForTheBeginning() {
        rig.says("{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}")
                .says(GOOD);
        assertThat(rig.begun()).isFalse();
        rig.says(TwilioTest.START);
        assertThat(rig.begun()).isTrue();
    }

    @Test
    void shouldCountUnknownEventsApart() {
        rig.says(TwilioTest.START).says("{\"event\":\"from.the.future\",\"x\":{\"y\":1}}");
        assertThat(rig.counters.value(CarrierCounter.UNKNOWN)).isEqualTo(1);
        survives(0);
    }

    @Test
    void shouldDropWrongBase64AndHalfSamples() {
        rig.says(TwilioTest.START)
                .says("{\"event\":\"media\",\"media\":{\"payload\":\"!!!!\"}}")
                .says("{\"event\":\"media\",\"media\":{\"payload\":\"A\"}}")
                .says("{\"event\":\"media\",\"media\":{\"payload\":\"\\u0041\"}}");
        assertThat(rig.counters.value(CarrierCounter.BAD_AUDIO)).isEqualTo(3);
        survives(0);
        SessionRig linear = new SessionRig(c -> MediaDialects.exotel(100, c));
        linear.says(ExotelTest.START)
                .says("{\"event\":\"media\",\"media\":{\"payload\":\"" + SessionRig.base64(new byte[321]) + "\"}}");
        assertThat(linear.counters.value(CarrierCounter.BAD_AUDIO)).isEqualTo(1);
        assertThat(linear.calls.heard.size()).isZero();
    }

    @Test
    void shouldIgnoreAudioAndDigitsBeforeTheStart() {
        rig.says(GOOD)
                .says("{\"event\":\"dtmf\",\"dtmf\":{\"digit\":\"1\"}}")
                .says("{\"event\":\"mark\",\"mark\":{\"name\":\"1:2:3\"}}");
        assertThat(rig.counters.value(CarrierCounter.EARLY)).isEqualTo(2);
        assertThat(rig.counters.value(CarrierCounter.MARKS_IGNORED)).isEqualTo(1);
        rig.says(TwilioTest.START);
        survives(0);
    }

    @Test
    void shouldRefuseAStartThatCannotBeServed() {
        String[] wrong = {
            TwilioTest.START.replace("audio/x-mulaw", "audio/opus"),
            TwilioTest.START.replace("8000", "192000"),
            TwilioTest.START.replace("8000", "16000"),
            TwilioTest.START.replace("\"MZ1\"", "\"\""),
            TwilioTest.START.replace("\"CA1\"", "\"a\\u0000b\""),
            TwilioTest.START.replace("\"CA1\"", "\"" + "x".repeat(300) + "\""),
            "{\"event\":\"start\"}"
        };
        for (String start : wrong) {
            SessionRig refused = new SessionRig(c -> MediaDialects.twilio(60, c));
            refused.says(start);
            assertThat(refused.output.closeCode()).as(start).isEqualTo(1003);
            assertThat(refused.output.closeReason()).isNotBlank();
            assertThat(refused.calls.offer).isNull();
            refused.closes();
        }
    }

    @Test
    void shouldSendAwayWhoeverSpeaksNoDialect() {
        rig.says("a").says("b");
        assertThat(rig.output.closeCode()).isEqualTo(-1);
        rig.says("c");
        assertThat(rig.output.closeCode()).isEqualTo(1008);
        SessionRig late = new SessionRig(c -> MediaDialects.twilio(60, c));
        late.says(TwilioTest.START);
        for (int i = 0; i < 49; i++) {
            late.says("noise");
        }
        assertThat(late.output.closeCode()).isEqualTo(-1);
        late.says("noise");
        assertThat(late.output.closeCode()).isEqualTo(1008);
        late.closes();
        assertThat(late.calls.events).containsExactly("hang-up TRANSPORT_FAILED");
    }

    @Test
    void shouldSurviveRandomDamageOfEveryDialect() {
        long seed = Long.getLong("seed", 11L);
        System.out.println("BadCarrierInputTest seed " + seed);
        Random random = new Random(seed);
        String[][] talks = {
            {TwilioTest.CONNECTED, TwilioTest.START, GOOD},
            {TelnyxTest.START, TelnyxTest.media(1, 5), GOOD},
            {PlivoTest.START, GOOD, "{\"event\":\"playedStream\",\"streamId\":\"S1\",\"name\":\"1:2:0\"}"},
            {ExotelTest.START, GOOD, "{\"event\":\"stop\"}"}
        };
        List<Function<CarrierCounters, MediaDialect>> dialects = List.of(
                c -> MediaDialects.twilio(60, c),
                c -> MediaDialects.telnyx(60, "PCMU/8000", true, c),
                c -> MediaDialects.plivo(60, c),
                c -> MediaDialects.exotel(100, c));
        for (int round = 0; round < 4_000; round++) {
            int which = random.nextInt(talks.length);
            SessionRig damaged = new SessionRig(dialects.get(which));
            for (int i = 0; i < 6; i++) {
                byte[] text = talks[which][Math.min(i, 2)].getBytes(StandardCharsets.UTF_8);
                for (int k = random.nextInt(3); k > 0; k--) {
                    text[random.nextInt(text.length)] = (byte) (random.nextInt(96) + 32);
                }
                damaged.says(new String(text, StandardCharsets.UTF_8));
            }
            damaged.closes();
            assertThat(damaged.calls.events.stream()
                            .filter(text -> text.startsWith("hang-up"))
                            .count())
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(damaged.calls.offer == null ? 0 : 1);
        }
    }
}
