package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.dialogue.DialogueEventLog;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LogWatch;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One call, its model's session and the service behind it; {@link #close} finds violations and leaks. */
final class ChatRig implements AutoCloseable {
    /** Beyond any pause of a busy machine: tests of deadlines shorten those of the limits. */
    static final Deadlines PATIENT = new Deadlines(10_000, 15_000, 15_000);

    final LoopbackServer server;
    final ChatService service;
    final TestTime time = new TestTime();
    final EngineNet net = time.net(1);
    final EngineMeter meter = new EngineMeter("brain", EngineKind.DIALOGUE);
    final Fence fence = new Fence();
    final EventLog log = new EventLog();
    final History history = new History();
    final List<ActionCall> wanted = new CopyOnWriteArrayList<>();
    private final LogWatch logs = new LogWatch();
    final ChatModelDialogue dialogue;
    final DialogueSession session;

    ChatRig(ChatProvider provider) {
        this(provider, LoopbackServer.open(), settings -> settings);
    }

    ChatRig(ChatProvider provider, UnaryOperator<ChatSettings> change) {
        this(provider, LoopbackServer.open(), change);
    }

    ChatRig(ChatEngine engine) {
        this(engine, settings -> settings);
    }

    ChatRig(ChatEngine engine, UnaryOperator<ChatSettings> change) {
        this(engine, LoopbackServer.open(), change);
    }

    ChatRig(ChatProvider provider, LoopbackServer server, UnaryOperator<ChatSettings> change) {
        this(ChatEngine.valueOf(provider.name()), server, change);
    }

    ChatRig(ChatEngine engine, LoopbackServer server, UnaryOperator<ChatSettings> change) {
        this.server = server;
        this.service = engine.serve(server);
        ChatSettings usual = settings(engine.provider, service.url());
        ChatSettings settings = change.apply(with(
                usual, usual.access().url(), usual.access().key(), engine.header(), usual.parallelToolCalls(), ""));
        dialogue = new ChatModelDialogue(net, settings, meter, time::nanoTime, new Registry(), CallTexts.NONE);
        session = dialogue.open(Calls.call(fence), new DialogueEventLog(log, wanted));
        log.await("ready");
    }

    static ChatSettings settings(ChatProvider provider, URI url) {
        ServiceAccess access = Altered.with(
                ServiceAccess.of("brain", ChatService.KEY), "url", url, "model", "test-model", "deadlines", PATIENT);
        return Altered.with(
                ChatSettings.of(access, provider).asked(0.3, Map.of()),
                "prompt",
                "You are the desk of a dentist.",
                "limits",
                new ChatLimits(200, false, 15_000, 15_000, 3, 1));
    }

    static ChatSettings extra(ChatSettings s, Map<String, Object> extra) {
        return Altered.with(s, "extra", extra);
    }

    static ChatSettings model(ChatSettings s, String model, Double temperature, String effort) {
        return Altered.with(s, "access", Altered.with(s.access(), "model", model))
                .asked(temperature, Reasoning.of(s.provider(), model, effort).fields());
    }

    static ChatSettings trust(ChatSettings s, Path trust) {
        return Altered.with(s, "access", Altered.with(s.access(), "trust", trust));
    }

    static ChatSettings limits(ChatSettings s, ChatLimits limits) {
        return Altered.with(s, "limits", limits);
    }

    static ChatSettings with(ChatSettings s, URI url, String key, KeyHeader header, boolean parallel, String greeting) {
        return Altered.with(
                s,
                "access",
                Altered.with(s.access(), "url", url, "key", key),
                "keyHeader",
                header,
                "parallelToolCalls",
                parallel,
                "sentences",
                s.sentences().greeting(greeting));
    }

    /** The caller says something, and the agent is to answer in turn {@code token}. */
    void ask(long token, String text) {
        history.user(token - 1, text);
        session.respond(token, new UserInput(UserInput.Kind.SPEECH, text), history.recent());
    }

    void end(long token) {
        String start = "done " + token;
        String failed = "failed " + token;
        log.await(line -> line.startsWith(start) || line.startsWith(failed), "end of " + token);
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

    /** Returns what was logged so far. */
    List<String> logged() {
        return logs.lines();
    }

    /** The end of turn {@code token} as it was logged. */
    String failure(long token) {
        return log.await("failed " + token);
    }

    @Override
    public void close() {
        session.close();
        log.await("closed");
        Eventually.holds("no connection but idle ones", () -> net.openConnections() == net.idleConnections());
        Eventually.holds("no session", () -> dialogue.openSessions() == 0);
        net.close();
        server.close();
        assertThat(server.violations()).isEmpty();
        assertThat(log.lines().stream().filter("closed"::equals)).hasSize(1);
        logs.close();
        assertThat(String.join("\n", log.lines()) + logs.lines()).doesNotContain(ChatService.KEY);
    }

    /** What the agent of this call may do. */
    static final class Registry implements ActionInvoker {
        private static final Map<String, Object> LOOKUP = Map.of(
                "type",
                "object",
                "properties",
                Map.of(
                        "id", Map.of("type", "string", "pattern", "^[0-9]+$", "description", "number of the case"),
                        "deep", Map.of("type", "boolean"),
                        "kind", Map.of("type", "string", "enum", List.of("a", "b"))),
                "required",
                List.of("id"),
                "additionalProperties",
                false);

        private static final Map<String, Object> NOTHING = Map.of("type", "object", "properties", Map.of());

        @Override
        public List<ActionDefinition> definitions() {
            return List.of(
                    new ActionDefinition("lookup", "Finds a case.", LOOKUP, false, true, 0),
                    new ActionDefinition("note", "Notes something.", NOTHING, false, false, 0),
                    new ActionDefinition("hang_up", "Ends the call.", NOTHING, true, false, 0),
                    new ActionDefinition("transfer", "Connects.", NOTHING, true, true, 0));
        }

        @Override
        public ActionCall onTerms(ActionCall call) {
            for (ActionDefinition definition : definitions()) {
                if (definition.name().equals(call.action())) {
                    return new ActionCall(
                            call.invocationId(),
                            call.action(),
                            call.parameters(),
                            definition.afterSpeech(),
                            definition.followUp(),
                            definition.deadlineMs());
                }
            }
            return call;
        }

        @Override
        public void invoke(io.sidetone.core.port.CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            throw new AssertionError("the lane invokes, not the model");
        }

        @Override
        public void check(io.sidetone.core.port.CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            answer.accept(ActionResult.ok(call.invocationId(), null));
        }

        @Override
        public void cancel(io.sidetone.core.port.CallContext context, String invocationId) {
            throw new AssertionError("the lane cancels, not the model");
        }
    }
}
