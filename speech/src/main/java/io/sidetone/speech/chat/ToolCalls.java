package io.sidetone.speech.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Puts the tool calls of one answer together from the pieces of an OpenAI-compatible server. Servers give two calls the
 * same index, repeat the name with each piece, or give no ids at all. So a new id, a name, or arguments that begin anew
 * behind whole ones begin another call, whatever the index is. One answer, one thread.
 */
final class ToolCalls {
    private static final Set<String> KNOWN = Set.of("index", "id", "type", "function");

    private final List<Call> calls = new ArrayList<>();

    /** One call so far. */
    private static final class Call {
        final int index;
        String id;
        String name;
        final StringBuilder arguments = new StringBuilder();
        ObjectNode more;

        Call(int index, String id, String name) {
            this.index = index;
            this.id = id;
            this.name = name;
        }

        /** Returns whether the arguments are a whole JSON object, by their brackets. */
        boolean whole() {
            int depth = 0;
            boolean quoted = false;
            for (int i = 0; i < arguments.length(); i++) {
                char c = arguments.charAt(i);
                if (quoted) {
                    i += c == '\\' ? 1 : 0;
                    quoted = c != '"';
                } else if (c == '"') {
                    quoted = true;
                } else if (c == '{') {
                    depth++;
                } else if (c == '}' && --depth == 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Takes a piece of a call. */
    void piece(JsonNode piece) {
        JsonNode function = piece.path("function");
        String id = piece.path("id").asText("");
        String name = function.path("name").asText("");
        JsonNode given = function.path("arguments");
        String arguments = given.isContainerNode() ? given.toString() : given.asText("");
        boolean indexed = piece.path("index").canConvertToInt();
        Call last = last(indexed ? piece.path("index").asInt() : -1, id + name);
        if (repeats(last, id, name, arguments)) {
            return;
        }
        if (last == null || begins(last, id, name, arguments)) {
            int index = indexed ? piece.path("index").asInt() : last == null ? 0 : last.index;
            last = new Call(index, id, name.isEmpty() && last != null && !arguments.isBlank() ? last.name : name);
            calls.add(last);
        }
        last.id = last.id.isEmpty() ? id : last.id;
        last.name = last.name.isEmpty() ? name : last.name;
        last.arguments.append(arguments);
        for (var member : piece.properties()) {
            if (!KNOWN.contains(member.getKey())) {
                last.more = last.more == null ? ((ObjectNode) piece).objectNode() : last.more;
                last.more.set(member.getKey(), member.getValue());
            }
        }
    }

    /** Returns the last call with this index; without an index, or where nothing names a further call, the last one. */
    private Call last(int index, String named) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            if (index < 0 || calls.get(i).index == index) {
                return calls.get(i);
            }
        }
        return calls.isEmpty() || !named.isEmpty() ? null : calls.get(calls.size() - 1);
    }

    /** Some servers send a whole call once more at its end. */
    private static boolean repeats(Call last, String id, String name, String arguments) {
        return last != null
                && (id.isEmpty() || id.equals(last.id))
                && (name.isEmpty() || name.equals(last.name))
                && !arguments.isBlank()
                && last.whole()
                && last.arguments.toString().strip().equals(arguments.strip());
    }

    private static boolean begins(Call last, String id, String name, String arguments) {
        boolean otherId = !id.isEmpty() && !last.id.isEmpty() && !id.equals(last.id);
        boolean sameId = !id.isEmpty() && id.equals(last.id);
        boolean otherName = !name.isEmpty() && !last.name.isEmpty() && !name.equals(last.name);
        boolean anew = arguments.stripLeading().startsWith("{") && last.whole();
        return otherName
                || otherId && (!name.isEmpty() || arguments.isEmpty() || last.whole())
                || anew && (!sameId || !name.isEmpty());
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Returns the calls by index, those of one index as they came. */
    List<ToolExecutionRequest> requests() {
        calls.sort(Comparator.comparingInt(call -> call.index));
        return calls.stream()
                .map(call -> ToolExecutionRequest.builder()
                        .id(call.id)
                        .name(call.name)
                        .arguments(call.arguments.toString())
                        .build())
                .toList();
    }

    /** Returns the members of call {@code number} of {@link #requests} that no field names, or null. */
    ObjectNode more(int number) {
        return number < calls.size() ? calls.get(number).more : null;
    }
}
