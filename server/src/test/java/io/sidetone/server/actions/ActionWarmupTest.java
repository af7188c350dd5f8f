package io.sidetone.server.actions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.actions.webhook.WebhookTransport;
import org.junit.jupiter.api.Test;

class ActionWarmupTest {
    private static final long LIMIT_MS = 10_000;

    @Test
    void shouldCarryOutOneActionOverTheTransportOfTheRealOnes() throws Exception {
        try (WebhookTransport webhooks = new WebhookTransport(() -> 0, System::nanoTime, () -> 0.5)) {
            assertThat(ActionWarmup.start(webhooks).await(LIMIT_MS)).isTrue();
        }
    }

    @Test
    void shouldHoldNothingUpWhenItCannotBeDone() throws Exception {
        WebhookTransport closed = new WebhookTransport(() -> 0, System::nanoTime, () -> 0.5);
        closed.close();
        assertThat(ActionWarmup.start(closed).await(LIMIT_MS)).isFalse();
    }
}
