package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How compatible servers send tool calls, and which calls they are. */
class ToolCallsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private enum Index {
        COUNTED,
        ALL_ZERO,
        NONE
    }

    private enum Ids {
        OWN,
        NONE,
        EMPTY,
        ALIKE
    }

    private static List<String> read(List<String> pieces) {
        ToolCalls calls = new ToolCalls();
        pieces.forEach(piece -> {
            try {
                calls.piece(JSON.readTree(piece));
            } catch (JsonProcessingException e) {
                throw new AssertionError(piece, e);
            }
        });
        return calls.requests().stream()
                .map(call -> call.name() + call.arguments())
                .toList();
    }

    @Test
    void shouldKeepCallsApartHoweverTheyAreSent() throws JsonProcessingException {
        Random random = new Random(20_261_130);
        for (int round = 0; round < 20_000; round++) {
            Index index = Index.values()[random.nextInt(3)];
            Ids ids = Ids.values()[random.nextInt(4)];
            List<String> pieces = new ArrayList<>();
            List<String> meant = new ArrayList<>();
            int calls = 1 + random.nextInt(4);
            for (int i = 0; i < calls; i++) {
                String name = random.nextBoolean() ? "slot" : "note" + random.nextInt(2);
                String arguments = "{\"day\":\"" + i + "}\\\"{\",\"more\":{\"n\":[" + random.nextInt(9) + "]}}";
                meant.add(name + arguments);
                int parts = 1 + random.nextInt(3);
                boolean nameEachTime = random.nextBoolean();
                for (int part = 0; part < parts; part++) {
                    Map<String, Object> function = new HashMap<>();
                    if (part == 0 || nameEachTime) {
                        function.put("name", name);
                    }
                    function.put(
                            "arguments",
                            arguments.substring(
                                    arguments.length() * part / parts, arguments.length() * (part + 1) / parts));
                    Map<String, Object> piece = new HashMap<>(Map.of("function", function));
                    if (index != Index.NONE) {
                        piece.put("index", index == Index.COUNTED ? i : 0);
                    }
                    if (ids != Ids.NONE && (part == 0 || ids == Ids.EMPTY || random.nextBoolean())) {
                        piece.put("id", ids == Ids.OWN ? "call_" + i : ids == Ids.ALIKE ? "call" : "");
                    }
                    pieces.add(JSON.writeValueAsString(piece));
                }
            }
            assertThat(read(pieces)).as("%s", pieces).isEqualTo(meant);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
        a whole call sent once more | {"index":0,"id":"a","function":{"name":"s","arguments":"{}"}} {"index":0,"id":"a","function":{"name":"s","arguments":"{}"}} | s{}
        whole arguments without a name | {"index":0,"function":{"name":"s","arguments":"{\\"d\\":1}"}} {"index":0,"function":{"arguments":"{\\"d\\":2}"}} | s{"d":1} s{"d":2}
        more of the same id | {"index":0,"id":"a","function":{"name":"s","arguments":"{\\"d\\":1}"}} {"index":0,"id":"a","function":{"arguments":"{\\"d\\":2}"}} | s{"d":1}{"d":2}
        a new id with each piece | {"index":0,"id":"a","function":{"name":"s","arguments":"{\\"d\\""}} {"index":0,"id":"b","function":{"arguments":":2}"}} | s{"d":2}
        an id before its name | {"index":0,"id":"a","function":{"name":"s","arguments":"{}"}} {"index":0,"id":"b"} {"index":0,"function":{"name":"t","arguments":"{}"}} | s{} t{}
        two without parameters | {"index":0,"id":"a","function":{"name":"s"}} {"index":0,"id":"b","function":{"name":"t"}} | s t
        two alike without parameters | {"index":0,"id":"a","function":{"name":"s"}} {"index":0,"id":"b","function":{"name":"s"}} | s s
        an index that names no call | {"index":0,"id":"a","function":{"name":"s","arguments":""}} {"index":1,"function":{"arguments":"{}"}} | s{}
        mixed | {"index":1,"id":"b","function":{"name":"t","arguments":"{"}} {"index":0,"id":"a","function":{"name":"s","arguments":"{"}} {"index":1,"function":{"arguments":"}"}} {"index":0,"function":{"arguments":"}"}} | s{} t{}
        arguments that are no text | {"index":0,"id":"a","function":{"name":"s","arguments":{"d":1}}} {"index":0,"id":"b","function":{"name":"s","arguments":{"d":2}}} | s{"d":1} s{"d":2}
        rubbish behind the object | {"index":0,"id":"a","function":{"name":"s","arguments":"{} and"}} {"index":0,"function":{"arguments":" so on"}} | s{} and so on
        """)
    void shouldTellCalls(String what, String pieces, String meant) {
        assertThat(String.join(" ", read(List.of(pieces.split(" (?=\\{\"index)")))))
                .isEqualTo(meant);
    }
}
