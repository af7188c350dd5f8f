package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.bench.harness.Jcmd;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void shouldCountByThreadRoomAndMethod() {
        Profile profile = new Profile();
        profile.add(
                "lane-0",
                List.of(
                        "java.util.Arrays.fill",
                        "io.sidetone.audio.vad.Bands.analyse",
                        "io.sidetone.core.lane.Lane.run"));
        profile.add("lane-0", List.of("io.sidetone.audio.vad.Bands.analyse"));
        profile.add("media-1-1", List.of("io.netty.channel.epoll.Native.sendTo", "java.lang.Thread.run"));
        profile.add("web", List.of());
        assertThat(profile.samples()).isEqualTo(4);
        assertThat(profile.markdown())
                .containsExactly(
                        "",
                        "| threads | share of 4 samples |",
                        "|---|---|",
                        "| lane | 50.0 % |",
                        "| media | 25.0 % |",
                        "| web | 25.0 % |",
                        "",
                        "| room | share of 4 samples |",
                        "|---|---|",
                        "| audio.vad | 50.0 % |",
                        "| none of ours | 50.0 % |",
                        "",
                        "| innermost method | share of 4 samples |",
                        "|---|---|",
                        "| io.netty.channel.epoll.Native.sendTo | 25.0 % |",
                        "| io.sidetone.audio.vad.Bands.analyse | 25.0 % |",
                        "| java.util.Arrays.fill | 25.0 % |");
    }

    @Test
    void shouldReadTheTotalOfAHistogram() throws IOException {
        String histogram = " num     #instances         #bytes  class name (module)\n"
                + "   1:         10000        1000000  [B (java.base@25)\nTotal         10001        1000016\n";
        assertThat(Jcmd.total(histogram)).isEqualTo(1_000_016);
        assertThatThrownBy(() -> Jcmd.total("Could not attach")).hasMessageContaining("Could not attach");
    }
}
