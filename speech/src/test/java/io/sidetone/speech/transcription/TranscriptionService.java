package io.sidetone.speech.transcription;

import io.sidetone.speech.deepgram.CodedSpeech;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.loopback.Seen;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** OpenAI's audio/transcriptions, strictly: takes the form apart and understands {@link CodedSpeech}. */
public final class TranscriptionService {
    private static final Set<String> KNOWN =
            Set.of("model", "response_format", "language", "languages[]", "prompt", "stream", "file");

    private static final Set<String> MODELS = Set.of("whisper-1", "gpt-4o-mini-transcribe", "gpt-transcribe");

    /** What it does with a request. */
    public enum Fault {
        NONE,
        HANG,
        HANG_IN_THE_MIDDLE,
        DROP,
        DROP_IN_THE_MIDDLE,
        GARBAGE,
        NO_TEXT,
        BINARY,
        ENORMOUS,
        ERROR_EVENT,
        NO_DONE,
        TWICE
    }

    private final String key;
    public final List<Map<String, String>> forms = new CopyOnWriteArrayList<>();
    public final List<Integer> recordedMs = new CopyOnWriteArrayList<>();
    public final AtomicInteger gone = new AtomicInteger();
    public volatile Fault fault = Fault.NONE;
    public volatile int delayMs;
    public volatile int status = 200;

    /** What is understood, recording by recording, whatever the sound, in place of {@link CodedSpeech}; null for that. */
    public volatile Queue<String> script;

    /** Sends its answer in pieces of one byte, so far apart. */
    public volatile int dripMs;

    /** Answers JSON although events were asked for. */
    public volatile boolean cannotStream;

    public TranscriptionService(String key) {
        this.key = key;
    }

    public void request(Seen seen, Reply reply) {
        reply.onGone(gone::incrementAndGet);
        if (!seen.method().equals("POST")) {
            reply.violation("method " + seen.method());
        }
        if (!seen.header("authorization").equals("Bearer " + key)) {
            reply.whole(
                    401,
                    Map.of(),
                    "{\"error\":{\"message\":\"Incorrect API key: " + seen.header("authorization")
                            + "\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"invalid_api_key\"}}");
            return;
        }
        if (status != 200) {
            reply.whole(status, Map.of("retry-after", "2"), "{\"error\":{\"message\":\"no\",\"type\":\"t\"}}");
            return;
        }
        Map<String, byte[]> parts = parts(seen, reply);
        Map<String, String> form = new HashMap<>();
        parts.forEach((name, value) -> {
            if (!name.equals("file")) {
                form.put(name, new String(value, StandardCharsets.UTF_8));
            }
            if (!KNOWN.contains(name)) {
                reply.violation("no field " + name);
            }
        });
        forms.add(form);
        if (!"json".equals(form.get("response_format")) || !form.containsKey("model") || !parts.containsKey("file")) {
            reply.violation("a field is missing: " + form);
            return;
        }
        if (!MODELS.contains(form.get("model"))) {
            refuse(reply, 404, "The model `" + form.get("model") + "` does not exist or you do not have access to it.");
            return;
        }
        boolean lists = form.get("model").equals("gpt-transcribe");
        if (form.containsKey(lists ? "language" : "languages[]")) {
            refuse(reply, 400, "Unsupported parameter: this model does not take it.");
            return;
        }
        String text = understood(parts.get("file"), reply);
        reply.later(delayMs, () -> answer(text, "true".equals(form.get("stream")) && !cannotStream, reply));
    }

    private static void refuse(Reply reply, int status, String message) {
        reply.whole(
                status,
                Map.of("content-type", "application/json"),
                "{\"error\":{\"message\":\"" + message + "\",\"type\":\"invalid_request_error\"}}");
    }

    private Map<String, byte[]> parts(Seen seen, Reply reply) {
        String type = seen.header("content-type");
        String boundary = "--" + type.substring(type.indexOf("boundary=") + 9);
        String body = new String(seen.body(), StandardCharsets.ISO_8859_1);
        if (!body.endsWith("\r\n" + boundary + "--\r\n")) {
            reply.violation("the form does not end");
        }
        Map<String, byte[]> parts = new HashMap<>();
        for (String part : body.split(boundary + "(\r\n|--\r\n)")) {
            if (part.isEmpty()) {
                continue;
            }
            int head = part.indexOf("\r\n\r\n");
            String name = part.substring(part.indexOf("name=\"") + 6);
            parts.put(
                    name.substring(0, name.indexOf('"')),
                    part.substring(head + 4, part.length() - 2).getBytes(StandardCharsets.ISO_8859_1));
        }
        return parts;
    }

