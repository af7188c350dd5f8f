package io.sidetone.speech.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;

/** One response of {@link FakeSession}. Its audio counts: sample n of a session has the value n, modulo 32,000. */
final class FakeResponse {
    private static final int DONE_AFTER_CANCEL_MS = 15;

    final String id;
    private final FakeSession session;
    private final JsonNode create;
    private final Answer answer;
    private final String item;
    private final boolean remembered;
    private long sample;
    private int step;
    private boolean over;
    private boolean open;

    FakeResponse(FakeSession session, JsonNode create, Answer answer) {
        this.session = session;
        this.create = create;
        this.answer = answer;
        this.id = session.id("resp");
        this.item = session.id("item");
        this.remembered =
                !create.path("response").path("conversation").asText("auto").equals("none");
    }

    void begin() {
        session.peer.later(answer.createdAfterMs, () -> {
            ObjectNode created = session.event("response.created");
            fill(created.putObject("response"), "in_progress");
            session.send(created);
            next();
        });
    }

    private void fill(ObjectNode response, String status) {
        response.put("id", id).put("status", status);
        if (session.service.keepsMetadata) {
            response.set("metadata", create.path("response").path("metadata"));
        } else {
            response.putNull("metadata");
        }
    }

    private ObjectNode piece(String type) {
        return session.event(type)
                .put("response_id", id)
                .put("item_id", item)
                .put("output_index", 0)
                .put("content_index", 0);
    }

    private void next() {
        if (over) {
            return;
        }
        if (step >= answer.steps.size()) {
            if (answer.dropsAtEnd) {
                session.peer.drop();
            } else if (!answer.hangs) {
                done(answer.status);
            }
            return;
        }
        Answer.Step now = answer.steps.get(step++);
        session.peer.later(now.afterMs(), () -> {
            if (!over) {
                send(now);
                next();
            }
        });
    }

    private void send(Answer.Step now) {
        if (!now.callId().isEmpty()) {
            session.openCalls.add(now.callId());
            session.send(piece("response.function_call_arguments.done")
                    .put("call_id", now.callId())
                    .put("name", now.function())
                    .put("arguments", now.arguments()));
            return;
        }
        if (!open) {
            open = true;
            if (remembered) {
                session.items.put(item, "assistant");
                session.audioBytes.put(item, 0L);
            }
            ObjectNode added = piece("response.output_item.added");
            added.putObject("item").put("id", item).put("type", "message");
            session.send(added);
        }
        if (!now.words().isEmpty()) {
            session.send(piece("response.output_audio_transcript.delta").put("delta", now.words()));
        }
        if (now.audioMs() > 0) {
            audio(now.audioMs());
        }
    }

    private void audio(int ms) {
        byte[] bytes = new byte[ms * session.bytesPerMs + answer.oddBytes];
        for (int i = 0; i + 1 < bytes.length && session.bytesPerMs == 48; i += 2) {
            short value = (short) (sample++ % 32_000);
            bytes[i] = (byte) value;
            bytes[i + 1] = (byte) (value >> 8);
        }
        session.audioBytes.merge(item, (long) bytes.length, Long::sum);
        session.send(piece("response.output_audio.delta")
                .put("delta", Base64.getEncoder().encodeToString(bytes)));
    }

    /** What is on its way still comes, if so wanted; then the end. */
    void cancel() {
        over = true;
        if (session.service.deafToCancel) {
            session.active = null;
            return;
        }
        if (session.service.lateDeltas) {
            session.peer.later(5, () -> {
                session.send(piece("response.output_audio_transcript.delta").put("delta", "Stale words."));
                audio(100);
            });
        }
        session.peer.later(DONE_AFTER_CANCEL_MS, () -> done("cancelled"));
    }

    private void done(String status) {
        over = true;
        ObjectNode done = session.event("response.done");
        ObjectNode response = done.putObject("response");
        fill(response, status);
        if (status.equals("failed")) {
            response.putObject("status_details")
                    .put("type", "failed")
                    .putObject("error")
                    .put("code", answer.errorCode);
        }
        ArrayNode output = response.putArray("output");
        for (Answer.Step each : answer.steps.subList(0, step)) {
            if (!each.callId().isEmpty()) {
                output.addObject()
                        .put("type", "function_call")
                        .put("call_id", each.callId())
                        .put("name", each.function())
                        .put("arguments", each.arguments());
            }
        }
        response.putObject("usage").put("input_tokens", 100).put("output_tokens", 20);
        session.active = null;
        session.send(done);
        if (session.service.doubleDone) {
            session.send(done);
        }
    }
}
