package io.sidetone.server.ops.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpiryStageTest {
    @ParameterizedTest
    @CsvSource({
        "2592001, FAR",
        "2592000, MONTH",
        "604801, MONTH",
        "604800, WEEK",
        "86401, WEEK",
        "86400, DAY",
        "1, DAY",
        "0, EXPIRED",
        "-5, EXPIRED"
    })
    void shouldComeNearerWhenLessTimeIsLeft(long leftS, ExpiryStage stage) {
        assertThat(ExpiryStage.of(leftS)).isEqualTo(stage);
    }
}
