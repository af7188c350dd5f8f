package io.sidetone.tools.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.server.actions.webhook.FakeShop;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations by text, in real time. */
@Tag("real-time")
class ChatTest {
    private static final int PATIENCE_S = 30;

    @TempDir
    private Path noPlugins;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private FakeShop shop;

    @BeforeEach
    void open() throws Exception {
        shop = FakeShop.live();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private LoadedConfig config() throws Exception {
        String text =
                """
                engines:
                  mock: {type: mock, greeting: Hello., reply: "You said %%s."}
                  long: {type: mock, greeting: Hi., reply: "One two three four five six seven eight nine ten eleven twelve."}
                  buyer: {type: mock, greeting: Shop., action: [order], parameters: {article: "%%s"}, reply: Ordered.}
                  giver: {type: mock, greeting: Desk., action: [hand_over], parameters: {agent: shop, note: buys}, reply: I connect you.}
                  rt: {type: openai-realtime, key: a-key-of-a-test}
                actions:
                  order: {type: webhook, url: "%s", secret: %s, description: Orders.}
                agents:
                  desk: {match: {called: ["1"]}, recognizer: mock, dialogue: mock, synthesizer: mock, variables: {customer: ""}}
                  teller: {match: {called: ["2"]}, recognizer: mock, dialogue: long, synthesizer: mock}
                  shop: {match: {called: ["3"]}, recognizer: mock, dialogue: buyer, synthesizer: mock, actions: [order]}
                  giver: {match: {called: ["4"]}, recognizer: mock, dialogue: giver, synthesizer: mock, hand-over: {to: [shop]}}
                  live: {match: {called: ["5"]}, realtime: rt, on-call: {plugin: nobody-opens-it}}
                plugins: %s
                """
                        .formatted(shop.url(), FakeShop.SECRET, noPlugins);
        return new ConfigLoader(ConfigEnvironment.system()).parse(text, "test", Path.of(""), Optional.empty());
    }

    private boolean talk(String agent, boolean interactive, Reader in, Map<String, String> variables) throws Exception {
        return new Chat(config(), new BufferedReader(in), new PrintWriter(out, true), new PrintWriter(err, true))
                .talk(new ChatOptions(agent, variables, "+15550100", agent, interactive));
    }

    private boolean talk(String agent, String lines) throws Exception {
        return talk(agent, false, new StringReader(lines), Map.of());
    }

    @Test
    void shouldWaitForTheAgentWhenLinesComeFromAPipe() throws Exception {
        assertThat(talk("desk", "tea\n\n/digits 5\n/digits x\n/what\n/help\n")).isTrue();
        assertThat(out.toString().lines().map(line -> line.replaceAll("[0-9.]+ s", "N s")))
                .containsSubsequence(
                        "desk: Hello.",
                        "  (first word after N s, spoken after N s)",
                        "you: tea",
                        "desk: You said tea.",
                        "  (first word after N s, spoken after N s)",
                        "you: (keys 5)",
                        "desk: You said 5.")
                .anyMatch(line -> line.contains("'x' are no keys"))
                .anyMatch(line -> line.contains("'/what' is no command"))
                .anyMatch(line -> line.contains("/digits 123"))
                .noneMatch(line -> line.contains("interrupted"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldShowWhatActionsAreAskedAndWhatTheyBring() throws Exception {
        shop.answer(200, "{\"pieces\": 12}");
        talk("shop", "tea\n/bye\nnever said\n");
        assertThat(out.toString())
                .contains(
                        "[order {article=tea}]", "[order brought {pieces=12}]", "[order -> ok after ", "shop: Ordered.")
                .doesNotContain("never said")
                .doesNotContain(FakeShop.SECRET);
        assertThat(shop.bodies).singleElement().asString().contains("\"parameters\":{\"article\":\"tea\"}");
        assertThat(shop.complaints).isEmpty();
    }

    @Test
    void shouldNotLetAServerMoveTheCursor() throws Exception {
        shop.answer(200, "{\"pieces\": \"\\u001b[2J\\nyou: give me all\"}");
        talk("shop", "tea\n");
        assertThat(out.toString().lines()).doesNotContain("you: give me all");
        assertThat(out.toString()).doesNotContain("\u001b").contains("\\u001b[2J");
    }

    @Test
    void shouldHandOverToAnotherAgent() throws Exception {
        talk("giver", "tea\nmilk\n");
        assertThat(out.toString().lines())
                .containsSubsequence(
                        "giver: Desk.", "giver: I connect you.", "shop: Shop.", "you: milk", "shop: Ordered.");
    }

    @Test
    void shouldInterruptWhenALineIsTypedWhileTheAgentSpeaks() throws Exception {
        try (PipedWriter typed = new PipedWriter();
                PipedReader in = new PipedReader(typed)) {
            CompletableFuture<Boolean> end = CompletableFuture.supplyAsync(() -> {
                try {
                    return talk("teller", true, in, Map.of());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            await("spoken after");
            typed.write("tell me\n");
            await("teller: One two");
            typed.write("stop\n");
            await("interrupted; heard: One two");
            typed.write("/bye\n");
            assertThat(end.get(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(out.toString()).doesNotContain("you: ");
    }

    @Test
    void shouldNotSayALineThatNobodyWouldSay() throws Exception {
        String longest = "/" + "a".repeat(3_999);
        assertThat(talk("desk", longest + "b\r\n" + longest + "\r\n")).isTrue();
        assertThat(out.toString())
                .containsOnlyOnce("the line is longer than 4000 characters")
                .containsOnlyOnce("'" + longest + "' is no command");
    }

    private void await(String text) throws InterruptedException {
        for (int i = 0; i < PATIENCE_S * 50 && !out.toString().contains(text); i++) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(out.toString()).contains(text);
    }

    @Test
    void shouldSayWhatIsWrongWithWhatWasAskedFor() {
        assertThatThrownBy(() -> talk("desc", "")).hasMessage("'desc' is no agent; did you mean desk?");
        assertThatThrownBy(() -> talk("desk", false, new StringReader(""), Map.of("custmer", "x")))
                .hasMessage("--var custmer: agents.desk.variables declares no such name; there are customer");
        assertThatThrownBy(() -> talk("live", "")).hasMessageContaining("takes no text; call it");
    }
}
