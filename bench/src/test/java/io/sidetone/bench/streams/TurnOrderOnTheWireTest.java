package io.sidetone.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.bench.callers.TurnOrder;
import io.sidetone.server.actions.ActionSchema;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.vela.VelaProtocol;
import io.sidetone.transport.vela.VelaSettings;
import io.sidetone.transport.vip.VipCounters;
import io.sidetone.transport.vip.VipProtocol;
import io.sidetone.transport.vip.VipServices;
import io.sidetone.transport.vip.VipSettings;
import io.sidetone.transport.vip.action.RegistryReader;
import io.sidetone.transport.vip.token.EphemeralKeys;
import io.sidetone.transport.ws.WsRoute;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real connections to real lanes and event loops, whose callers interrupt again and again: on no wire is there a frame of the
 * old turn after the first of the new one, and none after its clear.
 */
@Tag("CARD-06")
class TurnOrderOnTheWireTest {
    private static final int CALLERS_OF_EACH = 3;
    private static final int INTERRUPTIONS = 12;
    private static final int LIMIT_S = 120;
    private static final String SOUND = Base64.getEncoder().encodeToString(loud(5 * 640));

    @Test
    void shouldSendNothingOfAnOldTurnAfterANewOneOrAClear() throws Exception {
        List<TaggedCaller> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS_OF_EACH; i++) {
            callers.add(new Twilio(i));
            callers.add(new Vela(i));
            callers.add(new Vip(i));
        }
        long stale;
        try (InterruptedServer server =
                InterruptedServer.open(callers.size(), 100, new WordHearingMock(), TurnOrderOnTheWireTest::routes)) {
            HttpClient client = HttpClient.newHttpClient();
            callers.forEach(caller -> caller.connect(client, server.port()));
            for (TaggedCaller caller : callers) {
                assertThat(caller.interruptedOften().await(LIMIT_S, TimeUnit.SECONDS))
                        .as(
                                "%s has interrupted %d times; %d to go",
                                caller.path(),
                                INTERRUPTIONS,
                                caller.interruptedOften().getCount())
                        .isTrue();
            }
            stale = server.staleFramesSent();
        }
        for (TaggedCaller caller : callers) {
            TurnOrder order = caller.order();
            assertThat(order.shown()).as("old frames over %s", caller.path()).isEmpty();
            assertThat(order.unreadable())
                    .as("frames over %s that show no turn", caller.path())
                    .isZero();
            assertThat(order.oldMarks()).as("marks behind audio of old turns").isZero();
            assertThat(order.clears()).as("clears over %s", caller.path()).isGreaterThanOrEqualTo(INTERRUPTIONS - 1);
        }
        assertThat(stale).as("frames sent although they were dead").isZero();
    }

    private static List<WsRoute> routes(StreamCalls streams, StreamRouter router) {
        VelaProtocol vela =
                new VelaProtocol(VelaSettings.DEFAULT, streams, new SecureRandom()::nextBytes, System::nanoTime);
        return List.of(new WsRoute("/ws", vela), new WsRoute("/vip", new VipProtocol(vip(), streams, router)));
    }

    private static VipServices vip() {
        return new VipServices(
                new EphemeralKeys(new SecureRandom(), System::currentTimeMillis),
                new RegistryReader(ActionSchema::of),
                Runnable::run,
                System::nanoTime,
                VipSettings.of(false),
                new VipCounters());
    }

    private static byte[] loud(int bytes) {
        byte[] sound = new byte[bytes];
        for (int i = 0; i + 1 < bytes; i += 2) {
            sound[i + 1] = (byte) (i % 8 < 4 ? 20 : -20);
        }
        return sound;
    }

    /** A stream as Twilio makes it, whose caller presses keys. */
    private static final class Twilio extends TaggedCaller {
        private final int number;

        Twilio(int number) {
            super(INTERRUPTIONS, number);
            this.number = number;
        }

        @Override
        String path() {
            return "/media/twilio";
        }

        @Override
        void begin() {
            say("{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}");
            say(
                    ("{\"event\":\"start\",\"sequenceNumber\":\"1\",\"start\":{\"accountSid\":\"AC1\",\"streamSid\":\"MZ%1$d\","
                                    + "\"callSid\":\"CA%1$d\",\"tracks\":[\"inbound\"],\"mediaFormat\":{\"encoding\":"
                                    + "\"audio/x-mulaw\",\"sampleRate\":8000,\"channels\":1},\"customParameters\":{}},"
                                    + "\"streamSid\":\"MZ%1$d\"}")
                            .formatted(number));
        }

        @Override
        void message(JsonNode message) {
            switch (message.path("event").asText()) {
                case "media" -> muLaw(message.at("/media/payload").asText());
                case "mark" -> order().mark(message.at("/mark/name").asText());
                case "clear" -> clear();
                default -> {}
            }
        }

        @Override
        void interrupt() {
            say("{\"event\":\"dtmf\",\"streamSid\":\"MZ" + number
                    + "\",\"sequenceNumber\":\"2\",\"dtmf\":{\"track\":\"inbound_track\",\"digit\":\"1\"}}");
        }
    }

    /** A client of the Vela protocol, whose caller presses the button, speaks and releases. */
    private static final class Vela extends TaggedCaller {
        Vela(int number) {
            super(INTERRUPTIONS, number);
        }

        @Override
        String path() {
            return "/ws";
        }

        @Override
        void begin() {
            say("{\"type\":\"session.start\",\"payload\":{\"protocol\":2,\"greeting\":true,\"audio\":{\"output\":"
                    + "{\"encoding\":\"pcm16\",\"sampleRateHz\":16000}}}}");
        }

        @Override
        void message(JsonNode message) {
            switch (message.path("type").asText()) {
                case "response.audio.delta" ->
                    pcm16(message.at("/payload/audio").asText());
                case "response.audio.clear" -> clear();
                default -> {}
            }
        }

        @Override
        void interrupt() {
            say("{\"type\":\"input_audio.append\",\"payload\":{\"chunk\":\"" + SOUND + "\"}}");
            say("{\"type\":\"input_audio.commit\",\"payload\":{}}");
        }
    }

    /** A client of VIP, whose caller presses the button, speaks and releases. */
    private static final class Vip extends TaggedCaller {
        Vip(int number) {
            super(INTERRUPTIONS, number);
        }

        @Override
        String path() {
            return "/vip";
        }

        @Override
        void begin() {
            say("{\"type\":\"session.initialize\",\"payload\":{\"audio\":{\"input\":{\"encoding\":\"pcm16\","
                    + "\"sampleRateHz\":8000},\"output\":{\"encoding\":\"pcm16\",\"sampleRateHz\":8000}}}}");
        }

        @Override
        void message(JsonNode message) {
            switch (message.path("type").asText()) {
                case "response.audio" -> pcm16(message.at("/payload/audio").asText());
                case "playback.stop" -> clear();
                default -> {}
            }
        }

        @Override
        void interrupt() {
            say("{\"type\":\"input.barge_in\",\"payload\":{\"trigger\":\"ptt\"}}");
            say("{\"type\":\"input.audio\",\"payload\":{\"audio\":\"" + SOUND + "\"}}");
            say("{\"type\":\"input.end\",\"payload\":{}}");
        }
    }
}
