package io.sidetone.server.ops.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A terminal, or a journal, that takes nothing any more. */
@Tag("real-time")
class StuckTerminalTest {
    private static final int LINES = 20_000;

    /** What calls do: they log, and go on. */
    static final class Talker {
        private Talker() {}

        public static void main(String[] args) {
            Logger log = LogManager.getLogger(Talker.class);
            for (int i = 0; i < LINES; i++) {
                log.warn("line {} of somebody who must not wait for it", i);
                log.error("line {} likewise", i);
            }
            System.out.println("went on");
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    @Test
    void shouldNotHoldUpWhoLogsWhenNobodyReads() throws Exception {
        Process talker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Talker.class.getName())
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(talker.getInputStream(), StandardCharsets.UTF_8))) {
            CompletableFuture<String> line =
                    CompletableFuture.supplyAsync(() -> said.lines().findFirst().orElse("nothing"));
            assertThat(line).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo("went on");
        } finally {
            talker.destroyForcibly();
        }
    }
}
