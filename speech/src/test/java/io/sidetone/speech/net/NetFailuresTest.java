package io.sidetone.speech.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.EmptyHttpHeaders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetFailuresTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"error\":{\"message\":\"No such thing.\",\"type\":\"t\"}}",
                "[{\"error\":{\"message\":\"No such thing.\",\"status\":\"INVALID_ARGUMENT\"}}]",
                "{\"err_code\":\"Bad Request\",\"err_msg\":\"No such thing.\"}",
                "{\"title\":\"Bad Request\",\"message\":\"No such thing.\",\"error_code\":\"x\"}",
                "{\"detail\":{\"status\":\"invalid\",\"message\":\"No such thing.\"}}",
                "{\"detail\":\"No such thing.\"}",
                "{\"error\":\"No such thing.\"}",
                "No such thing."
            })
    void shouldPickOutTheSentenceWhereverAServicePutsIt(String body) {
        assertThat(NetFailures.status("stt", 400, EmptyHttpHeaders.INSTANCE, body)
                        .message())
                .isEqualTo("engine stt answered 400: No such thing.; check engines.stt.model, voice and options");
    }

    @ParameterizedTest
    @CsvSource({
        "400, engines.stt.model",
        "401, engines.stt.key",
        "402, engines.stt.key",
        "403, engines.stt.key",
        "404, engines.stt.url",
        "422, engines.stt.model",
        "429, engines.stt.key"
    })
    void shouldNameTheKeyToLookAt(int status, String key) {
        assertThat(NetFailures.status("stt", status, EmptyHttpHeaders.INSTANCE, "no")
                        .message())
                .contains(key);
    }
}
