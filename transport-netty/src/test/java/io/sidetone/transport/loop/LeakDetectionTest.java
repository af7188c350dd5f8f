package io.sidetone.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeakDetectionTest {
    private static final String PROPERTY = "io.netty.leakDetection.level";

    @Test
    void shouldLeaveTheChoiceToWhoMadeOneAndElseSearchForNothing() {
        String before = System.getProperty(PROPERTY);
        try {
            System.setProperty(PROPERTY, "paranoid");
            LeakDetection.offByDefault();
            assertThat(System.getProperty(PROPERTY)).isEqualTo("paranoid");
            System.clearProperty(PROPERTY);
            LeakDetection.offByDefault();
            assertThat(System.getProperty(PROPERTY)).isEqualTo("disabled");
        } finally {
            System.setProperty(PROPERTY, before);
        }
    }
}
