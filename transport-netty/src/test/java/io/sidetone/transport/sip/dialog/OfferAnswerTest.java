package io.sidetone.transport.sip.dialog;

import static io.sidetone.transport.sip.dialog.OfferAnswer.Event.ANSWER_RECEIVED;
import static io.sidetone.transport.sip.dialog.OfferAnswer.Event.ANSWER_SENT;
import static io.sidetone.transport.sip.dialog.OfferAnswer.Event.OFFER_RECEIVED;
import static io.sidetone.transport.sip.dialog.OfferAnswer.Event.OFFER_SENT;
import static io.sidetone.transport.sip.dialog.OfferAnswer.Event.WITHDRAWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OfferAnswerTest {
    private static final byte[] ONE = text("v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\nm=audio 1 RTP/AVP 0\r\n");
    private static final byte[] TWO = text("v=0\r\no=- 1 2 IN IP4 192.0.2.1\r\nm=audio 2 RTP/AVP 0\r\n");

    private final OfferAnswer session = new OfferAnswer();

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTakeEveryEventInEveryState() {
        Map<String, OfferAnswer.State> legal = Map.of(
                "STABLE OFFER_SENT", OfferAnswer.State.LOCAL_OFFER,
                "STABLE OFFER_RECEIVED", OfferAnswer.State.REMOTE_OFFER,
                "LOCAL_OFFER ANSWER_RECEIVED", OfferAnswer.State.STABLE,
                "LOCAL_OFFER WITHDRAWN", OfferAnswer.State.STABLE,
                "REMOTE_OFFER ANSWER_SENT", OfferAnswer.State.STABLE,
                "REMOTE_OFFER WITHDRAWN", OfferAnswer.State.STABLE);
        for (OfferAnswer.State state : OfferAnswer.State.values()) {
            for (OfferAnswer.Event event : OfferAnswer.Event.values()) {
                OfferAnswer each = new OfferAnswer();
                if (state != OfferAnswer.State.STABLE) {
                    each.on(state == OfferAnswer.State.LOCAL_OFFER ? OFFER_SENT : OFFER_RECEIVED, ONE);
                }
                OfferAnswer.State next = legal.get(state + " " + event);
                assertThat(each.on(event, TWO)).as("%s in %s", event, state).isEqualTo(next != null);
                assertThat(each.state()).isEqualTo(next == null ? state : next);
            }
        }
    }

    @Test
    void shouldKeepBothDescriptionsOnlyOnceTheyAreAgreedOn() {
        session.on(OFFER_RECEIVED, ONE);
        assertThat(session.remoteSdp()).isNull();
        session.on(ANSWER_SENT, TWO);
        assertThat(session.remoteSdp()).isEqualTo(ONE);
        assertThat(session.localSdp()).isEqualTo(TWO);

        session.on(OFFER_SENT, ONE);
        session.on(WITHDRAWN, null);
        assertThat(session.localSdp()).isEqualTo(TWO);
        session.on(OFFER_SENT, ONE);
        session.on(ANSWER_RECEIVED, TWO);
        assertThat(session.localSdp()).isEqualTo(ONE);
        assertThat(session.remoteSdp()).isEqualTo(TWO);
    }

    @Test
    void shouldSayHowACrossingOfferIsRefused() {
        assertThat(session.refusal()).isZero();
        session.on(OFFER_SENT, ONE);
        assertThat(session.refusal()).isEqualTo(491);
        session.on(WITHDRAWN, null);
        session.on(OFFER_RECEIVED, ONE);
        assertThat(session.refusal()).isEqualTo(500);
    }

    @Test
    void shouldCompareDescriptionsWithoutVersionAndLineEnds() {
        assertThat(session.unchanged(ONE)).isFalse();
        session.on(OFFER_RECEIVED, ONE);
        session.on(ANSWER_SENT, TWO);

        assertThat(session.unchanged(text("v=0\no=- 1 7 IN IP4 192.0.2.1\nm=audio 1 RTP/AVP 0 \n")))
                .isTrue();
        assertThat(session.unchanged(TWO)).isFalse();
        assertThat(session.unchanged(text("v=0\no=- 2 1 IN IP4 192.0.2.1\nm=audio 1 RTP/AVP 0\n")))
                .as("another session")
                .isFalse();
        assertThat(session.unchanged(text("o=x"))).isFalse();
    }
}
