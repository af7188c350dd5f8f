package io.sidetone.speech.embedded.sphinx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.speech.embedded.Eventually;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DecoderPoolTest {
    private final FakeDecoders decoders = new FakeDecoders();

    @Test
    void shouldServeTheFirstDecoderWhileTheOthersOpen() throws InterruptedException {
        CountDownLatch second = new CountDownLatch(1);
        AtomicInteger opens = new AtomicInteger();
        DecoderPool pool = new DecoderPool(3, "embedded.decoders", () -> {
            if (opens.incrementAndGet() == 2) {
                await(second);
            }
            return decoders.open();
        });
        assertThat(pool.awaitFirst(20_000)).isTrue();
        assertThat(pool.health().up()).isTrue();
        UtteranceDecoder taken = pool.tryAcquire();
        assertThat(taken).isNotNull();
        assertThat(pool.tryAcquire()).isNull();
        assertThat(pool.exhausted()).isEqualTo(1);
        second.countDown();
        assertThat(pool.awaitAll(60_000)).isTrue();
        pool.release(taken);
        pool.close();
        assertThat(decoders.stillOpen()).isZero();
    }

    @Test
    void shouldReplaceWhatComesBack() throws InterruptedException {
        DecoderPool pool = new DecoderPool(1, "embedded.decoders", decoders);
        assertThat(pool.awaitAll(60_000)).isTrue();
        UtteranceDecoder first = pool.tryAcquire();
        pool.release(first);
        UtteranceDecoder next = Eventually.get("a fresh decoder", pool::tryAcquire);
        assertThat(next).isNotSameAs(first);
        assertThat(((FakeDecoders.Fake) first).closed).isTrue();
        pool.release(next);
        pool.close();
        assertThat(decoders.stillOpen()).isZero();
    }

    @Test
    void shouldCloseADecoderThatComesBackAfterTheEnd() throws InterruptedException {
        DecoderPool pool = new DecoderPool(2, "embedded.decoders", decoders);
        assertThat(pool.awaitAll(60_000)).isTrue();
        UtteranceDecoder late = pool.tryAcquire();
        pool.close();
        assertThat(decoders.stillOpen()).isEqualTo(1);
        assertThat(pool.tryAcquire()).isNull();
        pool.release(late);
        assertThat(decoders.stillOpen()).isZero();
    }

    @Test
    void shouldSayWhyWhenNoDecoderOpens() {
        decoders.refuseToOpen = true;
        try (DecoderPool pool = new DecoderPool(1, "embedded.decoders", decoders)) {
            Eventually.holds(
                    "the failure is known", () -> pool.health().detail().contains("no model"));
            assertThat(pool.health().up()).isFalse();
            assertThat(pool.health().detail()).isEqualTo("no decoder can be opened: no model");
        }
    }

    @Test
    void shouldRefuseASizeOfNone() {
        assertThatThrownBy(() -> new DecoderPool(0, "embedded.decoders", decoders))
                .hasMessageContaining("embedded.decoders: 0");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
