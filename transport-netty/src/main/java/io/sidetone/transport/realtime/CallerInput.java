package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.AUDIO_END_MS;
import static io.sidetone.core.realtime.RealtimeFields.AUDIO_START_MS;
import static io.sidetone.core.realtime.RealtimeFields.CONTENT_INDEX;
import static io.sidetone.core.realtime.RealtimeFields.DELTA;
import static io.sidetone.core.realtime.RealtimeFields.ITEM;
import static io.sidetone.core.realtime.RealtimeFields.ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.PREVIOUS_ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.TRANSCRIPT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.RealtimeFields.USAGE;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.realtime.ItemTypes;
import io.sidetone.core.realtime.RealtimeErrors;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.transport.stream.LoopTimer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Speech of the caller: the input buffer, turns that are detected or committed, and their transcripts. Event loop only.
 *
 * <p>Detected turns flow to the call as they come. Where the client itself says what is a turn, audio waits here until it
 * is committed, and then goes to the call as a turn of a held button: before that the client may still take it back.
 */
final class CallerInput {
    private static final int LEAST_COMMIT_MS = 100;
    private static final int ONSET_MS = 200;

    private final ServerEvents events;
    private final ItemTable items;
    private final Host host;
    private final InputAudio audio;
    private final int bytesPerMs;
    private final Deque<Item> awaiting = new ArrayDeque<>();
    private final Deque<List<Item>> typed = new ArrayDeque<>();
    private List<byte[]> held = new ArrayList<>();
    private int heldBytes;
    private Item open;
    private Item pressed;
    private String published = "";
    private long startedMs;

    /** Things that the session does for it. */
    interface Host extends InputAudio.Sink {
        /** Returns how the session is set. */
        SessionConfig config();

        /** Publishes an event to the lane. */
        void publish(LaneEventType type, long token, long a, Object ref);

        /** Returns whether a committed turn may have the floor now. */
        boolean floorFree();

        /** The call learns of the items that it does not know: what is said now comes after them. */
        void publishItems();
    }

    CallerInput(ServerEvents events, ItemTable items, Host host, LoopTimer delay, AudioFormat format) {
        this.events = events;
        this.items = items;
        this.host = host;
        this.bytesPerMs = format.bytesPerMs();
        this.audio = new InputAudio(bytesPerMs, host, delay);
    }

    void append(byte[] more) throws RealtimeError {
        if (heldBytes + more.length > InputAudio.MOST_BYTES || audio.full(more.length)) {
            throw new RealtimeError(
                    "input_audio_buffer_full",
                    AUDIO,
                    "The input audio buffer holds " + InputAudio.MOST_BYTES
                            + " bytes; commit or clear it, or send audio as it is spoken.");
        }
        if (host.config().manual()) {
            held.add(more);
            heldBytes += more.length;
        } else {
            audio.audio(more);
            audio.feed();
        }
    }

    /** The session's turn detection is another: what the client had not committed is listened to from now on. */
    void redetect() {
        audio.live(!host.config().manual());
        if (!host.config().manual()) {
            held.forEach(audio::audio);
            held = new ArrayList<>();
            heldBytes = 0;
        }
        audio.feed();
    }

    void commit() throws RealtimeError {
        boolean manual = host.config().manual();
        if (manual ? heldBytes < LEAST_COMMIT_MS * bytesPerMs : open == null) {
            throw new RealtimeError(
                    RealtimeErrors.INPUT_AUDIO_BUFFER_COMMIT_EMPTY,
                    null,
                    "Error committing input audio buffer: buffer too small. Expected at least " + LEAST_COMMIT_MS
                            + "ms of audio, but buffer only has " + heldBytes / bytesPerMs + "ms of audio"
                            + (manual ? "." : " in which speech was detected."));
        }
        if (!manual) {
            input(ClientInput.END);
            return;
        }
        Item item = Item.message(items.nextId(), ItemTypes.USER, ItemTypes.INPUT_AUDIO, "");
        item.audioMs = heldBytes / bytesPerMs;
        committed(item);
        audio.then(() -> pressed == null && host.floorFree(), () -> {
            pressed = item;
            published = "";
            host.publishItems();
            input(ClientInput.PRESS);
        });
        held.forEach(audio::audio);
        audio.then(() -> true, () -> {
            awaiting.add(item);
            input(ClientInput.END);
        });
        held = new ArrayList<>();
        heldBytes = 0;
        audio.feed();
    }

    private void input(ClientInput what) {
        host.publish(LaneEventType.CLIENT_INPUT, 0, what.ordinal(), "commit");
    }

    void clear() {
        held = new ArrayList<>();
        heldBytes = 0;
        if (!host.config().manual()) {
            audio.clear();
            if (open != null) {
                open = null;
                input(ClientInput.CANCEL);
            }
        }
        events.send(RealtimeEvents.INPUT_AUDIO_BUFFER_CLEARED, json -> {});
    }

    /** Runs {@code step} when every turn that was committed has gone to the call. */
    void behindCommitted(Runnable step) {
        if (audio.empty() || !host.config().manual()) {
            step.run();
        } else {
            audio.then(() -> true, step);
        }
    }

