package io.sidetone.config;

import io.sidetone.config.action.ActionChecks;
import io.sidetone.config.action.McpChecks;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.agent.FlowSource;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.Secret;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Rules that span several keys. Leaves alone what was found wrong already. */
final class CrossChecks {
    private static final int LEAST_SHARED_PAIRS = 2;

    private static final int FRAME_MS = 20;

    private final SidetoneConfig config;
    private final Values values;
    private final Problems problems;
    private final ConfigEnvironment environment;

    CrossChecks(SidetoneConfig config, Values values, Problems problems, ConfigEnvironment environment) {
        this.config = config;
        this.values = values;
        this.problems = problems;
        this.environment = environment;
    }

    void run() {
        new SocketChecks(config.sip(), values, problems).run();
        new TrunkChecks(config.sip(), values, problems).run();
        media();
        http();
        agents();
        new McpChecks(values, problems).run(config.mcp());
        values.names("policies").forEach(this::policy);
        journal();
        operation();
        store();
        config.actions().values().forEach(action -> ActionChecks.check(action, values, problems));
        plugins();
    }

    private void journal() {
        config.journal()
                .key()
                .map(Secret::value)
                .filter(key -> JournalKey.parse(key).isEmpty())
                .ifPresent(key -> add(
                        "journal.key",
                        "is no AES key: it has " + key.strip().length() + " characters",
                        "give 32 random bytes as 64 hexadecimal digits, for example from: openssl rand -hex 32"));
    }

    private void ports(RtpConfig rtp) {
        int pairs = rtp.ports().pairs();
        int needed = (4 * config.limits().maxCalls() + 2) / 3;
        if (rtp.sharedPort() && pairs < LEAST_SHARED_PAIRS) {
            add(
                    "rtp.ports",
                    rtp.ports() + " holds " + pairs
                            + " port pairs: rtp.shared-port takes one at least, and calls that cannot share it need others",
                    "widen the range");
        } else if (!rtp.sharedPort() && pairs < needed) {
            add(
                    "rtp.ports",
                    rtp.ports() + " holds " + pairs + " port pairs but limits.max-calls "
                            + config.limits().maxCalls() + " needs " + needed
                            + ", a third more than calls, because a pair rests 10 s after its call",
                    "widen the range to " + 2 * needed + " ports, or lower limits.max-calls");
        }
    }

    private void media() {
        RtpConfig rtp = config.rtp();
        boolean named = config.sip().sockets().get(0).named();
        if (rtp.advertise().wildcard() && !values.given("rtp.advertise")) {
            if (values.given("rtp.bind") || named) {
                add(
                        "rtp.advertise",
                        "is missing while rtp.bind is " + rtp.bind()
                                + (named ? " and sip.advertise is a name, which media cannot be sent to" : ""),
                        "set it, or sip.advertise, to the address that media must reach");
            }
        } else if (values.given("rtp.advertise") && rtp.advertise().wildcard()) {
            add("rtp.advertise", rtp.advertise() + " is no address that media can reach", "set a single address");
        }
        ports(rtp);
        for (SipConfig.Listener socket : config.sip().sockets()) {
            if (socket.transport().equals("udp") && rtp.ports().contains(socket.port())) {
                add(
                        "rtp.ports",
                        rtp.ports() + " contains the port of SIP, " + socket.port(),
                        "keep the port of signalling out of the range");
            }
        }
    }

    private void http() {
        HttpConfig http = config.http();
        if (!http.bind().loopback() && http.token().isEmpty() && !values.given("http.token")) {
            add(
                    "http.bind",
                    http.bind() + " can be reached from outside and there is no token",
                    "set http.token, best as ${file:/etc/sidetone/token}, or bind 127.0.0.1");
        }
        if (http.publicUrl().isPresent() && http.token().isEmpty() && !values.given("http.token")) {
            add(
                    "http.public-url",
                    "'" + http.publicUrl().get()
                            + "' lets others reach this server and there is no token, so anybody could"
                            + " command its calls",
                    "set http.token, best as ${file:/etc/sidetone/token}; what carriers call needs no token");
        }
        HttpConfig.Tls tls = http.tls();
        if (tls.certificate().isPresent() != tls.key().isPresent()) {
            boolean key = tls.certificate().isPresent();
            add(
                    "http.tls." + (key ? "key" : "certificate"),
                    "is missing beside http.tls." + (key ? "certificate" : "key"),
                    "give both, or neither");
        }
        for (SipConfig.Listener socket : config.sip().sockets()) {
            boolean stream = !socket.transport().equals("udp");
            if (stream
                    && http.port() != 0
                    && http.port() == socket.port()
                    && http.bind().equals(socket.bind())) {
                add(
                        "http.port",
                        http.port() + " is the port of SIP over " + (socket.tls() ? "TLS" : "TCP"),
                        "give HTTP another port");
            }
        }
    }

