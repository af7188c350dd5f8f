package io.sidetone.transport.realtime;

import io.sidetone.core.fence.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The items of one session, in order, and those among them that the call does not know of yet. Bounded: the oldest go.
 * Event loop only.
 */
final class ItemTable {
    private static final int MOST = 4_000;

    private final Map<String, Item> items = new LinkedHashMap<>();
    private final Deque<Item> unpublished = new ArrayDeque<>();
    private final ServerEvents.Ids ids;
    private String lastId;
    private long brought;

    ItemTable(ServerEvents.Ids ids) {
        this.ids = ids;
    }

    String nextId() {
        return ids.next("item_");
    }

    /** Adds an item at the end; returns the id of the one before it, or null. */
    String add(Item item) {
        String previous = lastId;
        items.put(item.id, item);
        lastId = item.id;
        if (items.size() > MOST) {
            Iterator<String> oldest = items.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return previous;
    }

    /** Adds a message of the client that the call is to receive. */
    String bring(Item item) {
        item.token = -(++brought);
        unpublished.add(item);
        return add(item);
    }

    /** Returns the id of the item before {@code item}, or null where there is none or {@code item} was deleted. */
    String before(Item item) {
        String previous = null;
        for (String id : items.keySet()) {
            if (id.equals(item.id)) {
                return previous;
            }
            previous = id;
        }
        return null;
    }

    Item get(String id) {
        return items.get(id);
    }

    boolean hasCall(String callId) {
        return items.values().stream().anyMatch(item -> item.kind == Item.Kind.CALL && item.callId.equals(callId));
    }

    String lastId() {
        return lastId;
    }

    void remove(Item item) {
        items.remove(item.id);
        unpublished.remove(item);
        if (item.id.equals(lastId)) {
            lastId = null;
            items.keySet().forEach(id -> lastId = id);
        }
    }

    /** Returns what the call does not know of yet, once. */
    List<Item> takeUnpublished() {
        List<Item> taken = new ArrayList<>(unpublished);
        unpublished.clear();
        return taken;
    }

    /** Returns whether the call may know {@code item} under its token. */
    boolean published(Item item) {
        return item.token != Token.NONE && !unpublished.contains(item);
    }
}
