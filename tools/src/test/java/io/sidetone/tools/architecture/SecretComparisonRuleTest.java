package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Passwords, tokens, digests and signatures are compared in a time that does not depend on where they differ. A class that compares one in
 * another way calls {@code MessageDigest.isEqual} less often than it stands here.
 */
class SecretComparisonRuleTest {
    private static Map<String, Integer> calls(String owner, String method, String parameter) {
        Map<String, Integer> calls = new TreeMap<>();
        for (JavaClass each : Product.CLASSES) {
            for (JavaMethodCall call : each.getMethodCallsFromSelf()) {
                if (call.getTargetOwner().getName().equals(owner)
                        && call.getName().equals(method)
                        && call.getTarget()
                                .getRawParameterTypes()
                                .get(0)
                                .getName()
                                .equals(parameter)) {
                    calls.merge(each.getName(), 1, Integer::sum);
                }
            }
        }
        return calls;
    }

    @Test
    void shouldCompareSecretsInConstantTime() {
        String transport = "io.sidetone.transport.";
        assertThat(calls("java.security.MessageDigest", "isEqual", "[B"))
                .isEqualTo(Map.of(
                        transport + "carrier.auth.Hmac", 1,
                        transport + "http.Gate", 2,
                        transport + "pbx.PbxAccess", 3,
                        transport + "pbx.SignedToken", 1,
                        transport + "pbx.audiosocket.AudioSocketSettings", 1,
                        transport + "realtime.RealtimeProtocol", 1,
                        transport + "rtp.srtp.MasterKey", 2,
                        transport + "sip.digest.NonceIssuer", 1,
                        transport + "sip.digest.ServerDigest", 1));
        assertThat(calls("io.sidetone.transport.carrier.auth.Hmac", "same", "java.lang.String"))
                .as("signatures of carriers")
                .isEqualTo(Map.of(
                        transport + "carrier.auth.Credentials", 1,
                        transport + "carrier.auth.PlivoSignature", 1,
                        transport + "carrier.auth.StreamTicket", 1,
                        transport + "carrier.auth.TwilioSignature", 1));
        assertThat(calls("io.sidetone.transport.rtp.srtp.PacketBytes", "same", "[B"))
                .as("tags of SRTP packets")
                .isEqualTo(Map.of(
                        transport + "rtp.srtp.CounterModeCipher", 2,
                        transport + "rtp.srtp.GaloisCounterCipher", 2,
                        transport + "rtp.srtp.IdentifiedCipher", 1));
    }

    @Test
    void shouldCompareOtherBytesOnlyWhereNothingIsSecret() {
        // Addresses, encoded records, SDP, keys of a configuration, the public number of a key (MKI), words of JSON.
        assertThat(calls("java.util.Arrays", "equals", "[B").keySet())
                .containsExactlyInAnyOrder(
                        "io.sidetone.config.value.IpAddress",
                        "io.sidetone.core.journal.file.JournalKey",
                        "io.sidetone.core.journal.record.RecordComparison",
                        "io.sidetone.server.records.delivery.SpoolRecord",
                        "io.sidetone.transport.carrier.wire.MediaScanner",
                        "io.sidetone.transport.rtp.MediaTargets",
                        "io.sidetone.transport.rtp.srtp.MasterKey",
                        "io.sidetone.transport.trunk.OutboundTrunkCall");
    }
}
