package io.sidetone.config.action;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.DataTree;
import io.sidetone.config.value.NamedPipe;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Reads a JSON Schema: as it was written, or from its file; null where that file cannot be used. */
public final class SchemaFile implements ValueRule<DataTree, Map<String, Object>> {
    private static final int MAX_BYTES = 1 << 20;

    private final Path folder;

    /** Creates the rule; {@code folder} is where paths start from. */
    public SchemaFile(Path folder) {
        this.folder = folder;
    }

    @Override
    public Map<String, Object> apply(DataTree tree, String path, Problems problems) {
        return tree.file().isPresent() ? read(path, tree.file().get(), problems) : tree.entries();
    }

    private Map<String, Object> read(String path, String file, Problems problems) {
        Problems inFile = new Problems();
        try {
            if (NamedPipe.at(folder.resolve(file))) {
                problems.add(path, "'" + file + "' " + NamedPipe.PROBLEM, NamedPipe.REMEDY);
                return null;
            }
            byte[] bytes = bytes(folder.resolve(file));
            if (bytes.length > MAX_BYTES) {
                problems.add(path, "'" + file + "' is larger than 1 MiB", "name the file of the schema");
                return null;
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
        return null;
    }

    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_BYTES + 1);
        }
    }
}
