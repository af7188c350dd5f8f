package io.sidetone.server.agents.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.SileroConfig;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityOptions;
import io.sidetone.core.port.vad.VoiceActivityPlugin;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder of plugins: some are good, some are not. */
class PluginsTest {
    private static final SileroConfig ANY_MODEL = new SileroConfig(Optional.of(Path.of("/m.onnx")), 3, 10);
    private static final String SERVICE = "META-INF/services/" + VoiceActivityPlugin.class.getName();

    private static final String SOURCE =
            """
            package plugged;
            import io.sidetone.core.port.vad.*;
            public final class Ears implements VoiceActivityPlugin {
                public String source() { return "silero"; }
                public String description() { return "stt " + Words.TEXT; }
                public VoiceActivityEngine open(VoiceActivityOptions options) throws UnusableModelException {
                    if (options.threads() == 64) { throw new UnusableModelException(options.model() + " is a poem"); }
                    if (options.threads() == 63) { throw new UnsatisfiedLinkError("no stt in java.library.path"); }
                    return VoiceActivityEngine.none();
                }
            }
            """;
    private static final String TRANSCRIBER_SERVICE = "META-INF/services/" + RecognizerPlugin.class.getName();
    private static final String TRANSCRIBER =
            """
            package plugged;
            import io.sidetone.core.port.plugin.*;
            import io.sidetone.core.setting.Key;
            public final class Transcriber implements RecognizerPlugin<Transcriber.Options> {
                public record Options(@Key(why = "How many.", min = 0, max = 99) int threads) {}
                public String name() { return "acme"; }
                public String description() { return "a transcriber"; }
                public Options options() { return new Options(2); }
                public RecognizerPlugin.Engine open(Options options, PluginContext context)
                        throws UnusableOptionException {
                    switch (options.threads()) {
                        case 64: throw new UnusableOptionException("model", context.model() + " is a poem");
                        case 63: throw new UnsatisfiedLinkError("none for linux-s390x");
                        case 62: throw new UnusableOptionException("threads", "62 is unlucky; write 61");
                        case 61: throw new IllegalStateException("no " + context.key().length() + " of "
                                + context.name() + " in " + context.loggerName());
                        default: return null;
                    }
                }
            }
            """;
    private static final String WORDS = "package plugged; class Words { static final String TEXT = say(); "
            + "static String say() { return \"of wax\"; } }";

    @TempDir
    private Path folder;

    @Test
    void shouldLoadAFolderOfJarsAndASingleJar() throws Exception {
        compile();
        jar("plugins/stt/a.jar", "plugged.Ears", "plugged/Ears.class");
        jar("plugins/stt/b.jar", null, "plugged/Words.class");
        Files.writeString(folder.resolve("plugins/README"), "no JAR");
        try (Plugins plugins = plugins()) {
            assertThat(plugins.problems()).isEmpty();
            assertThat(plugins.found()).containsExactly("plugin stt: silero, stt of wax");
            assertThat(plugins.detector(ANY_MODEL)).isSameAs(VoiceActivityEngine.none());
        }
        jar("single/stt.jar", "plugged.Ears", "plugged/Ears.class", "plugged/Words.class");
        try (Plugins plugins = Plugins.load(Optional.of(folder.resolve("single")))) {
            assertThat(plugins.found()).containsExactly("plugin stt.jar: silero, stt of wax");
        }
    }

    @Test
    void shouldPreferThePluginsOwnLibrariesAndShareThePortsWithTheServer() throws Exception {
        Files.createDirectories(folder.resolve("plugins"));
        compile();
        jar("plugins/stt.jar", "plugged.Ears", "plugged/Ears.class", "plugged/Words.class");
        PluginClassLoader loader = new PluginClassLoader(
                "stt",
                new java.net.URL[] {folder.resolve("plugins/stt.jar").toUri().toURL()},
                getClass().getClassLoader());
        try (loader) {
            assertThat(loader.loadClass("plugged.Words").getClassLoader()).isSameAs(loader);
            assertThat(loader.loadClass(VoiceActivityPlugin.class.getName())).isSameAs(VoiceActivityPlugin.class);
            assertThat(loader.loadClass(List.class.getName())).isSameAs(List.class);
        }
    }