    private String understood(byte[] wav, Reply reply) {
        ByteBuffer header = ByteBuffer.wrap(wav).order(ByteOrder.LITTLE_ENDIAN);
        int rateHz = header.getInt(24);
        boolean fits = new String(wav, 0, 4, StandardCharsets.US_ASCII).equals("RIFF")
                && header.getShort(22) == 1
                && header.getShort(34) == 16
                && header.getInt(40) == wav.length - 44;
        if (!fits) {
            reply.violation("no PCM16 mono WAV");
        }
        recordedMs.add((wav.length - 44) / 2 * 1_000 / rateHz);
        if (script != null) {
            return script.remove();
        }
        CodedSpeech.Ear ear = new CodedSpeech.Ear(rateHz, false);
        ear.take(Arrays.copyOfRange(wav, 44, wav.length), () -> {});
        return String.join(
                " ", ear.since(0).stream().map(CodedSpeech.Heard::word).toList());
    }

    private void answer(String text, boolean stream, Reply reply) {
        Map<String, String> type = Map.of("content-type", stream ? "text/event-stream" : "application/json");
        String whole = stream
                ? events(text)
                : "{\"text\":\"" + text + "\",\"usage\":{\"input_tokens\":7,\"output_tokens\":3}}";
        switch (fault) {
            case NONE -> {
                if (dripMs > 0) {
                    drip(reply.head(200, type), whole.getBytes(StandardCharsets.UTF_8), 0);
                } else {
                    reply.whole(200, type, whole);
                }
            }
            case HANG -> {}
            case HANG_IN_THE_MIDDLE -> reply.head(200, type).chunk(whole.substring(0, whole.length() / 2));
            case DROP -> reply.drop();
            case DROP_IN_THE_MIDDLE -> {
                reply.head(200, type).chunk(whole.substring(0, whole.length() / 2));
                reply.later(30, reply::drop);
            }
            case GARBAGE ->
                reply.whole(200, type, stream ? "data: <\n\ndata: <\n\ndata: <\n\n" : "<html>Not here</html>");
            case NO_TEXT -> reply.whole(200, type, stream ? "data: [DONE]\n\n" : "{\"words\":[]}");
            case BINARY -> {
                reply.head(200, type)
                        .chunk(new byte[] {(byte) 0xFF, 0, (byte) 0xFE, 1})
                        .end();
            }
            case ENORMOUS -> reply.whole(200, type, "{\"text\":\"" + "x".repeat(10 << 20) + "\"}");
            case ERROR_EVENT ->
                reply.whole(200, type, "data: {\"error\":{\"message\":\"overloaded " + key + "\"}}\n\n");
            case NO_DONE ->
                reply.whole(200, type, whole.substring(0, whole.indexOf("data: {\"type\":\"transcript.text.done")));
            case TWICE -> reply.whole(200, type, whole + events("stop"));
            default -> throw new IllegalStateException("fault " + fault);
        }
    }

    private static String events(String text) {
        StringBuilder events = new StringBuilder("\uFEFF: hello\r\n");
        for (String word : text.split("(?<= )")) {
            events.append("event: transcript.text.delta\r\ndata: {\"type\":\"transcript.text.delta\",\"delta\":\"")
                    .append(word)
                    .append("\"}\r\n\r\n");
        }
        return events.append("data: {\"type\":\"transcript.text.done\",\ndata: \"text\":\"")
                .append(text)
                .append(
                        "\",\"usage\":{\"type\":\"tokens\",\"input_tokens\":7,\"output_tokens\":3}}\r\rdata: [DONE]\n\n")
                .toString();
    }

    private void drip(Reply reply, byte[] bytes, int at) {
        if (at == bytes.length) {
            reply.end();
        } else if (reply.connected()) {
            reply.chunk(Arrays.copyOfRange(bytes, at, at + 1));
            reply.later(dripMs, () -> drip(reply, bytes, at + 1));
        }
    }
}
