package io.sidetone.server.records.store.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.records.usage.Prices;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StoredCallsTest {
    private final StoredCalls calls = new StoredCalls(callId -> null, Prices.NONE);

    /** What waited in a spool before floor turns, actions and alerts were kept. */
    @Test
    void shouldReadACallThatAnEarlierVersionSpooled() throws Exception {
        String body = "{\"callId\":\"01TESTTESTTESTTESTTESTTEST\",\"status\":\"ENDED\",\"metrics\":{\"turns\":1.0},"
                + "\"turns\":[{\"role\":\"user\",\"text\":\"hello\",\"interrupted\":false,\"intended\":\"\"}],\"events\":[]}";
        StoredCall read = calls.read(body.getBytes(StandardCharsets.UTF_8));
        assertThat(read.history()).containsExactly(new StoredCall.Utterance("user", "hello", false, "", null, null));
        assertThat(read.turns()).isEmpty();
        assertThat(calls.read(calls.write(read))).isEqualTo(read);
    }
}
