package io.sidetone.transport.sip.message;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a SIP message: a message that survives encoding, or the parser's own exception. */
@Tag("fuzz")
class SipFuzzing {
    static Stream<byte[]> messages() {
        return Arrays.stream(SipMutationTest.SEEDS).map(Wire::bytes);
    }

    @MethodSource("messages")
    @FuzzTest(maxDuration = "2s")
    void shouldParseOrRefuseWhateverComes(byte[] bytes) {
        for (SipLimits limits : new SipLimits[] {SipLimits.datagram(), SipLimits.stream()}) {
            try {
                SipMutationTest.survives(SipParser.parse(bytes, 0, bytes.length, limits), "fuzzed");
            } catch (SipParseException expected) {
                if (expected.getMessage().isBlank()) {
                    throw new AssertionError("refused without a reason", expected);
                }
            }
        }
    }
}
