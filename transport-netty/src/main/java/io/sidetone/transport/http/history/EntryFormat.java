package io.sidetone.transport.http.history;

import io.sidetone.transport.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Form in which all calls of a query are streamed, one on each line. */
enum EntryFormat {
    /** Comma-separated values (RFC 4180) with a line of names. */
    CSV("text/csv; charset=utf-8", "csv") {
        @Override
        byte[] head() {
            return line(COLUMNS.stream().map(EntryFormat::cell));
        }

        @Override
        byte[] line(CallEntry entry) {
            Map<String, Object> fields = Json.fields(entry);
            return line(COLUMNS.stream().map(name -> cell(fields.get(name))));
        }
    },
    /** JSON Lines: the entry as JSON. */
    LINES("application/x-ndjson", "jsonl") {
        @Override
        byte[] line(CallEntry entry) {
            byte[] json = Json.bytes(entry);
            byte[] line = Arrays.copyOf(json, json.length + 1);
            line[json.length] = '\n';
            return line;
        }
    };

    private static final List<String> COLUMNS = Arrays.stream(CallEntry.class.getRecordComponents())
            .map(component -> component.getName())
            .toList();

    private final String contentType;
    private final String suffix;

    EntryFormat(String contentType, String suffix) {
        this.contentType = contentType;
        this.suffix = suffix;
    }

    /** Returns the form that {@code accept} asks for; null for JSON. */
    static EntryFormat accepted(String accept) {
        if (accept.contains("text/csv")) {
            return CSV;
        }
        boolean lines = accept.contains("application/x-ndjson")
                || accept.contains("application/jsonl")
                || accept.contains("application/json-lines");
        return lines ? LINES : null;
    }

    String contentType() {
        return contentType;
    }

    String fileName() {
        return "calls." + suffix;
    }

    /** Returns what stands before the first call. */
    byte[] head() {
        return new byte[0];
    }

    /** Returns a call with the end of its line. */
    abstract byte[] line(CallEntry entry);

    static byte[] line(Stream<String> cells) {
        return (cells.collect(Collectors.joining(",")) + "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    /** A caller chooses what stands in some cells: none of them may be a formula of a spreadsheet. */
    static String cell(Object value) {
        if (value == null) {
            return "";
        }
        String text = value instanceof Map<?, ?> amounts
                ? amounts.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining("; "))
                : value.toString();
        boolean number = text.matches("[+-]?[0-9.]*");
        if (!number && !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0) {
            text = "'" + text;
        }
        return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
