package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.actions.webhook.FakeShop;
import io.sidetone.speech.cartesia.CartesiaService;
import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.chat.OpenAiService;
import io.sidetone.speech.deepgram.ListenService;
import io.sidetone.speech.loopback.HttpScript;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.voice.FakeVoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Deepgram, OpenAI, Cartesia and a shop on this machine, each strict, each with a key of its own. */
final class LoopbackServices implements AutoCloseable {
    static final String LISTEN_KEY = "dg-secret-of-the-test";
    static final String GREETING = "Good morning, this is the shop.";

    /** The voice that the configuration names. */
    static final String VOICE = "a0e99841-438c-4a64-b679-ae501e7d6091";

    /** A telephone's speed, so that what is spoken lasts long enough to be interrupted. */
    private static final int MS_PER_CHAR = 60;

    /** Time in which the voice makes 40 ms of sound: several times faster than it is heard, as real services do. */
    private static final int PACE_MS = 8;

    /** Connections that may wait for a next question: the server has two loops, and one is warmed at a call's start. */
    private static final int WAITING = 4;

    final LoopbackServer listenServer = LoopbackServer.realTime();
    final LoopbackServer chatServer = LoopbackServer.realTime();
    final LoopbackServer voiceServer = LoopbackServer.realTime();
    final ListenService stt = new ListenService(LISTEN_KEY);
    final OpenAiService model = new OpenAiService(chatServer, "/v1/chat/completions");
    final CartesiaService voice = new CartesiaService(voiceServer);
    final FakeShop shop;

    LoopbackServices() throws IOException {
        shop = FakeShop.live();
        stt.script = new ConcurrentLinkedQueue<>();
        listenServer.socket("/v1/listen", stt::accept);
        voice.msPerChar = MS_PER_CHAR;
        voice.paceMs = PACE_MS;
    }

    /** What the caller will have said, stretch by stretch. */
    void script(String... lines) {
        stt.script.clear();
        stt.script.addAll(List.of(lines));
    }

    /** The configuration of a server that has them, its agent {@code desk} with {@code more}. */
    String config(String more) {
        return """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 4}
                actions:
                  check_stock: {type: webhook, url: "%s", secret: %s, description: Looks into the stock.,
                                parameters: {type: object, required: [article], properties: {article: {type: string}}}}
                engines:
                  dg: {type: deepgram, url: "%s", key: %s, options: {final-p99-ms: 1000}}
                  llm: {type: openai, url: "%s", key: %s}
                  sonic: {type: cartesia, url: "%s", key: %s, voice: %s}
                  mock: {type: mock, reply: "I heard %%s."}
                agents:
                  desk: {greeting: "%s", prompt: You work in a shop., actions: [check_stock], %s}
                """
                .formatted(
                        LeasedPorts.server(4),
                        shop.url(),
                        FakeShop.SECRET,
                        listenServer.ws(""),
                        LISTEN_KEY,
                        chatServer.http(""),
                        ChatService.KEY,
                        voiceServer.ws(""),
                        FakeVoice.KEY,
                        VOICE,
                        GREETING,
                        more);
    }

    /** An answer that comes a word at a time; whether it was heard out is seen in {@link #sent} and {@link #gone}. */
    static final class Drip implements HttpScript {
        final List<String> events;
        final AtomicInteger sent = new AtomicInteger();
        final CountDownLatch gone = new CountDownLatch(1);
        private final int everyMs;

        Drip(List<String> events, int everyMs) {
            this.events = events;
            this.everyMs = everyMs;
        }

        @Override
        public void request(io.sidetone.speech.loopback.Seen seen, Reply reply) {
            reply.onGone(gone::countDown);
            reply.head(200, ChatService.SSE);
            step(reply, events.iterator());
        }

        private void step(Reply reply, Iterator<String> rest) {
            if (!reply.connected()) {
                return;
            }
            if (rest.hasNext()) {
                sent.incrementAndGet();
                reply.chunk(rest.next());
                reply.later(everyMs, () -> step(reply, rest));
            } else {
                reply.end();
            }
        }
    }

    /**
     * The caller asks for what the shop knows, then for {@code story}, and interrupts it. Each may be asked more than once: a request
     * ahead of the end of a turn is given up when the caller goes on.
     */
    void conversation(String question, String request, String interruption, HttpScript story) {
        script(question, request, interruption);
        shop.answer(200, "{\"pieces\": 12}");
        model.answers(
                question,
                (seen, reply) -> ChatService.send(
                        reply,
                        model.calls(
                                "Let me look. ",
                                new ChatService.Call("call_1", "check_stock", "{\"article\":\"tea\"}"))));
        model.answers("{\"pieces\":12}", "There are ", "twelve pieces ", "left.");
        model.answers(request, story);
        model.answers(interruption, (seen, reply) -> ChatService.send(reply, model.words("As you wish.")));
    }

    /** After all calls: nobody broke a protocol, nothing is under way, and nobody wrote a key down. */
    void assertLeftInOrder(ServerProcess server) throws Exception {
        ServerProcess.awaitOrFail("the end of all streams of speech", 30, () -> listenServer.connections() == 0);
        ServerProcess.awaitOrFail(
                "the end of all voices, prompts that are made ready included",
                60,
                () -> voiceServer.connections() == 0);
        assertThat(chatServer.connections()).as("connections to the model").isLessThanOrEqualTo(WAITING);
        assertThat(listenServer.violations()).as("of the recognizer's protocol").isEmpty();
        assertThat(chatServer.violations()).as("of the model's protocol").isEmpty();
        // A connection that is given up unread looks broken from the other side.
        assertThat(voiceServer.violations())
                .as("of the voice's protocol")
                .allMatch(what -> what.startsWith("connection broke"));
        assertThat(shop.complaints).as("what the web server had to complain of").isEmpty();
        assertThat(server.output())
                .as("what the server wrote")
                .doesNotContain(LISTEN_KEY, ChatService.KEY, FakeVoice.KEY);
        assertThat(server.body("/metrics")).doesNotContain(LISTEN_KEY, ChatService.KEY, FakeVoice.KEY);
        try (Stream<Path> files = Files.walk(server.journals())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(LISTEN_KEY, ChatService.KEY, FakeVoice.KEY);
            }
        }
    }

    @Override
    public void close() {
        listenServer.close();
        chatServer.close();
        voiceServer.close();
        shop.close();
    }
}
