package io.sidetone.bench.engines;

import io.sidetone.bench.harness.Target;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Waits until nothing of ended calls is left. */
final class Baseline {
    private Baseline() {}

    /** Returns whether within {@code limitS} no call, no connection of a call and no answer of a model is left. */
    static boolean await(Target server, Providers providers, int limitS) throws IOException, InterruptedException {
        for (int i = 0; i < limitS * 10; i++) {
            if (calls(server) == 0 && providers.socketsOfCalls() == 0 && PacedAnswer.UNDER_WAY.get() == 0) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        System.out.println("LEFT BEHIND " + limitS + " s after the last call: " + calls(server) + " calls, "
                + PacedAnswer.UNDER_WAY.get() + " answers of models, connections " + providers.connections());
        return false;
    }

    private static long calls(Target server) throws IOException, InterruptedException {
        return (long) server.scrape().sum("sidetone_calls_active");
    }
}
