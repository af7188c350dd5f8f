package io.sidetone.core.turn;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads the numbers that a script of this project has learnt: a resource of this package, a name and a number on each line. */
final class LearntNumbers {
    private LearntNumbers() {}

    static Map<String, Float> read(String resource) {
        Map<String, Float> numbers = new HashMap<>();
        try (InputStream bytes = LearntNumbers.class.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ");
                numbers.put(parts[0], Float.parseFloat(parts[1]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the JAR's own " + resource + " cannot be read", e);
        }
        return numbers;
    }
}
