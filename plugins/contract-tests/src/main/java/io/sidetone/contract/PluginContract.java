package io.sidetone.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.plugin.Plugin;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.PluginEngine;
import io.sidetone.core.port.plugin.UnusableOptionException;
import io.sidetone.core.setting.Key;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Duties of every plugin, whatever its kind.
 *
 * @param <O> its options
 * @param <E> what it opens
 */
public abstract class PluginContract<O extends Record, E extends PluginEngine> {
    private static final int PATIENCE_S = 60;

    /** Returns the plugin under test. */
    protected abstract Plugin<O, E> contractPlugin();

    /** Returns the interface by which the server finds it. */
    protected abstract Class<?> contractService();

    /** Returns options with which it opens in a test; its own defaults unless overridden. */
    protected O contractOptions() {
        return contractPlugin().options();
    }

    /** Returns what it receives in a test. */
    protected PluginContext contractContext() {
        return new TestContext();
    }

    /** Returns an open engine, for the test of its port. */
    protected final E contractOpened() throws UnusableOptionException {
        return contractPlugin().open(contractOptions(), contractContext());
    }

    @Test
    void contractShouldBeFoundByTheServer() {
        assertThat(ServiceLoader.load(contractService()).stream().map(provider -> (Object) provider.type()))
                .as("classes that META-INF/services/%s names", contractService().getName())
                .contains(contractPlugin().getClass());
    }

    @Test
    void contractShouldHaveANameADescriptionAndDeclaredOptions() throws ReflectiveOperationException {
        Plugin<O, E> plugin = contractPlugin();
        assertThat(plugin.name()).matches("[a-z0-9][a-z0-9-]{0,63}");
        assertThat(plugin.description()).isNotBlank();
        assertThat(plugin.options()).isEqualTo(plugin.options());
        assertThat(Stream.of(plugin.options().getClass().getRecordComponents())
                        .map(option -> option.getAnnotation(Key.class))
                        .filter(Objects::nonNull)
                        .map(Key::why))
                .as("why each option exists")
                .doesNotContain("");
        for (RecordComponent option : plugin.options().getClass().getRecordComponents()) {
            if (option.getAnnotation(Key.class) != null && option.getType() == List.class) {
                option.getAccessor().setAccessible(true);
                assertThat((List<?>) option.getAccessor().invoke(plugin.options()))
                        .as("default of the list %s", option.getName())
                        .isEmpty();
            }
        }
    }

    @Test
    void contractShouldOpenTryItselfAndClose() throws Exception {
        E engine = contractOpened();
        assertThat(engine.health().detail()).isNotBlank();
        EngineHealth found = engine.check().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
        assertThat(found.detail()).isNotBlank();
        engine.close();
    }

    @Test
    void contractShouldOpenMoreThanOnce() throws Exception {
        E first = contractOpened();
        E second = contractOpened();
        first.close();
        assertThat(second.health().detail()).isNotBlank();
        second.close();
    }
}
