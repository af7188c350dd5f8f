package io.sidetone.tools.softphone.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerApiTest {
    private HttpServer server;
    private ServerApi api;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/api/calls", 200, "{\"calls\":[{\"callId\":\"01A\",\"externalId\":\"x@y\"}]}");
        answer("/api/calls/01A", 200, "{\"callId\":\"01A\",\"timeline\":[{\"atMs\":5,\"kind\":\"end\"}]}");
        answer("/api/calls/01B", 404, "{\"title\":\"no such call\"}");
        server.start();
        api = new ServerApi(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(String path, int status, String body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    @Test
    void shouldFindACallByItsCallIdWhenItRuns() throws Exception {
        assertThat(api.idOf("x@y")).contains("01A");
        assertThat(api.idOf("z")).isEmpty();
    }

    @Test
    void shouldReadWhatIsThereWhenTheAnswerIsShort() throws Exception {
        ServerCall call = api.call("01A");

        assertThat(call.timeline()).containsExactly(new ServerCall.Event(5, "end", ""));
        assertThat(call.ended()).isFalse();
        assertThat(call.answeredAtMs()).isEmpty();
        assertThat(call.zeroMs(70)).isEqualTo(-70);
        assertThat(call.metric("bargeIns")).isZero();
    }

    @Test
    void shouldNameTheAddressWhenTheServerRefuses() {
        assertThatThrownBy(() -> api.call("01B"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/api/calls/01B answered 404");
    }

    @Test
    void shouldTellTheServersClockFromTheWireWhenTheDialogSaysWhenItAnswered() throws Exception {
        ServerCall call = ServerCall.of(
                new ObjectMapper()
                        .readTree(
                                """
                {"startedAt":"2026-01-01T00:00:00Z","sip":[
                  {"at":"2026-01-01T00:00:00.010Z","direction":"out","summary":"180 Ringing (1 INVITE)"},
                  {"at":"2026-01-01T00:00:00.030Z","direction":"out","summary":"200 OK (1 INVITE) [sdp]"}]}"""));

        assertThat(call.zeroMs(1_000)).isEqualTo(-30);
    }
}
