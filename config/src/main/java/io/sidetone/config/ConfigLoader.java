package io.sidetone.config;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Interpolator;
import io.sidetone.config.schema.TreeReader;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.NamedPipe;
import io.sidetone.config.yaml.YamlNode;
import io.sidetone.config.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds, reads and checks the configuration. All problems are reported at once. */
public final class ConfigLoader {
    /** Largest file. */
    public static final int MAX_BYTES = 1 << 20;
    /** Variable that names the file. */
    public static final String VARIABLE = "SIDETONE_CONFIG";

    private static final String SHIPPED = "/io/sidetone/config/sidetone.yaml";
    private static final String SHIPPED_NAME = "the configuration in the JAR";

    private final ConfigEnvironment environment;

    /** Creates a loader for {@code environment}. */
    public ConfigLoader(ConfigEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Loads {@code named}, else the file that {@code $SIDETONE_CONFIG} names, else /etc/sidetone/sidetone.yaml, else the
     * copy in the JAR.
     *
     * @param named the file of {@code -c}
     * @param override engine type for every agent, in place of what the file says
     * @throws ConfigException with every problem
     */
    public LoadedConfig loadFirst(Optional<Path> named, Optional<EngineConfig.Type> override) throws ConfigException {
        if (named.isPresent()) {
            return load(named.get(), override);
        }
        String variable = environment.variable().apply(VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return load(Path.of(variable), override);
        }
        if (Files.exists(environment.systemFile())) {
            return load(environment.systemFile(), override);
        }
        return loadShipped(override);
    }

    /**
     * Loads again from where {@code before} came from, whatever else there may be by now.
     *
     * @param override as when {@code before} was loaded
     * @throws ConfigException with every problem
     */
    public LoadedConfig loadAgain(LoadedConfig before, Optional<EngineConfig.Type> override) throws ConfigException {
        return before.source().equals(SHIPPED_NAME) ? loadShipped(override) : load(Path.of(before.source()), override);
    }

    /** Loads the copy in the JAR: embedded engines, the appointment desk, loopback. */
    public LoadedConfig loadShipped(Optional<EngineConfig.Type> override) throws ConfigException {
        try (InputStream in = ConfigLoader.class.getResourceAsStream(SHIPPED)) {
            if (in == null) {
                throw new ConfigException(SHIPPED_NAME, SHIPPED, "is not in the JAR", "build the JAR anew");
            }
            return parse(decode(in, SHIPPED_NAME), SHIPPED_NAME, Path.of("").toAbsolutePath(), override);
        } catch (IOException e) {
            throw new ConfigException(SHIPPED_NAME, SHIPPED, "cannot be read: " + e.getMessage(), "build the JAR anew");
        }
    }

    /**
     * Loads one file.
     *
     * @throws ConfigException with every problem
     */
    public LoadedConfig load(Path file, Optional<EngineConfig.Type> override) throws ConfigException {
        String name = file.toString();
        if (name.isEmpty()) {
            throw new ConfigException("''", "''", "names no file", "name a configuration file");
        }
        if (Files.isDirectory(file)) {
            throw new ConfigException(name, name, "is a folder", "name the file in it");
        }
        if (!Files.exists(file)) {
            throw new ConfigException(
                    name, name, "does not exist", "name a file; print-config writes one to begin with");
        }
        if (NamedPipe.at(file)) {
            throw new ConfigException(name, name, NamedPipe.PROBLEM, NamedPipe.REMEDY);
        }
        try (InputStream in = Files.newInputStream(file)) {
            Path folder = file.toAbsolutePath().getParent();
            return parse(decode(in, name), name, folder == null ? Path.of("/") : folder, override);
        } catch (IOException e) {
            throw new ConfigException(
                    name, name, "cannot be read", "make it readable for the user that runs the server");
        }
    }

    /**
     * Loads {@code text}.
     *
     * @param source what problems name
     * @param folder what relative paths start from
     */
    public LoadedConfig parse(String text, String source, Path folder, Optional<EngineConfig.Type> override)
            throws ConfigException {
        Problems problems = new Problems();
        YamlNode.Mapping root = YamlReader.read(text, source, problems);
        Interpolator references = new Interpolator(environment.variable(), folder);
        Values values = new TreeReader(KeyRegistry.tree(), references, problems).read(root);
        problems.withoutConsequencesOf(values.invalidPaths());
        SidetoneConfig config = new ConfigBuilder(values, problems, environment, folder).build(override);
        new CrossChecks(config, values, problems, environment).run();
        problems.throwIfAny(source);
        return new LoadedConfig(config, source, values, references.files());
    }

    private static String decode(InputStream in, String name) throws IOException, ConfigException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new ConfigException(name, name, "is larger than 1 MiB", "name a configuration file");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ConfigException(name, name, "is not UTF-8 text", "save it as UTF-8");
        }
    }
}
