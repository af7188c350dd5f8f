package io.sidetone.transport.carrier.dialect;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sidetone.transport.carrier.CarrierCounters;
import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.service.MediaDialects;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any lines at a carrier's media stream; the first byte chooses the dialect. Who began a call ends it once. */
@Tag("fuzz")
class MediaJsonFuzzing {
    private static final List<Function<CarrierCounters, MediaDialect>> DIALECTS = List.of(
            c -> MediaDialects.twilio(60, c),
            c -> MediaDialects.telnyx(60, "PCMU/8000", true, c),
            c -> MediaDialects.plivo(60, c),
            c -> MediaDialects.exotel(100, c));

    static Stream<byte[]> talks() {
        return Stream.of(
                        "0" + TwilioTest.CONNECTED + "\n" + TwilioTest.START + "\n" + media("AAAA"),
                        "1" + TelnyxTest.START + "\n" + TelnyxTest.media(1, 5),
                        "2" + PlivoTest.START + "\n{\"event\":\"playedStream\",\"streamId\":\"S1\",\"name\":\"1:2:0\"}",
                        "3" + ExotelTest.START + "\n" + media("%%") + "\n{\"event\":\"stop\"}")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private static String media(String payload) {
        return "{\"event\":\"media\",\"media\":{\"payload\":\"" + payload + "\"}}";
    }

    @MethodSource("talks")
    @FuzzTest(maxDuration = "2s")
    void shouldSurviveWhateverACarrierSays(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        SessionRig rig = new SessionRig(DIALECTS.get(bytes[0] & 3));
        for (String line : new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8).split("\n")) {
            rig.says(line);
        }
        rig.closes();
        long ends = rig.calls.events.stream()
                .filter(event -> event.startsWith("hang-up"))
                .count();
        if (ends != rig.calls.opened) {
            throw new AssertionError(
                    rig.calls.opened + " calls were opened and " + ends + " ended: " + rig.calls.events);
        }
    }
}
