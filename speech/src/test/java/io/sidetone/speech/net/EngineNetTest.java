package io.sidetone.speech.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EngineNetTest {
    private static final int THREADS = 4;

    @Test
    void shouldStayOnTheLoopWhenASessionOpensAnother() throws Exception {
        try (EngineNet net = EngineNet.open(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                EventLoop loop = net.next();
                EventLoop behind = loop.submit(net::next).get(60, TimeUnit.SECONDS);
                assertThat(behind).isSameAs(loop);
            }
        }
    }

    @Test
    void shouldSpreadSessionsOverLoopsWhenOthersOpenThem() {
        try (EngineNet net = EngineNet.open(THREADS)) {
            Set<EventLoop> loops = new HashSet<>();
            for (int i = 0; i < THREADS; i++) {
                loops.add(net.next());
            }
            assertThat(loops).hasSize(THREADS);
        }
    }
}
