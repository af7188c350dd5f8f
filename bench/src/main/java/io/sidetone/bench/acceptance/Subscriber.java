package io.sidetone.bench.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client that reads every turn event and measures the time since its state change (ITE-REQ-001). */
final class Subscriber implements AutoCloseable {
    private static final Pattern CHANGED_AT = Pattern.compile("\"type\":\"state-changed\".*\"timestamp\":\"([^\"]+)\"");

    private final BufferedReader events;
    private final Thread reader;
    private final List<Double> delaysMs = new ArrayList<>();

    /** Subscribes; returns when the server has answered. */
    Subscriber(String httpAddress) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + httpAddress + "/api/events"))
                .build();
        events = new BufferedReader(new InputStreamReader(
                HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8));
        reader = new Thread(this::read, "event-subscriber");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            for (String line = events.readLine(); line != null; line = events.readLine()) {
                Matcher changed = CHANGED_AT.matcher(line);
                if (changed.find()) {
                    double delayMs = System.currentTimeMillis()
                            - Instant.parse(changed.group(1)).toEpochMilli();
                    synchronized (delaysMs) {
                        delaysMs.add(delayMs);
                    }
                }
            }
        } catch (IOException closed) {
            // The server or this subscriber was closed: the events so far count.
        }
    }

    /** Returns the delay of each event so far, in ms. */
    List<Double> delaysMs() {
        synchronized (delaysMs) {
            return List.copyOf(delaysMs);
        }
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