    /** The call is given {@code text} of {@code given} as typed by the caller. */
    void typed(List<Item> given, String text) {
        typed.add(given);
        host.publish(LaneEventType.TEXT_INPUT, 0, 0, text);
    }

    long fedMs() {
        return audio.fedMs();
    }

    /** Takes what the lane did not allow: the committed turn has no floor, and waits no more. */
    void refused(FloorTrigger trigger) {
        if (trigger == FloorTrigger.INPUT_START) {
            pressed = null;
        }
    }

    void moved(FloorTransition move) {
        boolean speech = move.reason().startsWith("speech") || move.reason().equals("kept speech");
        switch (move.to()) {
            case INTERRUPTED -> {
                if (move.trigger() == FloorTrigger.BARGE_IN && !move.reason().equals("text")) {
                    started(SessionTurnDetection.INTERRUPTING_MS);
                }
            }
            case LISTENING -> {
                if (speech) {
                    started(ONSET_MS);
                }
            }
            case FINALIZING -> finalizing(move.reason());
            case IDLE -> {
                abandoned(move.from() == FloorState.FINALIZING);
                pressed = null;
                audio.feed();
            }
            default -> {}
        }
    }

    /** Speech was detected, in one way or another. */
    void started(int detectedAfterMs) {
        if (open != null || host.config().manual()) {
            return;
        }
        host.publishItems();
        open = Item.message(items.nextId(), ItemTypes.USER, ItemTypes.INPUT_AUDIO, "");
        published = "";
        long startMs =
                Math.max(0, fedMs() - detectedAfterMs - host.config().turns().prefixMs());
        Item begun = open;
        startedMs = startMs;
        events.send(RealtimeEvents.INPUT_AUDIO_BUFFER_SPEECH_STARTED, json -> {
            json.writeNumberField(AUDIO_START_MS, startMs);
            json.writeStringField(ITEM_ID, begun.id);
        });
    }

    private void finalizing(String by) {
        if (host.config().manual() || by.equals("text") || by.equals("digits")) {
            open = null;
            return;
        }
        started(0);
        Item said = open;
        stopped();
        committed(said);
        awaiting.add(said);
    }

    private void stopped() {
        Item said = open;
        open = null;
        said.audioMs = fedMs() - startedMs;
        events.send(RealtimeEvents.INPUT_AUDIO_BUFFER_SPEECH_STOPPED, json -> {
            json.writeNumberField(AUDIO_END_MS, fedMs());
            json.writeStringField(ITEM_ID, said.id);
        });
    }

    private void committed(Item item) {
        String previous = items.add(item);
        events.send(RealtimeEvents.INPUT_AUDIO_BUFFER_COMMITTED, json -> {
            json.writeStringField(PREVIOUS_ITEM_ID, previous);
            json.writeStringField(ITEM_ID, item.id);
        });
        for (String type : List.of(RealtimeEvents.CONVERSATION_ITEM_ADDED, RealtimeEvents.CONVERSATION_ITEM_DONE)) {
            events.send(type, json -> {
                json.writeStringField(PREVIOUS_ITEM_ID, previous);
                json.writeFieldName(ITEM);
                item.write(json);
            });
        }
    }

    /** The floor is free: what was being said came to nothing, what had no words is known to have none. */
    private void abandoned(boolean wordless) {
        if (open != null) {
            stopped();
        }
        if (wordless) {
            awaiting.forEach(item -> transcribed(item, ""));
            awaiting.clear();
        }
    }

    /** Words so far; what only adds to them is reported. */
    void partial(String text) {
        Item item = open != null ? open : pressed;
        if (item == null
                || !host.config().transcribes()
                || !text.startsWith(published)
                || text.length() == published.length()) {
            return;
        }
        String more = text.substring(published.length());
        published = text;
        events.send(RealtimeEvents.CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_DELTA, json -> {
            json.writeStringField(ITEM_ID, item.id);
            json.writeNumberField(CONTENT_INDEX, 0);
            json.writeStringField(DELTA, more);
        });
    }

    /** The final words under the call's token; of a turn that went on after a pause the last item has them all. */
    void transcript(long token, String text) {
        if (!typed.isEmpty() && awaiting.isEmpty()) {
            typed.poll().forEach(item -> item.token = token);
            return;
        }
        Item last = awaiting.pollLast();
        awaiting.forEach(item -> transcribed(item, ""));
        awaiting.clear();
        if (last != null) {
            last.token = token;
            last.text = text;
            transcribed(last, text);
        }
    }

    private void transcribed(Item item, String text) {
        if (!host.config().transcribes()) {
            return;
        }
        events.send(RealtimeEvents.CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_COMPLETED, json -> {
            json.writeStringField(ITEM_ID, item.id);
            json.writeNumberField(CONTENT_INDEX, 0);
            json.writeStringField(TRANSCRIPT, text);
            json.writeObjectFieldStart(USAGE);
            json.writeStringField(TYPE, "duration");
            json.writeNumberField("seconds", item.audioMs / 1_000.0);
            json.writeEndObject();
        });
    }
}
