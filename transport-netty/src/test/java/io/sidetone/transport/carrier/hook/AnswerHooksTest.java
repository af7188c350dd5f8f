package io.sidetone.transport.carrier.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.dialect.service.Carriers;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.stream.FakeCallHandle;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.io.ByteArrayInputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class AnswerHooksTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Map<String, String> HERE = Map.of("Host", "127.0.0.1:8080");

    private final Map<String, WsProtocol> streams = new HashMap<>();

    private List<Route> routes(Optional<String> url, Map<String, String> secrets, Map<String, String> options) {
        return routes(url, false, secrets, options);
    }

    private List<Route> routes(
            Optional<String> url, boolean encrypted, Map<String, String> secrets, Map<String, String> options) {
        Carriers carriers = new Carriers(
                name -> new CarrierSettings(60, secrets, options),
                url,
                url.isPresent(),
                new FakeCallHandle(),
                () -> 1_800_000_000L,
                new SecureRandom());
        carriers.streams(streams::put);
        return carriers.webhooks(encrypted);
    }

    private static Request request(
            String method, String carrier, Map<String, List<String>> query, String body, Map<String, String> headers) {
        String path = "/hooks/" + carrier + "/answer";
        return new Request(
                method,
                path,
                Map.of("carrier", carrier),
                query,
                body.isEmpty() ? "" : FORM,
                body.getBytes(StandardCharsets.UTF_8),
                true,
                headers::get,
                path,
                true);
    }

    private static Answer ask(List<Route> routes, Request request) {
        return routes.stream()
                .filter(route -> route.method().equals(request.method()))
                .findFirst()
                .orElseThrow()
                .handler()
                .apply(request)
                .toCompletableFuture()
                .join();
    }

    private static Element stream(Answer answer) throws Exception {
        assertThat(answer.status())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        assertThat(answer.contentType()).startsWith("application/xml");
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(answer.body()))
                .getDocumentElement();
        assertThat(root.getTagName()).isEqualTo("Response");
        return (Element) root.getElementsByTagName("Stream").item(0);
    }

    private static String parameter(Element stream, String name) {
        for (int i = 0; i < stream.getElementsByTagName("Parameter").getLength(); i++) {
            Element each = (Element) stream.getElementsByTagName("Parameter").item(i);
            if (each.getAttribute("name").equals(name)) {
                return each.getAttribute("value");
            }
        }
        return null;
    }

    @Test
    void shouldSendTwiliosCallsToTheStream() throws Exception {
        List<Route> routes = routes(Optional.empty(), Map.of(), Map.of());
        Element stream = stream(ask(
                routes, request("POST", "twilio", Map.of(), "From=%2B14155550100&To=%2B1415%3C%22%26%27%3E%01", HERE)));
        assertThat(stream.getAttribute("url")).isEqualTo("ws://127.0.0.1:8080/media/twilio");
        assertThat(((Element) stream.getParentNode()).getTagName()).isEqualTo("Connect");
        assertThat(parameter(stream, "from")).isEqualTo("+14155550100");
        assertThat(parameter(stream, "to"))
                .as("escaped, and what XML cannot hold left out")
                .isEqualTo("+1415<\"&'> ");
        Element byGet = stream(ask(
                routes, request("GET", "twilio", Map.of("From", List.of("+1"), "agent", List.of("sales")), "", HERE)));
        assertThat(parameter(byGet, "from")).isEqualTo("+1");
        assertThat(byGet.getAttribute("url")).isEqualTo("ws://127.0.0.1:8080/media/twilio/sales");
    }

    @Test
    void shouldSendTheStreamToTlsWhenTheServerItselfSpeaksIt() throws Exception {
        List<Route> routes = routes(Optional.empty(), true, Map.of(), Map.of());
        Element stream = stream(ask(routes, request("POST", "twilio", Map.of(), "From=%2B1", HERE)));
        assertThat(stream.getAttribute("url")).isEqualTo("wss://127.0.0.1:8080/media/twilio");
    }

    @Test
    void shouldLeaveOutNumbersThatTheCarrierDoesNotSay() throws Exception {
        List<Route> routes = routes(Optional.empty(), Map.of(), Map.of());
        Element stream = stream(ask(routes, request("POST", "twilio", Map.of(), "To=2", HERE)));
        assertThat(stream.getElementsByTagName("Parameter").getLength())
                .as("a Parameter without a value is an error of the answer")
                .isOne();
        assertThat(parameter(stream, "to")).isEqualTo("2");
        Element plivo = stream(ask(routes, request("POST", "plivo", Map.of(), "From=anonymous", HERE)));
        assertThat(plivo.getAttribute("extraHeaders")).isEqualTo("from=anonymous");
        Element nobody = stream(ask(routes, request("POST", "plivo", Map.of(), "", HERE)));
        assertThat(nobody.hasAttribute("extraHeaders")).isFalse();
    }

    @Test
    void shouldAnswerEachCarrierInItsOwnMarkup() throws Exception {
        List<Route> routes = routes(
                Optional.empty(),
                Map.of("token", "tok\"en"),
                Map.of("format", "L16/16000", "byte-order", "big-endian"));
        Element telnyx = stream(ask(routes, request("GET", "telnyx", Map.of(), "", HERE)));
        assertThat(telnyx.getAttribute("url")).startsWith("ws://127.0.0.1:8080/media/telnyx/t/");
        assertThat(telnyx.getAttribute("bidirectionalMode")).isEqualTo("rtp");
        assertThat(telnyx.getAttribute("bidirectionalCodec")).isEqualTo("L16");
        assertThat(telnyx.getAttribute("bidirectionalSamplingRate")).isEqualTo("16000");
        Element signalWire = stream(ask(routes, request("GET", "signalwire", Map.of(), "", HERE)));
        assertThat(signalWire.getAttribute("codec")).isEqualTo("L16@16000h");
        assertThat(signalWire.getAttribute("authBearerToken")).isEqualTo("tok\"en");
        Element plivo = stream(ask(routes, request("POST", "plivo", Map.of(), "From=%2B1%2C415&To=2", HERE)));
        assertThat(plivo.getTextContent()).isEqualTo("ws://127.0.0.1:8080/media/plivo");
        assertThat(plivo.getAttribute("contentType")).isEqualTo("audio/x-l16;rate=16000");
        assertThat(plivo.getAttribute("extraHeaders")).isEqualTo("from=1415,to=2");
        assertThat(plivo.getAttribute("keepCallAlive")).isEqualTo("true");
    }

    @Test
    void shouldLetInTheStreamThatItsTicketIsFor() throws Exception {
        List<Route> routes = routes(Optional.empty(), Map.of("token", "t"), Map.of());
        String url = stream(ask(routes, request("GET", "telnyx", Map.of(), "", HERE)))
                .getAttribute("url");
        String path = url.substring("ws://127.0.0.1:8080".length());
        WsHandshake handshake = new WsHandshake(
                path,
                path,
                Map.of(),
                Map.of(),
                new DefaultHttpHeaders(),
                new InetSocketAddress("203.0.113.9", 999),
                true,
                false);
        assertThat(streams.get("/media/telnyx").admit(handshake)).isInstanceOf(WsDecision.Accept.class);
        assertThat(streams.get("/media/telnyx").admit(handshake))
                .as("used")
                .isInstanceOfSatisfying(WsDecision.Refuse.class, refusal -> assertThat(refusal.status())
                        .isEqualTo(401));
        assertThat(streams.get("/media/twilio").admit(handshake))
                .isInstanceOfSatisfying(WsDecision.Refuse.class, refusal -> assertThat(refusal.status())
                        .isEqualTo(403));
        assertThat(streams).containsKeys("/media/exotel", "/media/exotel/{agent}", "/media/signalwire", "/media/plivo");
    }

    @Test
    void shouldRefuseWhatItCannotAnswer() {
        List<Route> routes = routes(Optional.empty(), Map.of(), Map.of());
        assertThat(ask(routes, request("GET", "nobody", Map.of(), "", Map.of())).status())
                .isEqualTo(404);
        assertThat(ask(routes, request("GET", "exotel", Map.of(), "", Map.of())).status())
                .isEqualTo(404);
        assertThat(ask(
                                routes,
                                request(
                                        "GET",
                                        "twilio",
                                        Map.of("agent", List.of("a b")),
                                        "",
                                        Map.of("Host", "localhost")))
                        .status())
                .isEqualTo(400);
        assertThat(ask(routes, request("GET", "twilio", Map.of(), "", Map.of("Host", "h\"><x")))
                        .status())
                .as("a name of a page's own")
                .isEqualTo(403);
        assertThat(ask(routes, request("POST", "twilio", Map.of(), "a=%zz", Map.of("Host", "localhost")))
                        .status())
                .isEqualTo(400);
        List<Route> signed = routes(Optional.of("https://a.example"), Map.of("auth-token", "t"), Map.of());
        Answer refused = ask(signed, request("POST", "twilio", Map.of(), "From=1", Map.of()));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(new String(refused.body(), StandardCharsets.UTF_8))
                .contains("X-Twilio-Signature")
                .doesNotContain("\"t\"");
    }

    @Test
    void shouldNeverShowSecrets() {
        assertThat(new CarrierSettings(60, Map.of("auth-token", "hidden"), Map.of()).toString())
                .doesNotContain("hidden");
    }
}
