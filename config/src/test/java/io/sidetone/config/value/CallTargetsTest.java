package io.sidetone.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.Loading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallTargetsTest {
    private static final String REST = "\nengines: {mock: {type: mock}}\n"
            + "agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'+49' |",
                "'+4930*' |",
                "'any' |",
                "'sip:*@192.0.2.7' |",
                "'*' | would let everybody be called",
                "'Berlin' | is no beginning of numbers",
                "'sip:x@*' | lets * stand for a host"
            })
    void shouldSayWhatIsNoTarget(String target, String problem) {
        List<String> problems =
                Loading.problems("outbound: {allow: ['" + target.replace("'", "") + "']}" + REST, Map.of());
        if (problem == null) {
            assertThat(problems).isEmpty();
        } else {
            assertThat(problems).singleElement().asString().contains(problem).startsWith("outbound.allow");
        }
    }
}
