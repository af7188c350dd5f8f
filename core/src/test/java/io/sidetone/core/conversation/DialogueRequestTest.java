package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.UserInput;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("VAN-05")
class DialogueRequestTest {
    private static final long MS = TurnContext.MS;
    private static final UserInput INPUT = new UserInput(UserInput.Kind.SPEECH, "a table for two");

    private final DialogueRequest request = new DialogueRequest();
    private long nowNs = 5_000 * MS;

    private static EngineFailure rateLimited(int retryAfterMs) {
        return new EngineFailure(EngineFailure.RATE_LIMITED, "slow down", true, retryAfterMs);
    }

    @Test
    void shouldBeAskedOnceWhenItIsDue() {
        request.ask(INPUT, 0, nowNs);
        assertThat(request.due(nowNs)).isTrue();
        assertThat(request.take()).isEqualTo(INPUT);
        assertThat(request.due(nowNs)).isFalse();
        assertThat(request.open()).isTrue();
    }

    @Test
    void shouldWaitWhenTheGrantHasADelay() {
        request.ask(INPUT, 300, nowNs);
        assertThat(request.waiting()).isTrue();
        assertThat(request.due(nowNs + 299 * MS)).isFalse();
        assertThat(request.due(nowNs + 300 * MS)).isTrue();
        assertThat(request.overdue(nowNs, 100, nowNs + 399 * MS)).isFalse();
        assertThat(request.overdue(nowNs, 100, nowNs + 400 * MS)).isTrue();
        assertThat(request.overdue(nowNs + 350 * MS, 100, nowNs + 400 * MS)).isFalse();
    }

    @Test
    void shouldWaitTwiceAsLongWhenItFailsAgain() {
        request.ask(INPUT, 0, nowNs);
        for (int i = 0; i < DialogueRequest.MAX_RETRIES; i++) {
            request.take();
            int delayMs = request.retryMs(rateLimited(0));
            assertThat(delayMs).isEqualTo(DialogueRequest.RETRY_MS << i);
            request.again(delayMs, nowNs);
            assertThat(request.due(nowNs + delayMs * MS - 1)).isFalse();
            nowNs += delayMs * MS;
            assertThat(request.due(nowNs)).isTrue();
        }
        request.take();
        assertThat(request.repeated()).isTrue();
        assertThat(request.retryMs(rateLimited(0))).as("after the last try").isNegative();
    }

    @Test
    void shouldWaitAsLongAsTheModelSaysWhenThatIsBearable() {
        request.ask(INPUT, 0, nowNs);
        request.take();
        assertThat(request.retryMs(rateLimited(3_000))).isEqualTo(3_000);
        assertThat(request.retryMs(rateLimited(DialogueRequest.MAX_RETRY_DELAY_MS + 1)))
                .isNegative();
    }

    @Test
    void shouldNotBeAskedAgainWhenAnotherThingFailed() {
        request.ask(INPUT, 0, nowNs);
        request.take();
        assertThat(request.retryMs(new EngineFailure(EngineFailure.UNAVAILABLE, "gone", true)))
                .isNegative();
        request.answered();
        assertThat(request.retryMs(rateLimited(0))).as("answered").isNegative();
    }

    @Test
    void shouldNotBeAskedWhenItWasDroppedOrAdopted() {
        request.ask(INPUT, 0, nowNs);
        request.drop();
        assertThat(request.due(nowNs)).isFalse();
        assertThat(request.open()).isFalse();
        request.adopted(INPUT, nowNs);
        assertThat(request.due(nowNs)).isFalse();
        assertThat(request.open()).isTrue();
        assertThat(request.first()).isTrue();
    }
}
