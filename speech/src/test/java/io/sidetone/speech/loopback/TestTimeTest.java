package io.sidetone.speech.loopback;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.net.EngineNet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TestTimeTest {
    @Test
    void shouldRunTimersInTheirOrderWhenTimeIsMovedOn() {
        TestTime time = new TestTime();
        EventLog log = new EventLog();
        try (EngineNet net = time.net(1)) {
            EventLoop loop = net.next();
            loop.schedule(() -> log.add("an hour"), 60, TimeUnit.MINUTES);
            loop.schedule(() -> log.add("half an hour"), 30, TimeUnit.MINUTES);
            loop.schedule(() -> log.add("two hours"), 120, TimeUnit.MINUTES);
            loop.schedule(() -> log.add("at once"), 1, TimeUnit.MILLISECONDS);
            log.await("at once");
            time.pass(61 * 60_000);
            log.await("an hour");
            assertThat(log.lines()).containsExactly("at once", "half an hour", "an hour");
        }
    }

    @Test
    void shouldCountLittleOfALongStep() {
        assertThat(TestTime.counted(4_000_000)).isEqualTo(4_000_000);
        assertThat(TestTime.counted(9_000_000_000L))
                .as("the machine stood still")
                .isEqualTo(6_000_000);
    }
}
