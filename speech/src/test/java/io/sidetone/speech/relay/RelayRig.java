package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.facts.PromptFacts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.dialogue.DialogueEventLog;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** One call with an agent that speaks text; {@link #close} finds violations and leaks. */
final class RelayRig implements AutoCloseable {
    static final String KEY = "relay-secret-key";
    static final int ANSWER_MS = 15_000;
    static final int SILENCE_MS = 12_000;

    final LoopbackServer server = LoopbackServer.open();
    final ScriptedAgent agent = new ScriptedAgent();
    final TestTime time = new TestTime();
    final EngineNet net = time.net(1);
    final EngineMeter meter = new EngineMeter("mine", EngineKind.DIALOGUE);
    final EventLog log = new EventLog();
    final History history = new History();
    final List<ActionCall> actions = new CopyOnWriteArrayList<>();
    private final String greeting;
    final RelayCalls calls = new RelayCalls();
    private boolean placed;
    private RelayOptions options = RelayOptions.USUAL;
    RelayDialogue dialogue;
    DialogueSession session;

    /** An agent that greets by itself when {@code greeting} is empty. */
    RelayRig(String greeting) {
        this.greeting = greeting;
        server.socket("/agent", agent::accept);
    }

    /** The call is one that our side placed. */
    RelayRig placed() {
        placed = true;
        return this;
    }

    RelayRig with(RelayOptions other) {
        options = other;
        return this;
    }

    RelaySettings settings(URI url) {
        ServiceAccess access = Altered.with(
                ServiceAccess.of("mine", KEY),
                "url",
                url,
                "language",
                "en-US",
                "deadlines",
                new Deadlines(10_000, 15_000, 120_000));
        return new RelaySettings(access, ChatSentences.ENGLISH.greeting(greeting), ANSWER_MS, SILENCE_MS, options);
    }

    RelayRig begin(URI url) {
        CallTexts texts = new CallTexts(PromptFacts.NONE, Map.of("branch", "Main Street"), ZoneOffset.UTC);
        dialogue = new RelayDialogue(net, settings(url), meter, time::nanoTime, texts, calls);
        session = dialogue.open(
                placed ? Calls.placed(new Fence()) : Calls.call(new Fence()), new DialogueEventLog(log, actions));
        return this;
    }

    RelayRig open() {
        begin(server.ws("/agent"));
        log.await("ready");
        return this;
    }

    /** The caller says something, and the agent is to answer in turn {@code token}. */
    void ask(long token, String text) {
        history.user(token - 1, text);
        session.respond(token, new UserInput(UserInput.Kind.SPEECH, text), history.recent());
    }

    /** Returns when the session has done what it was asked so far. */
    void settled() {
        net.next().submit(() -> {}).syncUninterruptibly();
    }

    String said(long token) {
        String start = "text " + token + " ";
        return String.join(
                "",
                log.lines().stream()
                        .filter(line -> line.startsWith(start))
                        .map(line -> line.substring(start.length()))
                        .toList());
    }

    @Override
    public void close() {
        session.close();
        log.await("closed");
        Eventually.holds("no connection is left", () -> net.openConnections() == net.idleConnections());
        assertThat(dialogue.openSessions()).isZero();
        net.close();
        server.close();
        assertThat(server.violations()).isEmpty();
        assertThat(log.lines().stream().filter("closed"::equals)).hasSize(1);
        assertThat(String.join("\n", log.lines())).doesNotContain(KEY);
    }
}
