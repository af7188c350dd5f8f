package io.sidetone.server.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReloadSignalTest {
    private final ReloadSignal signal = new ReloadSignal();
    private final AtomicInteger reloads = new AtomicInteger();

    @Test
    void shouldAskOnceForSignalsThatCameBeforeTheServerWasReady() {
        signal.received();
        signal.received();
        signal.asks(reloads::incrementAndGet);
        assertThat(reloads).hasValue(1);
        signal.received();
        assertThat(reloads).hasValue(2);
    }
}
