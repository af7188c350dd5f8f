package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.playout.Buffering;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamOfferTest {
    private static StreamOffer offer(String text) {
        StreamFormat format = new StreamFormat(StreamFormat.Encoding.PCMU, 8_000);
        return new StreamOffer(
                "test", text, text, text, "/test", null, null, format, format, Buffering.NONE, null, true, Map.of());
    }

    @Test
    void shouldKeepNamesAsTheyAre() {
        for (String usual :
                new String[] {"", "+14155550100", "Zo\u00eb <sip:zoe@example.com>", "\ud83d\ude00", "x".repeat(256)}) {
            StreamOffer offer = offer(usual);
            assertThat(offer.from()).isEqualTo(usual);
            assertThat(offer.to()).isEqualTo(usual);
            assertThat(offer.externalId()).isEqualTo(usual);
        }
        assertThat(offer(null).from()).isEmpty();
    }

    @Test
    void shouldBoundWhatPeersCallThemselves() {
        StreamOffer offer = offer("a\u0000b\r\nc" + "x".repeat(20_000));
        for (String name : new String[] {offer.from(), offer.to(), offer.externalId()}) {
            assertThat(name).startsWith("a b  c").hasSize(StreamOffer.LONGEST_NAME);
        }
        assertThat(offer("x".repeat(255) + "\ud83d\ude00").from())
                .as("no half of a character")
                .isEqualTo("x".repeat(255));
    }

    @Test
    void shouldShowParametersAsEveryCallShowsItsHeaders() {
        StreamFormat format = new StreamFormat(StreamFormat.Encoding.PCMU, 8_000);
        StreamOffer offer = new StreamOffer(
                "twilio",
                "x",
                "+14155550100",
                "sip:desk@x",
                "/test",
                null,
                null,
                format,
                format,
                Buffering.NONE,
                null,
                true,
                Map.of("tier", "gold", "account", "7"));
        assertThat(offer.facts())
                .isEqualTo(new CallFacts(
                        "+14155550100",
                        "",
                        List.of(CallHeader.of("account", "7"), CallHeader.of("tier", "gold")),
                        0,
                        Map.of(),
                        CallTerms.NONE,
                        HandedOver.NONE,
                        CallOrigin.NONE));
    }
}
