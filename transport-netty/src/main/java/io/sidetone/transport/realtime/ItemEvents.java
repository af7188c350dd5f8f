package io.sidetone.transport.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.realtime.RealtimeEvents;
import java.util.List;

/** The client's events about items of the conversation. Event loop only. */
final class ItemEvents {
    private static final List<String> KINDS = List.of("message", "function_call", "function_call_output");
    private static final List<String> ROLES = List.of("user", "assistant", "system");
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

    void create(Fields event) throws RealtimeError {
        event.only(List.of("type", "event_id", "previous_item_id", "item"));
        String after = event.text("previous_item_id", null);
        if (after != null && !after.equals(items.lastId()) && !(after.equals("root") && items.lastId() == null)) {
            throw items.get(after) == null && !after.equals("root")
                    ? unknown("previous_item_id", after)
                    : RealtimeError.value(
                            event.at("previous_item_id"),
                            "Items can be added at the end only; leave previous_item_id out.");
        }
        Item item = item(event.object("item"));
        boolean published = item.kind == Item.Kind.MESSAGE && !item.text.isBlank();
        String previous = published ? items.bring(item) : items.add(item);
        for (String type : List.of(RealtimeEvents.CONVERSATION_ITEM_ADDED, RealtimeEvents.CONVERSATION_ITEM_DONE)) {
            events.send(type, json -> {
                json.writeStringField("previous_item_id", previous);
                json.writeFieldName("item");
                item.write(json);
            });
        }
    }

    private Item item(Fields given) throws RealtimeError {
        given.only(
                List.of("id", "object", "type", "status", "role", "content", "call_id", "name", "arguments", "output"));
        String id = given.text("id", null);
        if (id == null) {
            id = items.nextId();
        } else if (id.isEmpty() || id.length() > MAX_ID) {
            throw RealtimeError.value(given.at("id"), "Invalid value: an id has 1 to " + MAX_ID + " characters.");
        } else if (items.get(id) != null) {
            throw RealtimeError.value(given.at("id"), "Invalid value: there is an item '" + id + "' already.");
        }
        switch (given.oneOf("type", null, KINDS)) {
            case "function_call":
                return Item.call(id, given.text("call_id"), given.text("name"), given.text("arguments"));
            case "function_call_output":
                String callId = given.text("call_id");
                if (!tools.output(callId, given.text("output")) && !items.hasCall(callId)) {
                    throw RealtimeError.value(
                            given.at("call_id"), "Tool call ID '" + callId + "' not found in conversation.");
                }
                return Item.callOutput(id, callId, given.text("output"));
            default:
                return message(id, given);
        }
    }

    private static Item message(String id, Fields given) throws RealtimeError {
        String role = given.oneOf("role", null, ROLES);
        JsonNode parts = given.get("content");
        if (!parts.isArray()) {
            throw parts.isMissingNode()
                    ? RealtimeError.missing(given.at("content"))
                    : Fields.type(given.at("content"), "an array of content parts", parts);
        }
        StringBuilder text = new StringBuilder();
        String kind = role.equals("assistant") ? "output_text" : "input_text";
        for (int i = 0; i < parts.size(); i++) {
            Fields part = Fields.of(parts.get(i), given.at("content") + "[" + i + "]");
            part.only(List.of("type", "text", "transcript", "audio"));
            boolean spoken = part.text("type").endsWith("audio");
            kind(part, role);
            if (spoken && part.none("transcript")) {
                throw new RealtimeError(
                        "unsupported_content_type",
                        part.at("audio"),
                        "Audio is taken through input_audio_buffer.append; an item needs its transcript.");
            }
            text.append(text.length() == 0 ? "" : "\n").append(part.text(spoken ? "transcript" : "text"));
            kind = spoken ? role.equals("assistant") ? "output_audio" : "input_audio" : kind;
        }
        return Item.message(id, role, kind, text.toString());
    }

    private static void kind(Fields part, String role) throws RealtimeError {
        List<String> allowed =
                switch (role) {
                    case "user" -> List.of("input_text", "input_audio");
                    case "system" -> List.of("input_text");
                    default -> List.of("output_text", "output_audio", "text", "audio");
                };
        String type = part.text("type");
        if (type.equals("input_image")) {
            throw new RealtimeError(
                    "unsupported_content_type", part.at("type"), "Images cannot be seen by this agent; describe them.");
        }
        if (!allowed.contains(type)) {
            throw Fields.unsupported(part.at("type"), type, allowed);
        }
    }

    void retrieve(Fields event) throws RealtimeError {
        event.only(List.of("type", "event_id", "item_id"));
        Item item = known(event);
        events.send(RealtimeEvents.CONVERSATION_ITEM_RETRIEVED, json -> {
            json.writeFieldName("item");
            item.write(json);
        });
    }

    void delete(Fields event) throws RealtimeError {
        event.only(List.of("type", "event_id", "item_id"));
        Item item = known(event);
        boolean published = items.published(item);
        items.remove(item);
        if (published && item.kind == Item.Kind.MESSAGE) {
            host.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(false, role(item), item.token, ""));
        }
        events.send(RealtimeEvents.CONVERSATION_ITEM_DELETED, json -> json.writeStringField("item_id", item.id));
    }

    void truncate(Fields event) throws RealtimeError {
        event.only(List.of("type", "event_id", "item_id", "content_index", "audio_end_ms"));
        Item item = known(event);
        event.whole("content_index", 0, 0);
        int endMs = event.whole("audio_end_ms", 0, Integer.MAX_VALUE);
        if (!item.role.equals("assistant") || item.baseMs == Item.NO_AUDIO) {
            throw new RealtimeError(
                    "unsupported_content_type",
                    event.at("item_id"),
                    "Only model output audio messages can be truncated");
        }
        if (endMs > item.audioMs) {
            throw RealtimeError.value(
                    event.at("audio_end_ms"),
                    "Audio content of " + item.audioMs + "ms is already shorter than " + endMs + "ms");
        }
        item.audioMs = endMs;
        item.text = "";
        host.publish(LaneEventType.PLAYED, item.token, item.baseMs + endMs, null);
        events.send(RealtimeEvents.CONVERSATION_ITEM_TRUNCATED, json -> {
            json.writeStringField("item_id", item.id);
            json.writeNumberField("content_index", 0);
            json.writeNumberField("audio_end_ms", endMs);
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
            case "user" -> History.Role.USER;
            case "assistant" -> History.Role.ASSISTANT;
            default -> History.Role.SYSTEM;
        };
    }

    private Item known(Fields event) throws RealtimeError {
        String id = event.text("item_id");
        Item item = items.get(id);
        if (item == null) {
            throw unknown("item_id", id);
        }
        return item;
    }

    private static RealtimeError unknown(String param, String id) {
        String shown = id.length() > MAX_ID ? id.substring(0, MAX_ID) + "…" : id;
        return new RealtimeError("item_not_found", param, "There is no item '" + shown + "' in the conversation.");
    }
}