    private void warmTransfer(String path, String asking) {
        List<String> names = config.agents().stream().map(AgentConfig::name).toList();
        if (values.invalid("agents." + asking)) {
            return;
        }
        if (!names.contains(asking)) {
            add(path, "'" + asking + "' is no agent", suggestion(asking, names));
        } else if (config.outbound().allow().isEmpty()) {
            add(
                    path,
                    "calls people, and outbound.allow lets this server call nobody",
                    "list in outbound.allow whom it may call, such as [\"+49\"]");
        }
    }

    private void handOver(AgentConfig agent, String path) {
        List<String> names = config.agents().stream().map(AgentConfig::name).toList();
        agent.handOver().to().forEach(to -> takesOver(to, agent, names, path + ".to"));
        agent.handOver().on().forEach((phrase, to) -> takesOver(to, agent, names, path + ".on." + phrase));
    }

    private void takesOver(String to, AgentConfig agent, List<String> names, String path) {
        if (values.invalid("agents." + to)) {
            return;
        }
        if (!names.contains(to)) {
            add(path, "'" + to + "' is no agent", suggestion(to, names));
        } else if (to.equals(agent.name())) {
            add(path, "names the agent itself", "name another agent; for another language use hand-over.languages");
        }
    }

    private void agents() {
        if (config.agents().isEmpty() && !values.invalid("agents")) {
            add(
                    "agents",
                    "has no agent, so no call would be answered",
                    "add one; print-config shows the one that is shipped");
        }
        RecordingChecks recordings = new RecordingChecks(values, problems);
        for (AgentConfig agent : config.agents()) {
            String path = "agents." + agent.name();
            engines(agent, path);
            if (!config.policies().containsKey(agent.policy()) && !values.invalid("policies." + agent.policy())) {
                add(
                        path + ".policy",
                        "'" + agent.policy() + "' is no policy",
                        suggestion(agent.policy(), config.policies().keySet()));
            }
            agent.warmTransferAgent().ifPresent(asking -> warmTransfer(path + ".warm-transfer-agent", asking));
            handOver(agent, path + ".hand-over");
            evidence(agent);
            for (String key : List.of("hang-up-phrases", "wake-phrases", "backchannels")) {
                words(path + "." + key);
            }
            sentences(agent, path + ".sentences");
            new AgentTextChecks(problems).run(agent, path);
            new OnCallChecks(values, problems).run(agent.onCall(), path + ".on-call");
            flow(agent, path + ".flow");
            recordings.run(agent);
            new AfterCallChecks(config, values, problems).run(agent, path + ".after-call");
        }
        models();
        List<AgentConfig> matched = config.agents().stream()
                .filter(agent -> List.of("called", "header", "path").stream()
                        .noneMatch(key -> values.invalid("agents." + agent.name() + ".match." + key)))
                .toList();
        for (int i = 1; i < matched.size(); i++) {
            reached(matched.get(i), matched.subList(0, i));
        }
    }

    /** No call may find two agents that are the same to it: the first would take it, and the other would never have one. */
    private void reached(AgentConfig agent, List<AgentConfig> before) {
        String path = "agents." + agent.name();
        for (AgentConfig other : before) {
            Optional<String> lost = agent.match().lostTo(other.match());
            if (agent.match().everyCall() && other.match().everyCall()) {
                add(path, "takes every call, and so does agents." + other.name(), "give one of them a match");
                return;
            } else if (lost.isPresent()) {
                add(
                        path + ".match",
                        "'" + lost.get() + "' reaches agents." + other.name() + ", which stands before it",
                        "write each number at one agent; of a number and a beginning that fits it, the number first");
                return;
            }
        }
    }

    /** A model hears, thinks or speaks: the name of one is no use to the other roles of an engine. */
    private void models() {
        for (EngineConfig engine : config.engines().values()) {
            List<String> roles = new ArrayList<>();
            used(roles, "recognizer", engine, AgentConfig::recognizers);
            used(roles, "dialogue", engine, AgentConfig::dialogues);
            used(roles, "synthesizer", engine, AgentConfig::synthesizers);
            boolean shared = engine.type() == EngineConfig.Type.OPENAI && roles.size() > 1;
            if (shared && !engine.service().model().isEmpty()) {
                add(
                        "engines." + engine.name() + ".model",
                        "'" + engine.service().model() + "' is one model, and agents use the engine as "
                                + String.join(" and ", roles),
                        "name an engine for each of them, or leave model out for the usual ones");
            }
        }
    }

