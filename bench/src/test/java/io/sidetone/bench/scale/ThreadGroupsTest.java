package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.harness.Target.Task;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadGroupsTest {
    @ParameterizedTest
    @CsvSource({
        "lane,lane",
        "media,media",
        "web,web",
        "C,compiler",
        "ZWorkerYoung,gc",
        "ZDriverMajor,gc",
        "GC,gc",
        "G,gc",
        "poller,media",
        "control,other",
        "VM,other",
        "java,other"
    })
    void shouldKnowWhatAThreadIsFor(String thread, String group) {
        assertThat(ThreadGroups.of(thread)).isEqualTo(group);
    }

    @Test
    void shouldAddUpByThreadWhenSomeBeganOrEndedMeanwhile() {
        Map<String, Task> before = Map.of("1", new Task("lane", 5_000_000), "2", new Task("C", 9_000_000_000L));
        Map<String, Task> after = Map.of(
                "1", new Task("lane", 7_000_000), "3", new Task("lane", 1_000_000), "4", new Task("C", 2_000_000));
        assertThat(ThreadGroups.between(before, after))
                .containsEntry("lane", 0.003)
                .containsEntry("compiler", 0.002)
                .containsEntry("web", 0.0)
                .containsOnlyKeys(ThreadGroups.ALL);
    }
}
