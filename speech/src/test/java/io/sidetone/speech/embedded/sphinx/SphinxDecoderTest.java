package io.sidetone.speech.embedded.sphinx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.speech.embedded.Installed;
import io.sidetone.speech.embedded.parts.NativeParts;
import io.sidetone.speech.embedded.parts.SpeechSetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("native speech")
class SphinxDecoderTest {
    @BeforeEach
    void installed() {
        Installed.recognizer();
    }

    @Test
    void shouldSwitchGrammarsAThousandTimes() {
        Random random = new Random(5);
        try (SphinxModel model = SphinxModel.prepare(NativeParts.DEFAULT_MODEL, grammars(20));
                UtteranceDecoder decoder = model.open()) {
            short[] noise = new short[320];
            for (int i = 0; i < 320; i++) {
                noise[i] = (short) (random.nextGaussian() * 300);
            }
            long beforeKb = 0;
            for (int i = 0; i < 1_000; i++) {
                decoder.select("state-" + i % 20);
                decoder.start();
                for (int f = 0; f < 5; f++) {
                    decoder.process(noise, 0, 320);
                }
                decoder.end();
                assertThat(decoder.hypothesis().length()).isLessThan(200);
                if (i == 100) {
                    beforeKb = residentKb();
                }
            }
            long grownKb = residentKb() - beforeKb;
            System.out.println("900 grammar switches: resident memory " + grownKb + " kB more");
            assertThat(grownKb).isLessThan(16_000);
        }
    }

    @Test
    void shouldMeasureMemoryPerDecoder() throws InterruptedException {
        try (SphinxModel model = SphinxModel.prepare(NativeParts.DEFAULT_MODEL, grammars(8))) {
            assertThat(eachKb(model, 8, "8 decoders with 8 grammars")).isLessThan(20_000);
        }
        try (SphinxModel model = SphinxModel.dictation(NativeParts.DEFAULT_MODEL)) {
            assertThat(eachKb(model, 3, "3 decoders for any words")).isLessThan(120_000);
        }
    }

    private static long eachKb(SphinxModel model, int decoders, String what) throws InterruptedException {
        model.open().close();
        long beforeKb = residentKb();
        long beginNs = System.nanoTime();
        DecoderPool pool = new DecoderPool(decoders, "embedded.decoders", model::open);
        assertThat(pool.awaitAll(60_000)).isTrue();
        long openedNs = System.nanoTime() - beginNs;
        long eachKb = (residentKb() - beforeKb) / decoders;
        System.out.printf("%s: %d kB and %.1f ms each%n", what, eachKb, openedNs / 1e6 / decoders);
        pool.close();
        assertThat(pool.open()).isZero();
        return eachKb;
    }

    @Test
    void shouldRefuseEverythingOnceClosed() {
        try (SphinxModel model = SphinxModel.prepare(NativeParts.DEFAULT_MODEL, grammars(1))) {
            UtteranceDecoder decoder = model.open();
            assertThatThrownBy(() -> decoder.process(new short[320], 0, 320)).hasMessageContaining("call start first");
            assertThatThrownBy(() -> decoder.select("nowhere")).hasMessageContaining("ps_set_search nowhere");
            decoder.close();
            decoder.close();
            assertThatThrownBy(decoder::start).hasMessageContaining("closed");
            assertThatThrownBy(() -> decoder.select("state-0")).hasMessageContaining("closed");
        }
    }

    @Test
    void shouldRefuseFramesLongerThanItsBuffer() {
        try (SphinxModel model = SphinxModel.prepare(NativeParts.DEFAULT_MODEL, grammars(1));
                UtteranceDecoder decoder = model.open()) {
            decoder.select("state-0");
            decoder.start();
            assertThatThrownBy(() -> decoder.process(new short[640], 0, 640)).hasMessageContaining("20 ms at 16 kHz");
            assertThatThrownBy(() -> decoder.process(new short[320], 300, 320))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            decoder.end();
        }
    }

    @Test
    void shouldRefuseABrokenGrammarAndAnUnknownWord() {
        GrammarSet broken = new GrammarSet(Map.of("s", "#JSGF V1.0; grammar g; public <s> = (yes"), Map.of(), Map.of());
        try (SphinxModel model = SphinxModel.prepare(NativeParts.DEFAULT_MODEL, broken)) {
            assertThatThrownBy(model::open).hasMessageContaining("refuses the grammar s");
        }
        GrammarSet unknown = new GrammarSet(Map.of(), Map.of("sidetone", "desk.yaml: states.menu"), Map.of());
        assertThatThrownBy(() -> SphinxModel.prepare(NativeParts.DEFAULT_MODEL, unknown))
                .isInstanceOf(SpeechSetupException.class)
                .hasMessageStartingWith("desk.yaml: states.menu: the word \"sidetone\"");
    }

    private static GrammarSet grammars(int count) {
        Map<String, String> jsgf = new LinkedHashMap<>();
        String[] words = {"yes", "no", "monday", "tuesday", "appointment", "hours", "person", "goodbye"};
        Map<String, String> origins = new LinkedHashMap<>();
        for (String word : words) {
            origins.put(word, "test: " + word);
        }
        for (int i = 0; i < count; i++) {
            jsgf.put(
                    "state-" + i,
                    "#JSGF V1.0;\ngrammar g" + i + ";\npublic <s> = [" + words[i % 8] + "] ("
                            + String.join(" | ", words) + ") [yes | no];\n");
        }
        return new GrammarSet(jsgf, origins, Map.of());
    }

    private static long residentKb() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no VmRSS in /proc/self/status");
    }
}
