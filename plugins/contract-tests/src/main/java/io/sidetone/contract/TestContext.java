package io.sidetone.contract;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.port.plugin.Connections;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.usage.CallUsage;

/**
 * Context that a plugin receives in a test. Its connections reach nothing: every request fails at once, as one does whose service is
 * down.
 *
 * @param name of the entry in the configuration
 * @param model of the entry
 * @param key of the entry
 */
public record TestContext(String name, String model, String key) implements PluginContext {
    /** An entry without model and key. */
    public TestContext() {
        this("test", "", "");
    }

    /** Returns a call of nobody, whose work {@code fence} cancels. */
    public static CallContext call(Fence fence) {
        return new CallContext(
                "01JCONTRACT000000000000000",
                "desk",
                "100",
                "200",
                1,
                fence,
                new CallUsage(),
                CallFacts.NONE,
                0,
                ActionProgress.NONE,
                false,
                new KeyVault());
    }

    @Override
    public String loggerName() {
        return "io.sidetone.plugin." + name;
    }

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public Connections connections() {
        return new Unreachable();
    }

    private static final class Unreachable implements Connections {
        private static EngineFailure failure() {
            return new EngineFailure(EngineFailure.UNAVAILABLE, "a test has no connections", true);
        }

        @Override
        public Exchange send(Request request, ResponseListener listener) {
            listener.failed(failure());
            return () -> {};
        }

        @Override
        public void connect(SocketRequest request, SocketListener listener) {
            listener.closed(0, failure());
        }
    }
}
