package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.ARGUMENTS;
import static io.sidetone.core.realtime.RealtimeFields.AUDIO_END_MS;
import static io.sidetone.core.realtime.RealtimeFields.CALL_ID;
import static io.sidetone.core.realtime.RealtimeFields.CONTENT;
import static io.sidetone.core.realtime.RealtimeFields.CONTENT_INDEX;
import static io.sidetone.core.realtime.RealtimeFields.EVENT_ID;
import static io.sidetone.core.realtime.RealtimeFields.ID;
import static io.sidetone.core.realtime.RealtimeFields.ITEM;
import static io.sidetone.core.realtime.RealtimeFields.ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.NAME;
import static io.sidetone.core.realtime.RealtimeFields.OBJECT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.PREVIOUS_ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.ROLE;
import static io.sidetone.core.realtime.RealtimeFields.STATUS;
import static io.sidetone.core.realtime.RealtimeFields.TRANSCRIPT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.realtime.ItemTypes;
import io.sidetone.core.realtime.RealtimeEvents;
import java.util.List;

/** The client's events about items of the conversation. Event loop only. */
final class ItemEvents {
    private static final List<String> KINDS =
            List.of(ItemTypes.MESSAGE, ItemTypes.FUNCTION_CALL, ItemTypes.FUNCTION_CALL_OUTPUT);
    private static final List<String> ROLES = List.of(ItemTypes.USER, ItemTypes.ASSISTANT, ItemTypes.SYSTEM);
    private static final int MAX_ID = 64;

    private final ServerEvents events;
    private final ItemTable items;
    private final ClientTools tools;
    private final CallerInput.Host host;

    ItemEvents(ServerEvents events, ItemTable items, ClientTools tools, CallerInput.Host host) {
        this.events = events;
        this.items = items;
        this.tools = tools;
        this.host = host;
    }

    void create(EventFields event) throws RealtimeError {
        event.only(List.of(TYPE, EVENT_ID, PREVIOUS_ITEM_ID, ITEM));
        String after = event.text(PREVIOUS_ITEM_ID, null);
        if (after != null && !after.equals(items.lastId()) && !(after.equals("root") && items.lastId() == null)) {
            throw items.get(after) == null && !after.equals("root")
                    ? unknown(PREVIOUS_ITEM_ID, after)
                    : RealtimeError.value(
                            event.at(PREVIOUS_ITEM_ID),
                            "Items can be added at the end only; leave previous_item_id out.");
        }
        Item item = item(event.object(ITEM));
        boolean published = item.kind == Item.Kind.MESSAGE && !item.text.isBlank();
        String previous = published ? items.bring(item) : items.add(item);
        for (String type : List.of(RealtimeEvents.CONVERSATION_ITEM_ADDED, RealtimeEvents.CONVERSATION_ITEM_DONE)) {
            events.send(type, json -> {
                json.writeStringField(PREVIOUS_ITEM_ID, previous);
                json.writeFieldName(ITEM);
                item.write(json);
            });
        }
    }

    private Item item(EventFields given) throws RealtimeError {
        given.only(List.of(ID, OBJECT, TYPE, STATUS, ROLE, CONTENT, CALL_ID, NAME, ARGUMENTS, OUTPUT));
        String id = given.text(ID, null);
        if (id == null) {
            id = items.nextId();
        } else if (id.isEmpty() || id.length() > MAX_ID) {
            throw RealtimeError.value(given.at(ID), "Invalid value: an id has 1 to " + MAX_ID + " characters.");
        } else if (items.get(id) != null) {
            throw RealtimeError.value(given.at(ID), "Invalid value: there is an item '" + id + "' already.");
        }
        switch (given.oneOf(TYPE, null, KINDS)) {
            case ItemTypes.FUNCTION_CALL:
                return Item.call(id, given.text(CALL_ID), given.text(NAME), given.text(ARGUMENTS));
            case ItemTypes.FUNCTION_CALL_OUTPUT:
                String callId = given.text(CALL_ID);
                if (!tools.output(callId, given.text(OUTPUT)) && !items.hasCall(callId)) {
                    throw RealtimeError.value(
                            given.at(CALL_ID), "Tool call ID '" + callId + "' not found in conversation.");
                }
                return Item.callOutput(id, callId, given.text(OUTPUT));
            default:
                return message(id, given);
        }
    }

