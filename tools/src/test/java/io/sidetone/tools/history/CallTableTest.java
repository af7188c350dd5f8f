package io.sidetone.tools.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTableTest {
    private static List<String> lines(String call, int width) throws Exception {
        return CallTable.lines(List.of(new ObjectMapper().readTree(call)), ZoneOffset.UTC, width);
    }

    @Test
    void shouldCutLinesAtTheWidthOfTheTerminalAndOnlyThose() throws Exception {
        String call = "{\"callId\": \"01A\", \"startedAt\": \"2026-04-01T10:00:00Z\", \"cause\": \"OPERATOR\"}";
        String whole = lines(call, Integer.MAX_VALUE).get(1);
        assertThat(whole).startsWith("01A   2026-04-01 10:00:00").endsWith("OPERATOR");
        assertThat(lines(call, whole.length()).get(1)).isEqualTo(whole);
        assertThat(lines(call, 12)).containsExactly("CALL  START…", "01A   2026-…");
    }

    @Test
    void shouldLeaveOutWhatACallDoesNotHaveAndWhatIsOfAnotherKind() throws Exception {
        assertThat(lines("{\"startedAt\": \"yesterday\", \"turns\": \"many\", \"agent\": {}, \"cause\": null}", 200)
                        .get(1)
                        .strip())
                .isEqualTo("→");
    }
}
