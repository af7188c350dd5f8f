package io.sidetone.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallIdTest {
    @Test
    void shouldMakeSortableIdsOfTwentySixCharacters() {
        Random random = new Random(1);
        Set<String> ids = new HashSet<>();
        String previous = "";
        for (long ms = 1_700_000_000_000L; ms < 1_700_000_000_100L; ms++) {
            String id = CallId.next(ms, random);
            assertThat(id).hasSize(26).matches("[0-9A-HJKMNP-TV-Z]{26}").isGreaterThan(previous);
            ids.add(id);
            previous = id;
        }
        assertThat(ids).hasSize(100);
    }
}
