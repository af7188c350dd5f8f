package io.sidetone.transport.dialect.service;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.stream.FakeCallHandle;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The carriers of a server with a public address, and requests to them from outside. */
final class CarrierDoors {
    static final String HOST = "agent.example.com";

    private static final String FORM = "application/x-www-form-urlencoded";

    final Carriers carriers;
    long now = 1_800_000_000L;
    private final Map<String, WsProtocol> streams = new HashMap<>();
    private Answer answer;

    CarrierDoors(Map<String, String> secrets, Map<String, String> options) {
        this(Optional.of("https://" + HOST), secrets, options);
    }

    CarrierDoors(Optional<String> url, Map<String, String> secrets, Map<String, String> options) {
        carriers = new Carriers(
                name -> new CarrierSettings(60, secrets, options),
                url,
                true,
                new FakeCallHandle(),
                () -> now,
                new SecureRandom());
        carriers.streams(streams::put);
    }

    private static HttpHeaders headers(String[] pairs) {
        HttpHeaders headers = new DefaultHttpHeaders().set("Host", HOST);
        for (int i = 0; i < pairs.length; i += 2) {
            headers.set(pairs[i], pairs[i + 1]);
        }
        return headers;
    }

    /** The status of an upgrade at {@code path}; 404 where nothing is spoken. */
    int upgrade(String path, String... headers) {
        WsProtocol protocol = streams.get(path.replaceFirst("^(/media/[a-z]+).*", "$1"));
        if (protocol == null) {
            return 404;
        }
        WsDecision decision = protocol.admit(new WsHandshake(
                path,
                path,
                Map.of(),
                Map.of(),
                headers(headers),
                new InetSocketAddress("203.0.113.9", 999),
                true,
                false));
        return decision instanceof WsDecision.Refuse refused ? refused.status() : 101;
    }

    /** The status of a webhook of {@code carrier}. */
    int webhook(String carrier, String form, String... headers) {
        HttpHeaders all = headers(headers);
        String path = "/hooks/" + carrier + "/answer";
        Request request = new Request(
                "POST",
                path,
                Map.of("carrier", carrier),
                Map.of(),
                FORM,
                form.getBytes(StandardCharsets.UTF_8),
                true,
                all::get,
                path,
                false);
        answer = carriers.webhooks(false).stream()
                .filter(route -> route.method().equals("POST"))
                .findFirst()
                .orElseThrow()
                .handler()
                .apply(request)
                .toCompletableFuture()
                .join();
        return answer.status();
    }

    /** The path of the stream that the last answer names. */
    String stream() {
        String xml = new String(answer.body(), StandardCharsets.UTF_8);
        Matcher url = Pattern.compile("wss://" + HOST + "(/media/[^\"<]+)").matcher(xml);
        if (!url.find()) {
            throw new AssertionError("no stream in " + xml);
        }
        return url.group(1);
    }

    static List<String> basic(String user, String password) {
        return List.of(
                "Authorization",
                "Basic "
                        + java.util.Base64.getEncoder()
                                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }
}
