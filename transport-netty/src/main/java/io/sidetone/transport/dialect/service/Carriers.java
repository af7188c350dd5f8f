package io.sidetone.transport.dialect.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.carrier.CarrierCounters;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.carrier.auth.CarrierGate;
import io.sidetone.transport.carrier.auth.CarrierUpgrade;
import io.sidetone.transport.carrier.auth.PublicUrl;
import io.sidetone.transport.carrier.auth.SignatureVerifiers;
import io.sidetone.transport.carrier.auth.StreamTicket;
import io.sidetone.transport.carrier.hook.AnswerHooks;
import io.sidetone.transport.carrier.hook.StreamAnswer;
import io.sidetone.transport.dialect.DialectProtocol;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsProtocol;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The carriers that send media as JSON: their streams, their webhooks, their counters. */
public final class Carriers {
    /** Names, as in paths and in the configuration. */
    public static final List<String> NAMES = List.of("twilio", "telnyx", "plivo", "signalwire", "exotel");

    private final Optional<PublicUrl> url;
    private final boolean guarded;
    private final StreamCallHandle.Opener calls;
    private final LongSupplier epochSeconds;
    private final SecureRandom random;
    private final Map<String, DialectProtocol> protocols = new LinkedHashMap<>();
    private final Map<String, AnswerHooks.Hook> hooks = new LinkedHashMap<>();
    private final Map<String, CarrierCounters> counters = new LinkedHashMap<>();
    private final List<String> withheld = new ArrayList<>();

    /**
     * Prepares every carrier.
     *
     * @param settings by name of the carrier
     * @param publicUrl how carriers address this server, if it is known
     * @param guarded whether every carrier must show a secret: strangers may reach this server
     * @param calls opens calls
     * @param epochSeconds wall time
     * @param random for tickets
     */
    public Carriers(
            Function<String, CarrierSettings> settings,
            Optional<String> publicUrl,
            boolean guarded,
            StreamCallHandle.Opener calls,
            LongSupplier epochSeconds,
            SecureRandom random) {
        this.url = publicUrl.map(PublicUrl::new);
        this.guarded = guarded;
        this.calls = calls;
        this.epochSeconds = epochSeconds;
        this.random = random;
        twilio(settings.apply("twilio"));
        telnyx(settings.apply("telnyx"));
        plivo(settings.apply("plivo"));
        signalWire(settings.apply("signalwire"));
        exotel(settings.apply("exotel"));
    }

    private void twilio(CarrierSettings its) {
        Optional<StreamTicket> tickets = tickets(its, "auth-token");
        CarrierGate gate = SignatureVerifiers.twilio(its.secret("auth-token"), url, tickets);
        add(its, MediaDialects::twilio, gate, Optional.of(StreamAnswer.twiml()), tickets);
    }

    private void telnyx(CarrierSettings its) {
        String format = its.option("format").orElse("PCMU/8000");
        boolean bigEndian = its.option("byte-order").orElse("big-endian").equals("big-endian");
        Optional<StreamTicket> tickets = tickets(its, "token");
        CarrierGate gate = SignatureVerifiers.telnyx(its.secret("token"), its.option("public-key"), tickets);
        add(
                its,
                (leadMs, counts) -> MediaDialects.telnyx(leadMs, format, bigEndian, counts),
                gate,
                Optional.of(StreamAnswer.texml(format)),
                tickets);
    }

    private void plivo(CarrierSettings its) {
        Optional<StreamTicket> tickets = tickets(its, "auth-token");
        CarrierGate gate = SignatureVerifiers.plivo(its.secret("auth-token"), url, tickets);
        String format = its.option("format").orElse("PCMU/8000");
        add(its, MediaDialects::plivo, gate, Optional.of(StreamAnswer.plivo(format)), tickets);
    }

    private void signalWire(CarrierSettings its) {
        CarrierGate gate = SignatureVerifiers.signalWire(its.secret("token"), its.secret("signing-key"), url);
        String format = its.option("format").orElse("PCMU/8000");
        add(
                its,
                MediaDialects::signalWire,
                gate,
                Optional.of(StreamAnswer.cxml(its.secret("token").orElse(""), format)),
                Optional.empty());
    }

    private void exotel(CarrierSettings its) {
        CarrierGate gate = SignatureVerifiers.exotel(its.option("user"), its.secret("password"));
        add(its, MediaDialects::exotel, gate, Optional.empty(), Optional.empty());
    }

    private Optional<StreamTicket> tickets(CarrierSettings its, String secret) {
        return its.secret(secret).map(key -> new StreamTicket(key, random));
    }

    /** A line of the table of dialects. */
    private interface Line {
        MediaDialect dialect(int leadMs, CarrierCounters counts);
    }

    private void add(
            CarrierSettings its,
            Line line,
            CarrierGate gate,
            Optional<StreamAnswer> answer,
            Optional<StreamTicket> tickets) {
        CarrierCounters counts = new CarrierCounters();
        MediaDialect dialect = line.dialect(its.leadMs(), counts);
        counters.put(dialect.name(), counts);
        if (gate.knowsStreams() || !guarded) {
            protocols.put(
                    dialect.name(),
                    new DialectProtocol(dialect, new CarrierUpgrade(gate, epochSeconds), calls, counts));
        } else {
            withheld.add("/media/" + dialect.name());
        }
        if (answer.isEmpty()) {
            return;
        }
        if (gate.knowsWebhooks() || !guarded) {
            hooks.put(dialect.name(), new AnswerHooks.Hook(gate, answer.get(), tickets, counts));
        } else {
            withheld.add("/hooks/" + dialect.name() + "/answer");
        }
    }

    /** Tells {@code route} the path templates of all streams, and who serves them. */
    public void streams(BiConsumer<String, WsProtocol> route) {
        protocols.forEach((name, protocol) -> {
            String path = "/media/" + name;
            String agent = path + "/{" + DialectProtocol.AGENT + "}";
            for (String template : List.of(path, agent)) {
                route.accept(template, protocol);
                route.accept(template + StreamTicket.SEGMENT + "{ticket}", protocol);
            }
        });
    }

    /**
     * Returns the paths that are not served: strangers may reach this server, and no secret says how to know the carrier. A
     * proxy's connections come from this machine, so its address would let everybody in.
     */
    public List<String> withheld() {
        return List.copyOf(withheld);
    }

    /**
     * Returns the routes of the webhooks.
     *
     * @param encrypted whether this server itself speaks TLS
     */
    public List<Route> webhooks(boolean encrypted) {
        return new AnswerHooks(hooks, url, encrypted, epochSeconds).routes();
    }

    /** Registers the counters of all carriers. */
    public void bindTo(MeterRegistry registry) {
        counters.forEach((name, counts) -> counts.bindTo(registry, name));
    }
}
