package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.ADDRESS;
import static io.sidetone.config.schema.ValueType.CIDRS;
import static io.sidetone.config.schema.ValueType.COUNT;
import static io.sidetone.config.schema.ValueType.DECIMAL;
import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.FLAG;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.LIST;
import static io.sidetone.config.schema.ValueType.MAP;
import static io.sidetone.config.schema.ValueType.PORTS;
import static io.sidetone.config.schema.ValueType.SECRET;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.SIZE;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.TEXTS;
import static io.sidetone.config.schema.ValueType.URL;
import static io.sidetone.config.schema.ValueType.WORD;

import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every key that the configuration has, as data. */
public final class KeyRegistry {
    /** Codecs of SIP calls in the order they are preferred where nothing else was said. */
    public static final List<String> CODECS = List.of("G722", "PCMU", "PCMA");

    private static final String TRUE_OR_FALSE = "true or false";
    private static final List<ConfigKey> KEYS = build();
    private static final KeyTree TREE = KeyTree.of(KEYS);

    private KeyRegistry() {}

    /** Returns every key, sections before what they hold, in the order of the reference page. */
    public static List<ConfigKey> keys() {
        return KEYS;
    }

    /** Returns the keys as a tree. */
    public static KeyTree tree() {
        return TREE;
    }

    /** Returns whether {@code key} stands in an engine and not every type has it. */
    public static boolean engineKey(ConfigKey key) {
        return key.path().startsWith("engines.*.") && !key.name().equals("type");
    }

    /** Returns the path of a key called {@code name} in another section, if there is one. */
    static Optional<String> elsewhere(String name) {
        return KEYS.stream()
                .filter(key -> !key.later() && key.name().equals(name))
                .map(ConfigKey::path)
                .findFirst();
    }

    private static List<ConfigKey> build() {
        List<ConfigKey> keys = new ArrayList<>();
        sip(keys);
        rtp(keys);
        http(keys);
        EngineKeys.add(keys);
        AgentKeys.addTo(keys);
        ActionKeys.add(keys);
        policies(keys);
        operation(keys);
        StoreKeys.addTo(keys);
        SubscriberKeys.addTo(keys);
        PluginKeys.addTo(keys);
        TelemetryKeys.addTo(keys);
        StreamKeys.addTo(keys);
        WsKeys.addTo(keys);
        return List.copyOf(keys);
    }

