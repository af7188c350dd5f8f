package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CollectorTest {
    @Test
    void shouldReplaceCollectorAndHeapAndKeepTheRest() {
        List<String> launcher =
                List.of("-XX:+UseZGC", "-XX:+ZGenerational", "-Xms128m", "--add-modules=jdk.incubator.vector");
        assertThat(Collector.SERIAL.in(launcher, 256))
                .containsExactly("--add-modules=jdk.incubator.vector", "-XX:+UseSerialGC", "-Xms256m", "-Xmx256m");
        assertThat(Collector.ZGC.in(launcher, 128))
                .containsExactly(
                        "-XX:+ZGenerational",
                        "--add-modules=jdk.incubator.vector",
                        "-XX:+UseZGC",
                        "-Xms128m",
                        "-Xmx128m");
    }
}
