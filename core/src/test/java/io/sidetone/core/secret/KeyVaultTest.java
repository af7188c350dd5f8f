package io.sidetone.core.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyVaultTest {
    private final KeyVault vault = new KeyVault();

    @Test
    void shouldRevealEveryKeyUntilTheOldestIsForgotten() {
        StringBuilder standIns = new StringBuilder();
        StringBuilder keys = new StringBuilder();
        for (int i = 0; i < 4_096; i++) {
            char key = (char) ('0' + i * 7 % 10);
            keys.append(key);
            standIns.append(vault.put(key));
            assertThat(vault.revealed(standIns.toString())).isEqualTo(keys.toString());
        }
        vault.put('5');
        assertThat(vault.revealed(standIns.toString())).isEqualTo("5" + keys.substring(1));
    }

    @Test
    void shouldRevealNothingThatItDoesNotHave() {
        String standIn = "card " + vault.put('4');
        assertThat(vault.revealed(standIn)).isEqualTo("card 4");
        assertThat(new KeyVault().revealed(standIn)).isSameAs(standIn);
        vault.clear();
        assertThat(vault.revealed(standIn)).isSameAs(standIn);
        assertThat(vault.put('1')).isNotEqualTo(standIn.charAt(5));
    }
}
