package io.sidetone.speech.openai.voice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.voice.FakeVoice;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** OpenAI's speech endpoint on this machine; what the service would not take is a violation. */
public final class OpenAiSpeechService extends FakeVoice {
    public static final String PATH = "/v1/audio/speech";
    public static final int RATE_HZ = 24_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_INPUT = 4_096;
    private static final Set<String> FIELDS =
            Set.of("model", "input", "voice", "instructions", "response_format", "speed", "stream_format");

    public volatile String contentType = "audio/pcm";

    /** A WAV header before the samples. */
    public volatile boolean wav;

    /** Bytes per piece, in place of {@link #pieceMs}; 0 for those. */
    public volatile int pieceBytes;

    /** Requests whose connection the client closed before their end. */
    public final AtomicInteger abandoned = new AtomicInteger();

    private final LoopbackServer server;

    /** Serves at {@link #PATH}. */
    public OpenAiSpeechService(LoopbackServer server) {
        this.server = server;
        server.page(PATH, this::speech);
    }

    private void speech(Seen seen, Reply reply) {
        String sent = seen.header("authorization");
        if (refuseStatus != 0 || !sent.equals("Bearer " + key)) {
            int status = refuseStatus != 0 ? refuseStatus : 401;
            reply.whole(status, refuseHeaders, error("refused: " + sent));
            return;
        }
        JsonNode json;
        try {
            json = JSON.readTree(seen.body());
        } catch (IOException e) {
            server.violation("no JSON: " + seen.text());
            return;
        }
        check(seen, json);
        String text = json.path("input").asText();
        asked.add(text);
        Fault wrong = faultNow();
        boolean[] ended = {false};
        reply.onGone(() -> {
            if (!ended[0]) {
                abandoned.incrementAndGet();
            }
        });
        if (wrong == Fault.LIMITED_ONCE) {
            fault = Fault.NONE;
            ended[0] = true;
            reply.whole(429, Map.of("retry-after", "0.1"), error("slow down"));
        } else {
            reply.later(firstAudioMs, () -> answer(reply, text, wrong, ended));
        }
    }

    private static String error(String words) {
        return "{\"error\":{\"message\":\"" + words + "\",\"type\":\"x\",\"param\":null,\"code\":null}}";
    }

    private void check(Seen seen, JsonNode json) {
        json.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                server.violation("unknown field " + name);
            }
        });
        boolean whole = json.path("model").isTextual()
                && json.path("voice").isTextual()
                && !json.path("input").asText().isEmpty()
                && json.path("input").asText().length() <= MAX_INPUT
                && json.path("response_format").asText().equals("pcm")
                && seen.method().equals("POST")
                && seen.header("content-type").startsWith("application/json");
        if (!whole) {
            server.violation("incomplete: " + json);
        }
    }

    private void answer(Reply reply, String text, Fault wrong, boolean[] ended) {
        Map<String, String> type = Map.of("content-type", contentType);
        switch (wrong) {
            case HANG_FIRST -> {
                return;
            }
            case DRIP -> {
                reply.head(200, type);
                drip(reply);
                return;
            }
            case GARBAGE -> {
                ended[0] = true;
                reply.whole(200, Map.of("content-type", "text/html"), "<html>audio");
                return;
            }
            case WRONG_KIND -> {
                ended[0] = true;
                reply.whole(200, Map.of("content-type", "application/json"), "{\"audio\":\"none\"}");
                return;
            }
            case ERROR -> {
                ended[0] = true;
                reply.whole(400, Map.of(), error("key " + KEY + " has no such voice"));
                return;
            }
            case EMPTY -> {
                ended[0] = true;
                reply.head(200, type).end();
                return;
            }
            case HUGE -> {
                reply.head(200, type).chunk(new byte[10 << 20]);
                return;
            }
            default -> reply.head(200, type);
        }
        if (wav) {
            reply.chunk("RIFF....WAVEfmt ");
        }
        byte[] bytes = s16le(text, RATE_HZ);
        int length = wrong == Fault.HALF_SAMPLE ? bytes.length - 1 : bytes.length;
        int piece = pieceBytes > 0 ? pieceBytes : pieceMs * RATE_HZ / 1_000 * 2 + (wrong == Fault.ODD_BYTES ? 1 : 0);
        next(reply, Arrays.copyOf(bytes, length), 0, piece, wrong, ended);
    }

    private void drip(Reply reply) {
        if (reply.connected()) {
            reply.chunk(new byte[1]);
            reply.later(20, () -> drip(reply));
        }
    }

    private void next(Reply reply, byte[] bytes, int at, int piece, Fault wrong, boolean[] ended) {
        if (!reply.connected()) {
            return;
        }
        if (at >= bytes.length) {
            ended[0] = true;
            reply.end();
            return;
        }
        int end = Math.min(bytes.length, at + piece);
        reply.chunk(Arrays.copyOfRange(bytes, at, end));
        switch (wrong) {
            case HANG_MIDDLE, LATE_AFTER_CANCEL -> {
                // Until the client closes it.
            }
            case DROP_MIDDLE -> reply.later(50, reply::drop);
            default -> reply.later(paceMs, () -> next(reply, bytes, end, piece, wrong, ended));
        }
    }
}