    private void used(
            List<String> roles, String role, EngineConfig engine, Function<AgentConfig, List<String>> engines) {
        if (config.agents().stream().anyMatch(agent -> engines.apply(agent).contains(engine.name()))) {
            roles.add(role);
        }
    }

    /** A policy may listen only to what its agents have. */
    private void evidence(AgentConfig agent) {
        TurnPolicy policy = config.policies().get(agent.policy());
        if (policy == null || policy.vad() == SpeechSource.ENERGY) {
            return;
        }
        if (policy.vad() == SpeechSource.SILERO) {
            if (config.silero().model().isEmpty()) {
                add(
                        "policies." + agent.policy() + ".vad",
                        "'silero' is asked for by agents." + agent.name() + ", and there is no vad.silero.model",
                        "set it to the file that scripts/fetch-silero fetches, or use energy");
            }
            return;
        }
        for (String name : agent.recognizers()) {
            EngineConfig engine = config.engines().get(name);
            if (engine != null && !engine.type().givesEvidence()) {
                add(
                        "policies." + agent.policy() + ".vad",
                        "'recognizer' is asked for by agents." + agent.name() + ", whose recognizer " + name
                                + " gives no speech evidence",
                        "use energy, or a recognizer that does");
            }
        }
    }

    private void sentences(AgentConfig agent, String path) {
        agent.sentences().forEach((name, text) -> {
            if (!AgentConfig.SENTENCES.contains(name)) {
                add(path + "." + name, "is no sentence of an agent", suggestion(name, AgentConfig.SENTENCES));
            } else if (text.isBlank()) {
                add(path + "." + name, "is empty", "write the sentence, or remove it for the English one");
            }
        });
    }

    private void words(String path) {
        for (String phrase : values.list(path, String.class)) {
            if (Phrases.normal(phrase).isEmpty()) {
                add(path, "holds '" + phrase + "', in which there is no word", "remove it");
            }
        }
    }

    private void engines(AgentConfig agent, String path) {
        if (values.invalid(path + ".realtime")) {
            return;
        }
        if (!values.text(path + ".realtime").isEmpty()) {
            realtime(agent, path);
            return;
        }
        reference(path + ".recognizer", agent.recognizers(), EngineKind.RECOGNIZER);
        reference(path + ".dialogue", agent.dialogues(), EngineKind.DIALOGUE);
        reference(path + ".synthesizer", agent.synthesizers(), EngineKind.SYNTHESIZER);
    }

    private void realtime(AgentConfig agent, String path) {
        String name = agent.dialogues().get(0);
        EngineConfig engine = config.engines().get(name);
        if (values.invalid("engines." + name + ".type")) {
            return;
        }
        if (engine == null) {
            add(
                    path + ".realtime",
                    "'" + name + "' is no engine",
                    suggestion(name, config.engines().keySet()));
        } else if (!engine.type().realtime()) {
            add(
                    path + ".realtime",
                    "'" + name + "' is of the type " + engine.type().wireName()
                            + ", which hears and speaks not by itself",
                    "name an engine of the type openai-realtime or azure-realtime");
        }
        for (String role : List.of("recognizer", "dialogue", "synthesizer")) {
            if (values.given(path + "." + role)) {
                add(path + "." + role, "is given beside realtime, which is all three", "remove one of the two");
            }
        }
    }

    private void reference(String path, List<String> engines, EngineKind role) {
        if (values.invalid(path)) {
            return;
        }
        if (engines.isEmpty()) {
            add(path, values.given(path) ? "is empty" : "is missing", "name at least one engine");
        }
        for (String name : engines) {
            EngineConfig engine = config.engines().get(name);
            if (values.invalid("engines." + name + ".type")) {
                continue;
            }
            if (engine == null) {
                add(
                        path,
                        "'" + name + "' is no engine",
                        suggestion(name, config.engines().keySet()));
            } else if (engine.type().realtime()) {
                add(path, "'" + name + "' is a realtime model", "name it in realtime, without the other three");
            } else if (!engine.type().can(role)) {
                String able = java.util.Arrays.stream(EngineConfig.Type.values())
                        .filter(type -> type.can(role) && !type.realtime())
                        .map(EngineConfig.Type::wireName)
                        .collect(java.util.stream.Collectors.joining(", "));
                add(
                        path,
                        "'" + name + "' is of the type " + engine.type().wireName() + ", which is no "
                                + role.name().toLowerCase(java.util.Locale.ROOT),
                        "name an engine of the type " + able);
            }
        }
    }

