package io.sidetone.audio.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** In a JVM started without the module, as {@code java -jar} starts it. */
class PlainPathTest {
    @Test
    void shouldStayPlainWhenTheModuleIsAbsent() {
        assertThat(VectorPath.available()).isFalse();
        assertThat(VectorPath.warmUp(() -> 0, () -> 0)).isFalse();
        assertThat(VectorPath.inUse()).isFalse();
        assertThat(VectorPath.loops(1_000)).isNull();
        assertThat(VectorPath.description()).contains("plain", "jdk.incubator.vector");
    }
}
