package io.sidetone.transport.vip.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("VIP-03")
class EphemeralKeysTest {
    private long nowMs = 1_000_000;
    private final EphemeralKeys keys = new EphemeralKeys(new Random(1), () -> nowMs, 10);

    private void refused(String key, String code) {
        assertThatThrownBy(() -> keys.redeem(key))
                .isInstanceOfSatisfying(KeyRefusedException.class, refused -> assertThat(refused.code())
                        .isEqualTo(code))
                .hasMessageContaining("; get ")
                .hasMessageNotContaining(key.isEmpty() ? "vk_" : key);
    }

    @Test
    void shouldOpenOneSession() throws Exception {
        KeyGrant grant = new KeyGrant("desk", "ada", "en");
        IssuedKey key = keys.issue(grant, 60_000);
        assertThat(key.expiresAtMs()).isEqualTo(nowMs + 60_000);
        assertThat(key.toString()).as("no log shows it").doesNotContain(key.text());
        assertThat(EphemeralKeys.isKey(key.text())).isTrue();
        assertThat(keys.redeem(key.text())).isEqualTo(grant);
        refused(key.text(), "token_used");
    }

    @Test
    void shouldRefuseWhatHasExpiredOrWasNeverIssued() {
        IssuedKey key = keys.issue(KeyGrant.ANY, 1_000);
        nowMs += 1_000;
        refused(key.text(), "token_expired");
        refused("vk_nobody", "token_unknown");
        refused("", "token_unknown");
        refused("x".repeat(100_000), "token_unknown");
    }

    @Test
    void shouldMakeRoomWithKeysThatCannotBeUsedAndRefuseBeyond() throws Exception {
        Set<String> different = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            different.add(keys.issue(KeyGrant.ANY, 60_000).text());
        }
        assertThat(different).hasSize(10);
        assertThat(keys.issue(KeyGrant.ANY, 60_000)).isNull();
        keys.redeem(different.iterator().next());
        assertThat(keys.issue(KeyGrant.ANY, 60_000)).isNotNull();
        nowMs += 700_000;
        assertThat(keys.issue(KeyGrant.ANY, 60_000)).isNotNull();
        assertThat(keys.size()).as("what expired long ago is forgotten").isEqualTo(1);
    }
}