    private static void sip(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("sip", SECTION, "-", "Signalling: who may call, and where."));
        keys.add(ConfigKey.of(
                        "sip.bind",
                        ADDRESS,
                        "address",
                        "Where SIP listens, UDP and TCP. Loopback by default: nobody outside reaches a server that was not"
                                + " configured. Elsewhere sip.trunks says who may call.")
                .byDefault("127.0.0.1"));
        keys.add(ConfigKey.of("sip.port", INTEGER, "port", "The registered SIP port; 0 takes any free one.")
                .range(0, 65_535)
                .byDefault("5060"));
        keys.add(ConfigKey.of(
                        "sip.advertise",
                        ADDRESS,
                        "address",
                        "Address that Contact, Via and SDP carry: what the carrier must reach. Mandatory when sip.bind is"
                                + " 0.0.0.0 or ::, because that address means nothing to others.")
                .derived("the address of sip.bind")
                .example("203.0.113.10"));
        keys.add(ConfigKey.of(
                        "sip.allow-anyone",
                        FLAG,
                        TRUE_OR_FALSE,
                        "Takes calls from every address when no trunk is configured. An open SIP port is scanned within"
                                + " minutes: only for closed networks.")
                .byDefault("false"));
        keys.add(ConfigKey.of(
                        "sip.invites-per-second",
                        INTEGER,
                        "INVITE per second and source",
                        "What one source may send before it is dropped; loopback is exempt.")
                .range(1, 100_000)
                .byDefault("200"));
        keys.add(ConfigKey.of(
                        "sip.trunk-invites-per-second",
                        INTEGER,
                        "INVITE per second and source",
                        "What one address of a trunk may send before it is dropped: more than carriers send, so that it only"
                                + " stops a switch gone wild.")
                .range(1, 100_000)
                .byDefault("2000"));
        keys.add(codecs(
                        "sip.codecs",
                        "Codecs that calls may have, the most wanted first; a name left out is never used. The order decides"
                                + " between wideband (G722) and narrowband; between PCMU and PCMA the caller's order does, so"
                                + " that nobody has to convert. An INVITE without an offer is offered narrowband alone.")
                .derived("[" + String.join(", ", CODECS) + "]")
                .example("[PCMU, PCMA]"));
        keys.add(ConfigKey.of(
                "sip.trunks",
                LIST,
                "-",
                "Who may call. With trunks configured, everybody else is dropped without an answer."));
        keys.add(ConfigKey.of("sip.trunks[].name", TEXT, "name", "Names the trunk in logs and metrics.")
                .mandatory()
                .example("carrier"));
        keys.add(ConfigKey.of("sip.trunks[].from", CIDRS, "address blocks", "Addresses that the carrier signals from.")
                .mandatory()
                .example("[203.0.113.0/24]"));
        keys.add(ConfigKey.of(
                        "sip.trunks[].nat",
                        FLAG,
                        TRUE_OR_FALSE,
                        "The far side is behind NAT: media may come from any address. The SDP's address counts more than that of"
                                + " signalling, and that more than others: a better one replaces a worse one for 5 s, later"
                                + " once the worse one has been silent for 1 s. Off by default: media is taken from the SDP"
                                + " or signalling address alone.")
                .byDefault("false"));
        keys.add(ConfigKey.of(
                        "sip.trunks[].media-networks",
                        CIDRS,
                        "address blocks",
                        "With nat, where media may come from besides the SDP and signalling address. Without the list a"
                                + " stranger who sends first may be taken for a caller whose media address nothing names.")
                .example("[203.0.113.0/24]"));
        keys.add(codecs("sip.trunks[].codecs", "As sip.codecs, for calls of this trunk.")
                .derived("sip.codecs")
                .example("[PCMA, PCMU]"));
    }

    private static ConfigKey codecs(String path, String reason) {
        return ConfigKey.of(path, TEXTS, "codecs", reason).oneOf(CODECS.toArray(String[]::new));
    }

    private static void rtp(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("rtp", SECTION, "-", "Media of SIP calls."));
        keys.add(ConfigKey.of("rtp.bind", ADDRESS, "address", "Where media is received and sent from.")
                .derived("the address of sip.bind")
                .example("127.0.0.1"));
        keys.add(ConfigKey.of(
                        "rtp.ports",
                        PORTS,
                        "UDP ports",
                        "One even port per call, the odd one above it for RTCP. A pair rests 10 s after its call, so that there"
                                + " must be a third more pairs than limits.max-calls; calls of 30 s and more need no others.")
                .byDefault("10000-20000"));
        keys.add(ConfigKey.of(
                        "rtp.advertise",
                        ADDRESS,
                        "address",
                        "Address that SDP carries, where it differs from that of signalling.")
                .derived("the address of sip.advertise, else of rtp.bind")
                .example("203.0.113.10"));
        keys.add(ConfigKey.of(
                        "rtp.timeout",
                        DURATION,
                        "duration",
                        "No RTP, RTCP or comfort noise for this long ends the call; time on hold does not count.")
                .range(1_000, 600_000)
                .byDefault("30s"));
        keys.add(ConfigKey.of(
                        "rtp.digit-length",
                        DURATION,
                        "duration",
                        "How long each digit is pressed that a call sends; slow exchanges want more.")
                .range(40, 8_000)
                .byDefault("100ms"));
        keys.add(ConfigKey.later("rtp.shared-port"));
    }

    private static void http(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("http", SECTION, "-", "Health, metrics and the API."));
        keys.add(ConfigKey.of(
                        "http.bind",
                        ADDRESS,
                        "address",
                        "Where HTTP listens. Anything but loopback needs http.token: the API hangs up calls.")
                .byDefault("127.0.0.1"));
        keys.add(ConfigKey.of("http.port", INTEGER, "port", "0 takes any free one.")
                .range(0, 65_535)
                .byDefault("8080"));
        keys.add(ConfigKey.of(
                        "http.token",
                        SECRET,
                        "secret",
                        "Bearer token that /metrics and /api want; /healthz and /readyz stay open for probes. Keep it out of"
                                + " this file: ${NAME} reads a variable, ${file:PATH} a file.")
                .example("${file:/etc/sidetone/token}"));
        keys.add(ConfigKey.of(
                        "http.idle-timeout",
                        DURATION,
                        "duration",
                        "A connection that completes no request for this long is closed, also one that sends a byte now and"
                                + " then.")
                .range(1_000, 3_600_000)
                .byDefault("30s"));
        keys.add(ConfigKey.of(
                        "http.max-connections",
                        INTEGER,
                        "connections",
                        "Media streams count too. Beyond it a new connection takes the place of the one that asked nothing, or"
                                + " showed no key, for longest. Where all are in use, 8 more answer /healthz and /readyz only.")
                .range(1, 65_536)
                .derived("256 more than limits.max-calls")
                .example("256"));
        keys.add(ConfigKey.of("http.max-body", SIZE, "size", "Largest request body; a larger one is answered 413.")
                .range(1_024, 64L << 20)
                .byDefault("1MiB"));
        keys.add(ConfigKey.of(
                        "http.public-url",
                        URL,
                        "scheme and host",
                        "How others reach this server, through whatever proxy ends TLS: what carriers sign, and where answers send"
                                + " their media streams. Needs http.token; a media stream whose secret is not set in streams is"
                                + " not served then, because a proxy's requests look like those of this machine.")
                .example("https://agent.example.com"));
        keys.add(ConfigKey.of(
                        "http.allowed-origins",
                        TEXTS,
                        "origins",
                        "Pages of other hosts that may open WebSockets and ask for keys, each by its exact origin. Pages"
                                + " of this server and of http.public-url always may, no others: any page a browser visits"
                                + " could otherwise talk to it.")
                .example("[https://app.example.com]"));
        keys.add(ConfigKey.of(
                        "http.transfer-to",
                        TEXTS,
                        "numbers and URIs",
                        "To whom POST /api/calls/{id}/transfer may transfer a call, in the form of agents.NAME.transfer-to; a number"
                                + " also stands for its tel: URI. Without it to nobody, because a transfer costs money and whoever"
                                + " has the token could have any number called.")
                .example("[\"sip:*@192.0.2.7\", \"+4930*\"]"));
    }

    private static void policies(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("policies", MAP, "-", "How the floor changes hands, by a name of your choice."));
        keys.add(ConfigKey.of(
                        "policies.*.profile",
                        WORD,
                        "profile",
                        "Where the values start from. assertive: minSpeechMs 400, endSilenceMs 600,"
                                + " interruptionBudgetMs 200, completionGraceMs 500, speechStopDebounceMs 180, cooldown."
                                + " hands-free: no barge-in. custom: like default.")
                .oneOf(PolicyProfiles.NAMES.toArray(String[]::new))
                .byDefault("custom"));
        keys.add(ConfigKey.of(
                        "policies.*.allowBargeIn",
                        FLAG,
                        TRUE_OR_FALSE,
                        "Whether the caller may interrupt the agent. Where not, speech is kept and answered after the agent"
                                + " has finished; keys and requests to stop work all the same.")
                .derived(Boolean.toString(TurnPolicy.DEFAULT.allowBargeIn())));
        keys.add(ConfigKey.of(
                        "policies.*.cooldown",
                        FLAG,
                        TRUE_OR_FALSE,
                        "Whether the agent is heard out for cooldownMs after cooldownAfter interruptions within"
                                + " cooldownWindowMs.")
                .derived(Boolean.toString(TurnPolicy.DEFAULT.cooldown())));
        keys.add(ConfigKey.of(
                        "policies.*.vad",
                        WORD,
                        "source",
                        "Who says that the caller speaks. energy: the detector of this server. recognizer: the recogniser, which"
                                + " is then sent the whole call, where it gives speech evidence (mock does, embedded does"
                                + " not). silero: a neural network beside the lanes, a plugin; see vad.silero. Energy stands"
                                + " in for what is not there within 96 ms.")
                .oneOf(SpeechSource.NAMES.toArray(String[]::new))
                .derived(TurnPolicy.DEFAULT.vad().wireName()));
        keys.add(ConfigKey.of(
                        "policies.*.fallbackMode",
                        WORD,
                        "mode",
                        "What a call does while its source of speech evidence is silent. hybrid: the local detector takes over."
                                + " manual: only keys and requests change the floor.")
                .oneOf("hybrid", "manual")
                .derived(TurnPolicy.DEFAULT.fallbackMode().wireName()));
        keys.add(ConfigKey.of(
                        "policies.*.speechThreshold",
                        DECIMAL,
                        "score from 0 to 1",
                        "Score at which 20 ms count as speech; 0.7 is what the detector is calibrated for.")
                .range(0.1, 0.99)
                .derived(Float.toString(TurnPolicy.DEFAULT.speechThreshold())));
        for (PolicyNumber number : PolicyNumber.values()) {
            keys.add(ConfigKey.of("policies.*." + number.key(), INTEGER, number.unit(), number.reason())
                    .range(number.min(), number.max())
                    .derived(Integer.toString(number.standard())));
        }
        stage(keys, TurnStage.THINKING, "While the agent thinks: speech takes the floor back, or is kept.", "onsetMs");
        stage(keys, TurnStage.SPEAKING, "While the agent speaks.", "minSpeechMs");
        stage(keys, TurnStage.ACTION, "While an action runs: speech is kept as the next turn, or ignored.", "onsetMs");
        stage(keys, TurnStage.GREETING, "While the agent speaks for the first time.", "minSpeechMs of speaking");
    }

    /** The values that one stage may set for itself. */
    private static void stage(List<ConfigKey> keys, TurnStage stage, String what, String speech) {
        String path = "policies.*." + stage.wireName();
        boolean speaks = stage == TurnStage.SPEAKING || stage == TurnStage.GREETING;
        keys.add(ConfigKey.of(path, SECTION, "-", what + " What is not given is as in the policy."));
        keys.add(ConfigKey.of(
                        path + ".allowBargeIn", FLAG, TRUE_OR_FALSE, "Whether speech takes the floor in this stage.")
                .derived(speaks ? "that of the policy" : "true")
                .example("true"));
        keys.add(stageNumber(path, PolicyNumber.MIN_SPEECH, "Speech that takes the floor, or is kept.")
                .range(speaks ? PolicyNumber.MIN_SPEECH.min() : PolicyNumber.ONSET.min(), PolicyNumber.MIN_SPEECH.max())
                .derived("the policy's " + speech)
                .example("400"));
        if (speaks) {
            keys.add(stageNumber(path, PolicyNumber.YIELD, "Speech that pauses the agent.")
                    .derived("the policy's yieldMs")
                    .example("60"));
            keys.add(stageNumber(path, PolicyNumber.PROTECTION, "No interruption this soon after its start.")
                    .derived("the policy's protectionMs")
                    .example("0"));
        }
    }

    private static ConfigKey stageNumber(String path, PolicyNumber number, String reason) {
        return ConfigKey.of(path + "." + number.key(), INTEGER, number.unit(), reason)
                .range(number.min(), number.max());
    }

    private static void operation(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("playout", SECTION, "-", "What the agent says, on its way out."));
        keys.add(ConfigKey.of(
                        "playout.credit",
                        DURATION,
                        "duration",
                        "How far synthesis may be ahead of what is played: bounds memory, and what an interruption discards.")
                .range(500, 30_000)
                .byDefault("4s"));
        keys.add(ConfigKey.of("hold", SECTION, "-", "Calls on hold."));
        keys.add(ConfigKey.of("hold.max", DURATION, "duration", "Longest hold; then the call ends.")
                .range(1_000, 86_400_000)
                .byDefault("5m"));
        keys.add(ConfigKey.of("limits", SECTION, "-", "Admission."));
        keys.add(ConfigKey.of(
                        "limits.max-calls",
                        INTEGER,
                        "calls",
                        "Calls at the same time; the next INVITE is answered 503 with Retry-After.")
                .range(1, 20_000)
                .byDefault("200"));
        keys.add(ConfigKey.of(
                        "limits.max-call-length", DURATION, "duration", "Longest call: a forgotten line costs money.")
                .range(10_000, 86_400_000)
                .byDefault("1h"));
        keys.add(ConfigKey.of(
                        "limits.max-call-notice",
                        DURATION,
                        "duration",
                        "So long before the longest call ends the agent says that the time is up, and goodbye. It waits for its"
                                + " turn for half of that time, then it takes the floor. 0s: the line goes dead without a"
                                + " word.")
                .range(0, 600_000)
                .derived("10s, at most half of limits.max-call-length")
                .example("10s"));
        keys.add(ConfigKey.of("drain", SECTION, "-", "Stopping."));
        keys.add(ConfigKey.of(
                        "drain.max",
                        DURATION,
                        "duration",
                        "After SIGTERM running calls may go on this long. TimeoutStopSec of the systemd unit stands above it.")
                .range(0, 3_600_000)
                .byDefault("300s"));
        keys.add(ConfigKey.of("lanes", SECTION, "-", "Threads that run the calls; a call stays on its lane."));
        keys.add(ConfigKey.of("lanes.count", COUNT, "threads", "One lane serves hundreds of calls.")
                .range(1, 256)
                .derived("auto: half of the processors, at least 1")
                .example("auto"));
        keys.add(ConfigKey.of(
                        "lanes.wait-strategy",
                        WORD,
                        "strategy",
                        "How an idle lane waits. yielding and busy-spin react some microseconds sooner and keep a core busy:"
                                + " busy-spin only with more processors than lanes, all its own.")
                .oneOf("blocking", "yielding", "busy-spin")
                .byDefault("blocking"));
        keys.add(ConfigKey.of("trace", SECTION, "-", "What is kept for looking into a call."));
        keys.add(ConfigKey.of(
                        "trace.keep",
                        DURATION,
                        "duration",
                        "How long the SIP ladder and timeline of a call can be read from the API after its end.")
                .range(0, 86_400_000)
                .byDefault("10m"));
        journal(keys);
        alerts(keys);
    }

    private static void journal(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("journal", SECTION, "-", "Journals of the calls of agents with journal: on."));
        keys.add(ConfigKey.of(
                        "journal.dir",
                        TEXT,
                        "folder",
                        "One file per call, CALL-ID.journal, readable by this user only. A path starts from the folder of this"
                                + " file.")
                .byDefault("journals"));
        keys.add(ConfigKey.of(
                        "journal.max-bytes",
                        SIZE,
                        "size",
                        "What all journals may take; the oldest are deleted. A minute of a G.711 call takes about 0.9 MiB.")
                .range(1L << 20, 1L << 44)
                .byDefault("1GiB"));
        keys.add(ConfigKey.of(
                        "journal.key",
                        SECRET,
                        "secret",
                        "Encrypts journals with AES-GCM: 16, 24 or 32 bytes as hexadecimal digits or Base64. Keep it out of"
                                + " this file: ${NAME} reads a variable, ${file:PATH} a file.")
                .example("${file:/etc/sidetone/journal.key}"));
    }

    private static void alerts(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                "alerts",
                SECTION,
                "-",
                "When a call deserves an operator's look: counted, logged and kept with the call."));
        keys.add(ConfigKey.of(
                        "alerts.thinking",
                        DURATION,
                        "duration",
                        "Longest wait for a response, without its actions and without the recogniser.")
                .range(100, 600_000)
                .byDefault("5s"));
        keys.add(ConfigKey.of("alerts.responding", DURATION, "duration", "Longest answer of the agent.")
                .range(1_000, 3_600_000)
                .byDefault("15s"));
        keys.add(ConfigKey.of(
                        "alerts.interruptions",
                        INTEGER,
                        "interruptions",
                        "Most interruptions of a call; one more alerts.")
                .range(0, 1_000)
                .byDefault("5"));
    }
}
