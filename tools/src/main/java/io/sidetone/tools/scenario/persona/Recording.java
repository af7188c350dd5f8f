package io.sidetone.tools.scenario.persona;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.disk.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Record of what a caller heard and said, in a file: a JSON object for each turn, each in a line of its own.
 *
 * @param file where it is
 * @param exchanges the turns, in order
 */
record Recording(Path file, List<Exchange> exchanges) {
    private static final int MAX_BYTES = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Copies the list. */
    Recording {
        exchanges = List.copyOf(exchanges);
    }

    /**
     * A turn.
     *
     * @param heard what the agent had said; empty where it does not matter
     * @param said what the model answered
     */
    record Exchange(@JsonProperty("heard") String heard, @JsonProperty(value = "said", required = true) String said) {
        Exchange {
            heard = heard == null ? "" : heard;
        }
    }

    /** Returns the recording of {@code conversation}: what was heard and what was answered, in turns. */
    static Recording of(Path file, List<String> conversation) {
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i + 1 < conversation.size(); i += 2) {
            exchanges.add(new Exchange(conversation.get(i), conversation.get(i + 1)));
        }
        return new Recording(file, exchanges);
    }

    /**
     * Reads {@code file}.
     *
     * @throws ConfigException when it cannot be used; names the line
     */
    static Recording read(Path file) throws ConfigException {
        String name = file.toString();
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new ConfigException(name, name, "is larger than 1 MiB", "record it anew: test --record");
            }
            List<Exchange> exchanges = new ArrayList<>();
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (!lines.get(i).isBlank()) {
                    exchanges.add(exchange(name + " line " + (i + 1), lines.get(i)));
                }
            }
            if (exchanges.isEmpty()) {
                throw new ConfigException(name, name, "is empty", "record it: test --record");
            }
            return new Recording(file, exchanges);
        } catch (IOException e) {
            throw new ConfigException(
                    name, name, "cannot be read as UTF-8 text", "record it: test --record, or make it readable");
        }
    }

    private static Exchange exchange(String place, String line) throws ConfigException {
        try {
            Exchange exchange = JSON.readValue(line, Exchange.class);
            if (exchange != null && exchange.said() != null) {
                return exchange;
            }
        } catch (JsonProcessingException e) {
            // The same as an object without its text.
        }
        throw new ConfigException(
                place,
                place,
                "is no turn of a caller",
                "write {\"heard\": \"TEXT\", \"said\": \"TEXT\"}, or record anew");
    }

    /** Writes the file, for its owner alone. */
    void write() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Exchange exchange : exchanges) {
            text.append(JSON.writeValueAsString(exchange)).append('\n');
        }
        OwnerOnly.write(file, text.toString());
    }
}