    @Test
    void shouldSayWhatIsWrongAndGoOnWhenNobodyNeedsIt() throws Exception {
        compile();
        jar("plugins/broken/stt.jar", "plugged.Ears", "plugged/Ears.class");
        jar("plugins/library.jar", null, "plugged/Words.class");
        jar("plugins/nobody.jar", "plugged.Nobody", "plugged/Words.class");
        Files.writeString(folder.resolve("plugins/torn.jar"), "half a JAR");
        try (Plugins plugins = plugins()) {
            assertThat(plugins.found())
                    .as("its class is found when it is asked")
                    .hasSize(0);
            assertThat(plugins.problems()).hasSize(4);
            assertThat(plugins.problems().get(0))
                    .startsWith(folder.resolve("plugins/broken") + ": cannot be loaded (")
                    .contains("plugged/Words")
                    .endsWith("; it was made for another version of Sidetone or of Java, or a JAR of it is missing");
            assertThat(plugins.problems().get(1))
                    .startsWith(folder.resolve("plugins/library.jar") + ": holds no plugin");
            assertThat(plugins.problems().get(2))
                    .startsWith(folder.resolve("plugins/nobody.jar") + ": cannot be loaded (")
                    .contains("plugged.Nobody");
            assertThat(plugins.problems().get(3))
                    .startsWith(folder.resolve("plugins/torn.jar") + ": is no JAR that can be read (");
            assertThat(plugins.detector(new SileroConfig(Optional.empty(), 1, 10))
                            .present())
                    .isFalse();
            assertThatThrownBy(() -> plugins.detector(ANY_MODEL))
                    .isInstanceOfSatisfying(PluginUnavailableException.class, missing -> assertThat(missing.problems())
                            .hasSize(5)
                            .last()
                            .asString()
                            .startsWith("plugins: the plugin silero is missing, which vad.silero.model needs; "));
        }
    }

    @Test
    void shouldUseTheFirstOfTwoThatBringTheSame() throws Exception {
        compile();
        jar("plugins/a.jar", "plugged.Ears", "plugged/Ears.class", "plugged/Words.class");
        jar("plugins/b.jar", "plugged.Ears", "plugged/Ears.class", "plugged/Words.class");
        try (Plugins plugins = plugins()) {
            assertThat(plugins.found()).hasSize(1);
            assertThat(plugins.problems())
                    .singleElement()
                    .asString()
                    .contains("b.jar")
                    .contains("remove one of them");
        }
    }

    @Test
    void shouldSayWhyAPluginOrItsModelDoesNotRun() throws Exception {
        compile();
        jar("plugins/stt.jar", "plugged.Ears", "plugged/Ears.class", "plugged/Words.class");
        try (Plugins plugins = plugins()) {
            assertThatThrownBy(() -> plugins.detector(new VoiceActivityOptions(Path.of("/m"), 64, 10)))
                    .isInstanceOf(UnusableModelException.class)
                    .hasMessage("vad.silero.model: /m is a poem");
            assertThatThrownBy(() -> plugins.detector(new VoiceActivityOptions(Path.of("/m"), 63, 10)))
                    .isInstanceOf(PluginUnavailableException.class)
                    .hasMessageStartingWith("plugin silero: plugged.Ears does not run here (no stt in");
        }
    }

    @Test
    void shouldLoadARecogniserOrSayWhyThereIsNone() throws Exception {
        compile();
        jar("plugins/stt.jar", "plugged.Ears", "plugged/Ears.class", "plugged/Words.class");
        try (Plugins plugins = plugins()) {
            assertThatThrownBy(() -> plugins.open(PluginKind.RECOGNIZER, use("vosk", Map.of())))
                    .isInstanceOf(PluginUnavailableException.class)
                    .hasMessage(
                            "plugins: the plugin vosk is missing, which engines.stt needs; put its folder, which the"
                                    + " build makes in plugins/vosk/target/plugins, into the folder that plugins names");
        }
        jar("plugins/acme/a.jar", TRANSCRIBER_SERVICE, "plugged.Transcriber", new String[] {
            "plugged/Transcriber.class", "plugged/Transcriber$Options.class"
        });
        try (Plugins plugins = plugins()) {
            assertThat(plugins.problems()).isEmpty();
            assertThat(plugins.found())
                    .containsExactly("plugin acme: acme, a transcriber", "plugin stt.jar: silero, stt of wax");
            assertThatThrownBy(() -> plugins.open(PluginKind.RECOGNIZER, use("acne", Map.of())))
                    .isInstanceOf(PluginUnavailableException.class)
                    .hasMessage("plugins: no recognizer plugin is called acne, which engines.stt names; did you mean"
                            + " acme?");
            assertThatThrownBy(() -> plugins.open(PluginKind.SYNTHESIZER, use("acme", Map.of())))
                    .as("it is no voice")
                    .isInstanceOf(PluginUnavailableException.class)
                    .hasMessageStartingWith("plugins: no synthesizer plugin is called acme, which engines.stt names;");
            refused(plugins, "64", UnusableModelException.class, "engines.stt.model: /m is a poem");
            refused(
                    plugins,
                    "62",
                    UnusableModelException.class,
                    "engines.stt.options.threads: 62 is unlucky; write 61");
            refused(
                    plugins,
                    "63",
                    PluginUnavailableException.class,
                    "plugin acme: plugged.Transcriber does not run here (none for linux-s390x");
            refused(
                    plugins,
                    "61",
                    PluginUnavailableException.class,
                    "plugin acme: plugged.Transcriber could not be opened (no 6 of stt in io.sidetone.plugin.acme);"
                            + " tell the author of the plugin");
            refused(
                    plugins,
                    "2",
                    PluginUnavailableException.class,
                    "plugin acme: plugged.Transcriber could not be opened (it opened null)");
        }
    }

