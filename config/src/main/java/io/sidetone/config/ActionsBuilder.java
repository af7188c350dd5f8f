package io.sidetone.config;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.DataTree;
import io.sidetone.config.value.NamedPipe;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.WebAddress;
import io.sidetone.config.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Values under {@code actions} to records; schemas in files are read here. */
final class ActionsBuilder {
    private static final int MAX_SCHEMA_BYTES = 1 << 20;
    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object");

    private final Values values;
    private final Problems problems;
    private final Path folder;

    ActionsBuilder(Values values, Problems problems, Path folder) {
        this.values = values;
        this.problems = problems;
        this.folder = folder;
    }

    Map<String, ActionConfig> build() {
        Map<String, ActionConfig> actions = new LinkedHashMap<>();
        for (String name : values.names("actions")) {
            String path = "actions." + name;
            actions.put(
                    name,
                    new ActionConfig(
                            name,
                            url(path + ".url"),
                            values.text(path + ".description"),
                            parameters(path + ".parameters"),
                            values.get(path + ".timeout", Duration.class),
                            values.integer(path + ".retries"),
                            Optional.ofNullable(values.get(path + ".secret", Secret.class)),
                            values.flag(path + ".after-speech"),
                            values.flag(path + ".follow-up"),
                            values.integer(path + ".max-concurrent"),
                            Math.toIntExact(values.get(path + ".max-response", Long.class))));
        }
        return actions;
    }

    private URI url(String path) {
        return WebAddress.of(values.text(path), path, "what callers say", problems);
    }

    private Map<String, Object> parameters(String path) {
        DataTree tree = values.get(path, DataTree.class);
        if (tree == null) {
            return NO_PARAMETERS;
        }
        return tree.file().map(file -> read(path, file)).orElse(tree.entries());
    }

    private Map<String, Object> read(String path, String file) {
        Problems inFile = new Problems();
        if (NamedPipe.at(folder.resolve(file))) {
            problems.add(path, "'" + file + "' " + NamedPipe.PROBLEM, NamedPipe.REMEDY);
            return NO_PARAMETERS;
        }
        try (InputStream in = Files.newInputStream(folder.resolve(file))) {
            byte[] bytes = in.readNBytes(MAX_SCHEMA_BYTES + 1);
            if (bytes.length > MAX_SCHEMA_BYTES) {
                problems.add(path, "'" + file + "' is larger than 1 MiB", "name the file of the schema");
                return NO_PARAMETERS;
            }
            DataTree tree = DataTree.of(YamlReader.read(new String(bytes, StandardCharsets.UTF_8), file, inFile));
            inFile.throwIfAny(file);
            return tree.entries();
        } catch (IOException | InvalidPathException e) {
            problems.add(
                    path,
                    "'" + file + "' cannot be read (looked in " + folder + ")",
                    "name a readable file with a JSON Schema, or write the schema here");
        } catch (ConfigException e) {
            problems.add(path, e.problems().get(0).toString(), "write a JSON Schema as JSON or YAML");
        }
        return NO_PARAMETERS;
    }
}
