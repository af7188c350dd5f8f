package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.ARGUMENTS;
import static io.sidetone.core.realtime.RealtimeFields.CALL_ID;
import static io.sidetone.core.realtime.RealtimeFields.METADATA;
import static io.sidetone.core.realtime.RealtimeFields.NAME;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.realtime.ResponseStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One response of the model, from its request to its end. Event loop only. */
final class Reply {
    /** An item of the conversation that belongs to a response, and the position of its audio in the response. */
    record Item(String id, long from) {}

    /** A function call of the model. */
    record FunctionCall(String callId, String name, String arguments) {}

    /** The position of the audio when the text had this length. */
    private record Mark(int chars, long audio) {}

    final String key;
    final ObjectNode request;

    /** True when the text is the model's own, which the call learns from it. */
    final boolean announced;

    /** True when it is an item of the conversation, which can be truncated. */
    final boolean remembered;

    final StringBuilder text = new StringBuilder();
    final ResponseAudio audio = new ResponseAudio();
    final List<Item> items = new ArrayList<>();
    final Map<String, FunctionCall> functionCalls = new LinkedHashMap<>();
    private final List<Mark> marks = new ArrayList<>();

    /** Its turn; null until a turn claims it. */
    AgentTurn turn;

    String id;
    String eventId;
    String status = "";
    EngineFailure failure;
    long sentNs;
    long lastNs;
    boolean cancelled;
    boolean finished;

    /** True when it was stopped because it was too long: the part that arrived is spoken. */
    boolean overlong;

    /** The end of the last clause, in the text and in the audio. */
    int textAt;

    long audioAt;

    Reply(String key, ObjectNode request, boolean announced, boolean remembered) {
        this.key = key;
        this.request = request;
        this.announced = announced;
        this.remembered = remembered;
    }

    /** Returns the same request again, for a service that has forgotten it. */
    Reply again(String newKey) {
        ObjectNode copy = request.deepCopy();
        ((ObjectNode) copy.get(RESPONSE).get(METADATA)).put(ClientEvents.KEY, newKey);
        Reply reply = new Reply(newKey, copy, announced, remembered);
        reply.turn = turn;
        return reply;
    }

    /** Returns whether it broke off. */
    boolean broken() {
        return finished && ResponseStatus.FAILED.equals(status);
    }

    boolean untouched() {
        return text.length() == 0 && audio.end() == 0;
    }

    void words(String piece) {
        text.append(piece);
        marks.add(new Mark(text.length(), audio.end()));
    }

    void audio(String itemId, byte[] piece) {
        if (items.isEmpty() || !items.get(items.size() - 1).id().equals(itemId)) {
            items.add(new Item(itemId, audio.end()));
        }
        audio.add(piece);
    }

    void functionCall(JsonNode item) {
        String callId = item.path(CALL_ID).asText("");
        String name = item.path(NAME).asText("");
        if (!callId.isEmpty() && !name.isEmpty()) {
            functionCalls.put(
                    callId, new FunctionCall(callId, name, item.path(ARGUMENTS).asText("")));
        }
    }

    /** Returns whether only white space follows {@code chars} characters of the text. */
    boolean endsAt(int chars) {
        for (int i = chars; i < text.length(); i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the position in the audio where the text up to {@code chars} ends. When all audio has arrived, it is
     * proportional to the text. Before, it is the estimate of the voice's pace, or the audio that had arrived with
     * those words if that is later (but at most half as much again).
     */
    long boundary(int chars, SpeakingRate pace, WireFormat format) {
        long sample = format.bytesPerSample;
        int more = Math.max(1, chars - textAt);
        if (finished && !broken()) {
            long left = audio.end() - audioAt;
            int letters = Math.max(more, text.length() - textAt);
            return audioAt + left * more / letters / sample * sample;
        }
        long paced = (long) (pace.ms(more) * format.bytesPerMs());
        long came = Math.min(cameWith(chars) - audioAt, paced + paced / 2);
        return audioAt + Math.max(paced, came) / sample * sample;
    }

    private long cameWith(int chars) {
        for (Mark mark : marks) {
            if (mark.chars() >= chars) {
                return mark.audio();
            }
        }
        return audio.end();
    }
}