    private void flow(AgentConfig agent, String path) {
        boolean embedded = agent.dialogues().stream()
                .map(config.engines()::get)
                .anyMatch(engine -> engine != null && engine.type() == EngineConfig.Type.EMBEDDED);
        Optional<FlowSource> flow = agent.flow();
        if (flow.isEmpty()) {
            if (embedded && !values.invalid(path)) {
                add(
                        path,
                        "is missing, and the embedded dialogue has nothing to say without it",
                        "set it to a file, or to classpath:agents/appointment-desk.yaml");
            }
        } else if (!flow.get().readable()) {
            String where =
                    flow.get().shipped() ? "in the JAR" : "at " + flow.get().resolved();
            add(
                    path,
                    "'" + flow.get().location() + "' is no readable file (looked " + where + ")",
                    "name a file, from the folder of the configuration, or classpath:agents/appointment-desk.yaml");
        }
    }

    private void policy(String name) {
        String path = "policies." + name;
        TurnPolicy policy = config.policies().get(name);
        if (policy.yieldMs() > policy.minSpeechMs()) {
            add(
                    path + ".yieldMs",
                    policy.yieldMs() + " is above minSpeechMs " + policy.minSpeechMs(),
                    "pause the agent no later than its sentence is cancelled");
        }
        if (policy.interruptionBudgetMs() <= policy.yieldMs() + FRAME_MS) {
            add(
                    path + ".interruptionBudgetMs",
                    policy.interruptionBudgetMs() + " is no more than the detection takes: yieldMs " + policy.yieldMs()
                            + " and one frame of " + FRAME_MS + " ms",
                    "raise it above " + (policy.yieldMs() + FRAME_MS) + ", or lower yieldMs");
        }
        if (policy.maxTurnMs() <= policy.endSilenceMs()) {
            add(
                    path + ".maxTurnMs",
                    policy.maxTurnMs() + " is no more than endSilenceMs " + policy.endSilenceMs(),
                    "raise it: no turn could end by silence");
        }
    }

    private void operation() {
        LanesConfig lanes = config.lanes();
        if (lanes.waitKind() == WaitKind.BUSY_SPIN && lanes.count() >= environment.processors()) {
            add(
                    "lanes.wait-strategy",
                    "busy-spin with " + lanes.count() + " lanes leaves no processor of " + environment.processors()
                            + " for anything else",
                    "use blocking, or fewer lanes");
        }
        LimitsConfig limits = config.limits();
        if (limits.maxHold().compareTo(limits.maxCallLength()) > 0) {
            add("hold.max", "is longer than limits.max-call-length", "shorten the one or raise the other");
        }
        if (limits.maxCallNotice().compareTo(limits.maxCallLength()) >= 0) {
            add(
                    "limits.max-call-notice",
                    "is no shorter than limits.max-call-length: the call would begin with its goodbye",
                    "shorten the one or raise the other");
        }
    }

    private void store() {
        String url = config.store().url();
        if (!url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:postgresql:")) {
            add(
                    "store.url",
                    "'" + url.replaceFirst("[?;].*$", "") + "' is no database this server has a driver for",
                    "use jdbc:postgresql://HOST/DATABASE, or leave it out for a file in store.dir");
        } else if (url.toLowerCase(java.util.Locale.ROOT).contains("password=")) {
            add("store.url", "holds a password, which would be printed", "move it to store.password");
        } else if (url.startsWith("jdbc:h2:")
                && !values.given("store.url")
                && config.store().dir().toString().contains(";")) {
            add("store.dir", "holds a ';', which the embedded database takes for the end of a path", "rename it");
        }
    }

    private void plugins() {
        config.plugins()
                .filter(folder -> !values.invalid("plugins") && !Files.isDirectory(folder))
                .ifPresent(folder ->
                        add("plugins", folder + " is no folder that can be read", "make it, or remove the key"));
        Optional<Path> model = config.silero().model().filter(file -> !values.invalid("vad.silero.model"));
        if (model.isEmpty()) {
            return;
        }
        if (!Files.isReadable(model.get()) || Files.isDirectory(model.get())) {
            add(
                    "vad.silero.model",
                    model.get() + " is no file that can be read",
                    "scripts/fetch-silero fetches it; name it with its folder");
        }
        if (config.plugins().isEmpty()) {
            add(
                    "vad.silero.model",
                    "needs the plugin silero, and plugins is not set",
                    "set plugins to the folder that holds it; the build makes one in plugins/silero/target/plugins");
        }
    }

    private static String suggestion(String name, Collection<String> known) {
        return Nearest.to(name, known)
                .map(near -> "did you mean " + near + "?")
                .orElse(known.isEmpty() ? "define it" : "use one of " + String.join(", ", known));
    }

    private void add(String path, String problem, String remedy) {
        problems.add(path, problem, remedy);
    }
}
