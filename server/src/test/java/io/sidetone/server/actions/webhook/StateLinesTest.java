package io.sidetone.server.actions.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.action.ActionProgress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer in lines, however it is cut on its way. */
class StateLinesTest {
    private final List<String> said = new ArrayList<>();

    private StateLines given(int limit, int pieceBytes, String text) {
        StateLines lines = new StateLines(limit, said::add);
        lines.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
        });
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += pieceBytes) {
            lines.onNext(List.of(ByteBuffer.wrap(bytes, at, Math.min(pieceBytes, bytes.length - at))));
        }
        lines.onComplete();
        return lines;
    }

    private static String result(StateLines lines) {
        return new String(lines.getBody().toCompletableFuture().join(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1_000})
    void shouldFindLinesHoweverTheyAreCut(int pieceBytes) {
        StateLines lines =
                given(1_000, pieceBytes, "{\"state\": \"Grüße, ich schaue.\"}\r\n{\"state\":\"b\"}\n{\"a\":1}\n");
        assertThat(said).containsExactly("Grüße, ich schaue.", "b");
        assertThat(result(lines)).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"state\": 7}", "{\"state\": \"a\", \"b\": 1}", "[\"state\"]", "not json", "{\"state\": {}}"})
    void shouldTakeAnythingElseForTheAnswer(String line) {
        assertThat(result(given(1_000, 3, line))).isEqualTo(line);
        assertThat(said).isEmpty();
    }

    @Test
    void shouldReturnNothingWhenThereAreStatesOnly() {
        assertThat(result(given(1_000, 5, "{\"state\": \"a\"}\n"))).isEmpty();
    }

    @Test
    void shouldNotSayMoreThanTwentyStates() {
        given(10_000, 100, "{\"state\": \"a\"}\n".repeat(50));
        assertThat(said).hasSize(ActionProgress.MOST);
    }

    @Test
    void shouldFailWhenTheAnswerIsTooLarge() {
        StateLines lines = given(40, 10, "{\"state\": \"a\"}\n".repeat(50));
        assertThat(said).hasSizeLessThan(4);
        assertThatThrownBy(() -> result(lines)).hasCauseInstanceOf(AnswerTooLargeException.class);
    }
}
