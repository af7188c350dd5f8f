package io.sidetone.server.agents.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedPartsTest {
    private final SharedParts shared = new SharedParts();
    private final List<String> done = new ArrayList<>();

    private SharedParts.Use<AutoCloseable> use(String key) {
        return shared.use(key, () -> {
            done.add("open " + key);
            return () -> done.add("close " + key);
        });
    }

    @Test
    void shouldOpenAPartOnceAndCloseItWithItsLastUse() {
        SharedParts.Use<AutoCloseable> one = use("model");
        SharedParts.Use<AutoCloseable> two = use("model");
        use("voice");
        assertThat(two.part()).isSameAs(one.part());
        one.close();
        one.close();
        assertThat(done).containsExactly("open model", "open voice");
        two.close();
        assertThat(done).containsExactly("open model", "open voice", "close model");
        assertThat(shared.open()).isEqualTo(1);
        use("model");
        assertThat(done).endsWith("open model");
    }

    @Test
    void shouldKeepNothingOfAPartThatCannotBeOpened() {
        assertThatThrownBy(() -> shared.<AutoCloseable, IOException, RuntimeException>use("model", () -> {
                    throw new IOException("no such file");
                }))
                .isInstanceOf(IOException.class);
        assertThat(shared.open()).isZero();
    }
}
