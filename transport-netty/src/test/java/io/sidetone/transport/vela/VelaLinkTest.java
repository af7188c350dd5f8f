package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.sidetone.transport.ws.WsOutput;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A socket on another event loop than its session's: everything arrives there, in order, and audio is bounded. */
class VelaLinkTest {
    private final EventLoop far = new DefaultEventLoop();
    private final List<String> written = new CopyOnWriteArrayList<>();
    private final VelaLink link = new VelaLink(new Output());

    @AfterEach
    void stop() {
        far.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    @Test
    void shouldKeepTheOrderOfEverythingSent() throws Exception {
        for (int i = 0; i < 5; i++) {
            link.text(("text " + i).getBytes(StandardCharsets.US_ASCII));
            assertThat(link.audio(bytes("audio " + i))).isTrue();
        }
        link.close(1_000, "bye");
        far.submit(() -> {}).get(5, TimeUnit.SECONDS);
        assertThat(written)
                .containsExactly(
                        "text 0",
                        "audio 0",
                        "text 1",
                        "audio 1",
                        "text 2",
                        "audio 2",
                        "text 3",
                        "audio 3",
                        "text 4",
                        "audio 4",
                        "close 1000");
    }

    @Test
    void shouldHoldAudioBackWhenTheOtherLoopStands() throws Exception {
        CountDownLatch stands = new CountDownLatch(1);
        far.execute(() -> {
            try {
                stands.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        int sent = 0;
        while (link.room() && sent < 1_000) {
            link.audio(bytes("audio"));
            sent++;
        }
        assertThat(sent).isEqualTo(16);
        stands.countDown();
        far.submit(() -> {}).get(5, TimeUnit.SECONDS);
        assertThat(link.room()).isTrue();
        assertThat(written).hasSize(16);
    }

    @Test
    void shouldReleaseWhatCannotGoAnyMore() throws Exception {
        far.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS);
        ByteBuf lost = bytes("audio");
        assertThat(link.audio(lost)).isFalse();
        assertThat(lost.refCnt()).isZero();
        link.text(new byte[1]);
        link.close(1_000, "bye");
        assertThat(written).isEmpty();
    }

    private final class Output implements WsOutput {
        @Override
        public EventLoop loop() {
            return far;
        }

        @Override
        public ByteBuf buffer(int bytes) {
            assertThat(far.inEventLoop()).isTrue();
            return Unpooled.buffer(bytes);
        }

        @Override
        public void text(ByteBuf message) {
            add(message);
        }

        private void add(ByteBuf message) {
            assertThat(far.inEventLoop()).isTrue();
            written.add(message.toString(StandardCharsets.US_ASCII));
            message.release();
        }

        @Override
        public boolean audio(ByteBuf message, boolean binary) {
            add(message);
            return true;
        }

        @Override
        public boolean roomForAudio() {
            return true;
        }

        @Override
        public void close(int code, String reason) {
            written.add("close " + code);
        }
    }
}
