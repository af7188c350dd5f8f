package io.sidetone.transport.sip.sdp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as an offer: an answer that can be read again, or the parser's own exception. */
@Tag("fuzz")
class SdpFuzzing {
    private final LocalMedia local = LocalMedia.standard(InetAddress.getLoopbackAddress(), 40_000);

    static Stream<byte[]> offers() {
        return Stream.of(
                SessionDescriptionTest.ODD.getBytes(StandardCharsets.UTF_8),
                SessionDescriptionTest.ODD.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("offers")
    @FuzzTest(maxDuration = "2s")
    void shouldAnswerOrRefuseWhateverIsOffered(byte[] bytes) {
        try {
            SessionDescriptionTest.answered(bytes, local);
        } catch (SdpParseException expected) {
            if (expected.getMessage().isBlank()) {
                throw new AssertionError("refused without a reason", expected);
            }
        }
    }
}