    private static Item message(String id, EventFields given) throws RealtimeError {
        String role = given.oneOf(ROLE, null, ROLES);
        JsonNode parts = given.get(CONTENT);
        if (!parts.isArray()) {
            throw parts.isMissingNode()
                    ? RealtimeError.missing(given.at(CONTENT))
                    : EventFields.type(given.at(CONTENT), "an array of content parts", parts);
        }
        StringBuilder text = new StringBuilder();
        String kind = role.equals(ItemTypes.ASSISTANT) ? ItemTypes.OUTPUT_TEXT : ItemTypes.INPUT_TEXT;
        for (int i = 0; i < parts.size(); i++) {
            EventFields part = EventFields.of(parts.get(i), given.at(CONTENT) + "[" + i + "]");
            part.only(List.of(TYPE, "text", TRANSCRIPT, "audio"));
            boolean spoken = part.text(TYPE).endsWith("audio");
            kind(part, role);
            if (spoken && part.none(TRANSCRIPT)) {
                throw new RealtimeError(
                        "unsupported_content_type",
                        part.at("audio"),
                        "Audio is taken through input_audio_buffer.append; an item needs its transcript.");
            }
            text.append(text.length() == 0 ? "" : "\n").append(part.text(spoken ? TRANSCRIPT : "text"));
            kind = spoken ? role.equals(ItemTypes.ASSISTANT) ? ItemTypes.OUTPUT_AUDIO : ItemTypes.INPUT_AUDIO : kind;
        }
        return Item.message(id, role, kind, text.toString());
    }

    private static void kind(EventFields part, String role) throws RealtimeError {
        List<String> allowed =
                switch (role) {
                    case ItemTypes.USER -> List.of(ItemTypes.INPUT_TEXT, ItemTypes.INPUT_AUDIO);
                    case ItemTypes.SYSTEM -> List.of(ItemTypes.INPUT_TEXT);
                    default -> List.of(ItemTypes.OUTPUT_TEXT, ItemTypes.OUTPUT_AUDIO, "text", "audio");
                };
        String type = part.text(TYPE);
        if (type.equals("input_image")) {
            throw new RealtimeError(
                    "unsupported_content_type", part.at(TYPE), "Images cannot be seen by this agent; describe them.");
        }
        if (!allowed.contains(type)) {
            throw EventFields.unsupported(part.at(TYPE), type, allowed);
        }
    }

    void retrieve(EventFields event) throws RealtimeError {
        event.only(List.of(TYPE, EVENT_ID, ITEM_ID));
        Item item = known(event);
        events.send(RealtimeEvents.CONVERSATION_ITEM_RETRIEVED, json -> {
            json.writeFieldName(ITEM);
            item.write(json);
        });
    }

    void delete(EventFields event) throws RealtimeError {
        event.only(List.of(TYPE, EVENT_ID, ITEM_ID));
        Item item = known(event);
        boolean published = items.published(item);
        items.remove(item);
        if (published && item.kind == Item.Kind.MESSAGE) {
            host.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(false, role(item), item.token, ""));
        }
        events.send(RealtimeEvents.CONVERSATION_ITEM_DELETED, json -> json.writeStringField(ITEM_ID, item.id));
    }

    void truncate(EventFields event) throws RealtimeError {
        event.only(List.of(TYPE, EVENT_ID, ITEM_ID, CONTENT_INDEX, AUDIO_END_MS));
        Item item = known(event);
        event.whole(CONTENT_INDEX, 0, 0);
        int endMs = event.whole(AUDIO_END_MS, 0, Integer.MAX_VALUE);
        if (!item.role.equals(ItemTypes.ASSISTANT) || item.baseMs == Item.NO_AUDIO) {
            throw new RealtimeError(
                    "unsupported_content_type", event.at(ITEM_ID), "Only model output audio messages can be truncated");
        }
        if (endMs > item.audioMs) {
            throw RealtimeError.value(
                    event.at(AUDIO_END_MS),
                    "Audio content of " + item.audioMs + "ms is already shorter than " + endMs + "ms");
        }
        item.audioMs = endMs;
        item.text = "";
        host.publish(LaneEventType.PLAYED, item.token, item.baseMs + endMs, null);
        events.send(RealtimeEvents.CONVERSATION_ITEM_TRUNCATED, json -> {
            json.writeStringField(ITEM_ID, item.id);
            json.writeNumberField(CONTENT_INDEX, 0);
            json.writeNumberField(AUDIO_END_MS, endMs);
        });
    }

    /** The call receives what the client brought along; what a caller says comes as if it had been said before. */
    void publish(List<Item> brought) {
        for (Item item : brought) {
            host.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(true, role(item), item.token, item.text));
        }
    }

    private static History.Role role(Item item) {
        return switch (item.role) {
            case ItemTypes.USER -> History.Role.USER;
            case ItemTypes.ASSISTANT -> History.Role.ASSISTANT;
            default -> History.Role.SYSTEM;
        };
    }

    private Item known(EventFields event) throws RealtimeError {
        String id = event.text(ITEM_ID);
        Item item = items.get(id);
        if (item == null) {
            throw unknown(ITEM_ID, id);
        }
        return item;
    }

    private static RealtimeError unknown(String param, String id) {
        String shown = id.length() > MAX_ID ? id.substring(0, MAX_ID) + "…" : id;
        return new RealtimeError("item_not_found", param, "There is no item '" + shown + "' in the conversation.");
    }
}
