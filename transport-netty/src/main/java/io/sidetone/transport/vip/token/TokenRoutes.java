package io.sidetone.transport.vip.token;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.vip.message.BadMessageException;
import io.sidetone.transport.vip.message.Fields;
import io.sidetone.transport.vip.message.VipReader;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** {@code POST /api/tokens}: an application's back end asks for a key and hands it to its user's browser (VIP 7.4). */
public final class TokenRoutes {
    /** Time for which a key lives when its request does not say. */
    public static final int DEFAULT_LIFE_S = 60;

    private static final int MAX_LIFE_S = 3_600;

    private TokenRoutes() {}

    /**
     * Returns the route.
     *
     * @param agents whether there is an agent of that name
     */
    public static List<Route> of(EphemeralKeys keys, Predicate<String> agents) {
        return List.of(Route.of("POST", "/api/tokens", request -> answer(keys, agents, request))
                .forListedPages());
    }

    private static Answer answer(EphemeralKeys keys, Predicate<String> agents, Request request) {
        try {
            return issue(keys, agents, request);
        } catch (BadMessageException bad) {
            return Problem.of(400, bad.getMessage());
        }
    }

    private static Answer issue(EphemeralKeys keys, Predicate<String> agents, Request request)
            throws BadMessageException {
        String type = request.contentType().split(";", 2)[0].strip();
        if (request.body().length > 0 && !type.equalsIgnoreCase("application/json")) {
            return Problem.of(415, "a body is read as application/json alone; send that Content-Type");
        }
        Fields body = (request.body().length == 0 ? Fields.none() : VipReader.object(request.body()))
                .only(Set.of("agent", "ttl_seconds", "user"));
        String agent = body.text("agent", null, 128);
        if (agent != null && !agents.test(agent)) {
            return Problem.of(404, "agent: there is none of that name; name one of the configuration's agents");
        }
        int lifeS = body.number("ttl_seconds", DEFAULT_LIFE_S, 1, MAX_LIFE_S);
        Fields user = body.inner("user").only(Set.of("user_id", "locale"));
        KeyGrant grant = new KeyGrant(agent, user.text("user_id", "", 256), user.text("locale", "", 64));
        IssuedKey key = keys.issue(grant, lifeS * 1_000L);
        if (key == null) {
            return Problem.of(503, EphemeralKeys.MAX + " keys are outstanding; try again when some have expired")
                    .with("Retry-After", "60");
        }
        Instant expiresAt = Instant.ofEpochMilli(key.expiresAtMs());
        return Answer.json(201, Json.bytes(new Issued(key.text(), expiresAt, lifeS, agent)))
                .with("Cache-Control", "no-store");
    }
    /** Answer of {@code POST /api/tokens}. */
    private record Issued(
            @JsonProperty("ephemeral_key") String key,
            @JsonProperty("expires_at") Instant expiresAt,
            @JsonProperty("ttl_seconds") int ttlSeconds,
            @JsonInclude(JsonInclude.Include.NON_NULL) String agent) {}
}
