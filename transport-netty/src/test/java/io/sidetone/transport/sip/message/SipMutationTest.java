package io.sidetone.transport.sip.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random damage: the parser throws its own exception or gives a message that survives encoding. Nothing else. */
class SipMutationTest {
    private static final int ROUNDS = 10_000;
    static final String[] SEEDS = {
        Wire.invite(),
        Wire.request("REGISTER", "Contact: \"a, b\" <sip:%00@[::1]:5060;lr>;expires=3, sip:x@y;q=1"),
        Wire.request("OPTIONS", "From: <tel:+1-555;phone-context=x>;tag=1"),
        TortureValidTest.response("SIP/2.0 183 Session Progress"),
    };

    @Test
    void shouldThrowOnlyParseExceptionWhenBytesAreDamaged() {
        long seed = Long.getLong("sidetone.seed", 20_261_101L);
        System.out.println("SipMutationTest seed " + seed + " (repeat with -Dsidetone.seed=" + seed + ")");
        Random random = new Random(seed);
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = Damage.once(Wire.bytes(SEEDS[round % SEEDS.length]), random);
            try {
                SipMessage message = SipParser.parse(bytes, 0, bytes.length, SipLimits.datagram());
                accepted++;
                survives(message, "seed " + seed + ", round " + round);
            } catch (SipParseException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            } catch (RuntimeException e) {
                fail("seed " + seed + ", round " + round, e);
            }
        }
        assertThat(accepted).as("some damage is harmless, seed %d", seed).isBetween(1, ROUNDS - 1);
    }

    /** Fails unless {@code message} means the same after encoding. */
    static void survives(SipMessage message, String where) {
        byte[] encoded = SipEncoder.encode(message);
        try {
            SipMessage again = SipParser.parse(encoded, 0, encoded.length, SipLimits.stream());
            assertThat(SipEncoder.encode(again)).isEqualTo(encoded);
            assertThat(Written.via(message.topVia().toString())).isEqualTo(message.topVia());
            assertThat(NameAddress.shown(message.from().toString())).isEqualTo(message.from());
            if (message instanceof SipRequest request) {
                SipResponse.forRequest(request, 200, null, "t").build();
            }
        } catch (SipParseException | RuntimeException e) {
            fail("accepted, but not after encoding: " + where, e);
        }
    }
}
