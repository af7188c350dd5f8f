package io.sidetone.transport.carrier.hook;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.sidetone.transport.carrier.CarrierCounter;
import io.sidetone.transport.carrier.CarrierCounters;
import io.sidetone.transport.carrier.auth.CarrierGate;
import io.sidetone.transport.carrier.auth.CarrierRequest;
import io.sidetone.transport.carrier.auth.PublicUrl;
import io.sidetone.transport.carrier.auth.Refusal;
import io.sidetone.transport.carrier.auth.StreamTicket;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * {@code /hooks/{carrier}/answer}: the webhook of an incoming call. The answer sends the call to {@code
 * /media/CARRIER}; {@code ?agent=NAME} after the hook's address adds the agent's name to the stream's address.
 */
public final class AnswerHooks {
    private static final String PATH = "/hooks/{carrier}/answer";
    private static final String XML = "application/xml; charset=utf-8";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String AGENT = "agent";
    private static final String NAME = "[A-Za-z0-9._-]{1,64}";
    private static final String HOST = "(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?";
    private static final int MAX_PARAMETERS = 256;

    private final Map<String, Hook> hooks;
    private final Optional<PublicUrl> url;
    private final String scheme;
    private final LongSupplier epochSeconds;

    /**
     * The hook of one carrier.
     *
     * @param gate authenticates the carrier
     * @param answer writes the answer
     * @param tickets limits the stream in time, and admits it when the answer cannot make the carrier send a token
     * @param counters counters of the dialect
     */
    public record Hook(
            CarrierGate gate, StreamAnswer answer, Optional<StreamTicket> tickets, CarrierCounters counters) {}

    /**
     * Creates the hooks.
     *
     * @param hooks by carrier
     * @param url address of this server; empty: the Host header gives it
     * @param encrypted whether this server speaks TLS, so that streams without {@code url} come to {@code wss://}
     * @param epochSeconds wall time
     */
    public AnswerHooks(Map<String, Hook> hooks, Optional<PublicUrl> url, boolean encrypted, LongSupplier epochSeconds) {
        this.hooks = Map.copyOf(hooks);
        this.url = url;
        this.scheme = encrypted ? "wss://" : "ws://";
        this.epochSeconds = epochSeconds;
    }

    /** Returns the routes. They need no token, because carriers sign their requests instead. */
    public List<Route> routes() {
        return List.of(Route.open("GET", PATH, this::answer), Route.open("POST", PATH, this::answer));
    }

    private Answer answer(Request request) {
        Hook hook = hooks.get(request.parameter("carrier"));
        if (hook == null) {
            return Problem.of(404, "there is no such hook; there are those of " + new TreeSet<>(hooks.keySet()));
        }
        Map<String, List<String>> form;
        try {
            form = form(request);
        } catch (IllegalArgumentException e) {
            return Problem.of(400, "the body is no form; send it as " + FORM);
        }
        CarrierRequest asked = new CarrierRequest(
                request.method(),
                request.target(),
                request.path(),
                request.query(),
                form,
                request.body(),
                request.headers(),
                CarrierRequest.local(request.direct(), request.headers().apply("Host")));
        long now = epochSeconds.getAsLong();
        Refusal refusal = hook.gate().webhook(asked, now);
        if (refusal != null) {
            hook.counters().increment(CarrierCounter.WEBHOOKS_REFUSED);
            return Problem.of(refusal.status(), refusal.detail());
        }
        return answer(request.parameter("carrier"), hook, asked, now);
    }

    private Answer answer(String carrier, Hook hook, CarrierRequest asked, long now) {
        List<String> agents = asked.query().getOrDefault(AGENT, List.of(""));
        String agent = agents.get(0);
        if (!agent.isEmpty() && !agent.matches(NAME)) {
            return Problem.of(400, "agent is no name of an agent: letters, digits, '.', '_' and '-', at most 64");
        }
        String base = base(asked);
        if (base == null) {
            return Problem.of(400, "the Host header names no host; set http.public-url");
        }
        String path = "/media/" + carrier + (agent.isEmpty() ? "" : "/" + agent);
        String stream = hook.tickets().map(tickets -> tickets.issue(path, now)).orElse(path);
        String xml = hook.answer().to(base + stream, asked.parameter("From"), asked.parameter("To"));
        return Answer.text(200, XML, xml);
    }

    private String base(CarrierRequest asked) {
        if (url.isPresent()) {
            return url.get().ws("");
        }
        String host = asked.header("Host");
        return host.matches(HOST) ? scheme + host : null;
    }

    private static Map<String, List<String>> form(Request request) {
        String type = request.contentType().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals(FORM)
                ? new QueryStringDecoder(
                                new String(request.body(), StandardCharsets.UTF_8),
                                StandardCharsets.UTF_8,
                                false,
                                MAX_PARAMETERS)
                        .parameters()
                : Map.of();
    }
}