    @Test
    void shouldReportUnknownOptionsAndWrongValuesByLine() throws Exception {
        compile();
        jar("plugins/acme/a.jar", TRANSCRIBER_SERVICE, "plugged.Transcriber", new String[] {
            "plugged/Transcriber.class", "plugged/Transcriber$Options.class"
        });
        try (Plugins plugins = plugins()) {
            refused(
                    plugins,
                    "100",
                    IllegalArgumentException.class,
                    "engines.stt.options.threads: '100' is outside 0 to 99 (line 7); write a whole number");
            assertThatThrownBy(() -> plugins.open(PluginKind.RECOGNIZER, use("acme", Map.of("thread", "1"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "engines.stt.options.thread: is not a known key; did you mean engines.stt.options.threads?");
        }
    }

    private static PluginUse use(String plugin, Map<String, String> options) {
        return new PluginUse(plugin, "engines.stt", "/m", "secret", options, Map.of("threads", 7));
    }

    private static void refused(Plugins plugins, String threads, Class<? extends Exception> how, String why) {
        assertThatThrownBy(() -> plugins.open(PluginKind.RECOGNIZER, use("acme", Map.of("threads", threads))))
                .isInstanceOf(how)
                .hasMessageStartingWith(why);
    }

    @Test
    void shouldLoadNothingWhenNoFolderIsNamed() {
        try (Plugins plugins = Plugins.load(Optional.empty())) {
            assertThat(plugins.found()).isEmpty();
            assertThat(plugins.problems()).isEmpty();
        }
        try (Plugins plugins = Plugins.load(Optional.of(folder.resolve("nowhere")))) {
            assertThat(plugins.problems()).singleElement().asString().contains("cannot be read");
        }
    }

    private Plugins plugins() {
        return Plugins.load(Optional.of(folder.resolve("plugins")));
    }

    private void compile() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src/plugged"));
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-d",
                Files.createDirectories(folder.resolve("classes")).toString(),
                "-cp",
                System.getProperty("java.class.path")));
        arguments.add(Files.writeString(sources.resolve("Ears.java"), SOURCE).toString());
        arguments.add(Files.writeString(sources.resolve("Words.java"), WORDS).toString());
        arguments.add(Files.writeString(sources.resolve("Transcriber.java"), TRANSCRIBER)
                .toString());
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(code).isZero();
    }

    private void jar(String name, String provider, String... classes) throws IOException {
        jar(name, SERVICE, provider, classes);
    }

    private void jar(String name, String service, String provider, String[] classes) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            if (provider != null) {
                jar.putNextEntry(new JarEntry(service));
                jar.write(provider.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            }
            for (String each : classes) {
                jar.putNextEntry(new JarEntry(each));
                jar.write(Files.readAllBytes(folder.resolve("classes").resolve(each)));
            }
        }
    }

    /** What is loaded runs with every right of the server. */
    @ParameterizedTest
    @ValueSource(strings = {"plugins", "plugins/stt", "plugins/stt/a.jar", "plugins/stt/b.jar"})
    void shouldNotLoadWhatOthersMayWrite(String open) throws Exception {
        compile();
        jar("plugins/stt/a.jar", "plugged.Ears", "plugged/Ears.class");
        jar("plugins/stt/b.jar", null, "plugged/Words.class");
        Files.setPosixFilePermissions(folder.resolve(open), PosixFilePermissions.fromString("rwxrwxrwx"));
        try (Plugins plugins = plugins()) {
            assertThat(plugins.found()).isEmpty();
            assertThat(plugins.problems())
                    .singleElement()
                    .asString()
                    .contains("is not loaded, because ", "may be written by other users", "chmod go-w");
        }
    }
}
