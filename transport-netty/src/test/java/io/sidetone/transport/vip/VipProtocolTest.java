package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.sidetone.transport.vip.action.RegistryReader;
import io.sidetone.transport.vip.token.EphemeralKeys;
import io.sidetone.transport.vip.token.KeyGrant;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys in the handshake: who is refused before the upgrade. */
@Tag("VIP-03")
class VipProtocolTest {
    private final EphemeralKeys keys = new EphemeralKeys(new Random(1), () -> 0);

    private VipProtocol protocol(boolean tokenNeeded) {
        VipServices services = new VipServices(
                keys,
                new RegistryReader(VipSchema::parameters),
                Runnable::run,
                () -> 0,
                VipSettings.of(tokenNeeded),
                new VipCounters());
        return new VipProtocol(services, null, offer -> null);
    }

    private static WsHandshake handshake(String query, String authorization, boolean authorized) {
        DefaultHttpHeaders headers = new DefaultHttpHeaders();
        if (authorization != null) {
            headers.add("Authorization", authorization);
        }
        Map<String, List<String>> parameters = query == null ? Map.of() : Map.of("token", List.of(query));
        return new WsHandshake("/vip", "/vip", Map.of(), parameters, headers, null, true, authorized);
    }

    private void refused(WsDecision decision) {
        assertThat(decision).isInstanceOfSatisfying(WsDecision.Refuse.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(401);
            assertThat(refusal.detail()).contains("; get ");
        });
    }

    @Test
    void shouldTakeAKeyOnceFromTheQueryOrTheHeader() {
        String first = keys.issue(KeyGrant.ANY, 1_000).text();
        String second = keys.issue(KeyGrant.ANY, 1_000).text();
        VipProtocol protocol = protocol(true);
        assertThat(protocol.admit(handshake(first, null, false))).isInstanceOf(WsDecision.Accept.class);
        refused(protocol.admit(handshake(first, null, false)));
        assertThat(protocol.admit(handshake(null, "Bearer " + second, false))).isInstanceOf(WsDecision.Accept.class);
        refused(protocol.admit(handshake(null, "bearer " + second, false)));
    }

    @Test
    void shouldRefuseAWrongKeyWhereverItIs() {
        refused(protocol(true).admit(handshake("vk_wrong", null, true)));
        refused(protocol(true).admit(handshake(null, "Bearer wrong", false)));
        refused(protocol(false).admit(handshake("wrong", null, true)));
        refused(protocol(false).admit(handshake(null, "Bearer vk_wrong", true)));
    }

    private static boolean proven(WsDecision decision) {
        return ((WsDecision.Accept) decision).proof().shown();
    }

    @Test
    void shouldCountAConnectionAsProvenByTheKeyOfItsHandshakeOrWhereNoneIsNeeded() {
        String key = keys.issue(KeyGrant.ANY, 1_000).text();
        assertThat(proven(protocol(true).admit(handshake(key, null, false)))).isTrue();
        assertThat(proven(protocol(true).admit(handshake(null, "Bearer the-servers-own", true))))
                .isTrue();
        assertThat(proven(protocol(false).admit(handshake(null, null, true)))).isTrue();
        assertThat(proven(protocol(true).admit(handshake(null, null, false)))).isFalse();
        assertThat(proven(protocol(false).admit(handshake(null, null, false)))).isFalse();
    }

    @Test
    void shouldLetInWhoHasTheServersTokenOrWillShowAKeyLater() {
        assertThat(protocol(true).admit(handshake(null, "Bearer the-servers-own", true)))
                .isInstanceOf(WsDecision.Accept.class);
        assertThat(protocol(true).admit(handshake("the-servers-own", null, true)))
                .as("a browser can only show it so")
                .isInstanceOf(WsDecision.Accept.class);
        assertThat(protocol(true).admit(handshake(null, null, false))).isInstanceOf(WsDecision.Accept.class);
        assertThat(protocol(false).admit(handshake(null, null, true))).isInstanceOf(WsDecision.Accept.class);
        assertThat(protocol(false).admit(handshake(null, "Basic whatever", true)))
                .isInstanceOf(WsDecision.Accept.class);
    }
}
