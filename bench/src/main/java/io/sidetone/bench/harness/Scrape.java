package io.sidetone.bench.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every line of a server's metrics at one moment.
 *
 * @param values by name and labels, as Prometheus writes them
 */
public record Scrape(Map<String, Double> values) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Reads the metrics of the server at {@code address}, in the form {@code HOST:PORT}. Blocks. */
    public static Scrape of(HttpClient client, String address) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://" + address + "/metrics"))
                        .timeout(TIMEOUT)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        Map<String, Double> values = new TreeMap<>();
        answer.body()
                .lines()
                .filter(line -> !line.startsWith("#") && line.indexOf(' ') > 0)
                .forEach(line -> values.put(
                        line.substring(0, line.lastIndexOf(' ')),
                        Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))));
        return new Scrape(values);
    }

    /** Returns the sum over all label sets that contain {@code label}; 0 without any. */
    public double sum(String name, String label) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().equals(name) || entry.getKey().startsWith(name + "{"))
                .filter(entry -> entry.getKey().contains(label))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Returns the mean of a histogram over the label sets that contain {@code label}; NaN without values. */
    public double mean(String histogram, String label) {
        return sum(histogram + "_sum", label) / sum(histogram + "_count", label);
    }
}
