package io.sidetone.server.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.call.plan.EngineSet;
import io.sidetone.core.call.plan.EnginesByRate;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.reload.SharedParts;
import io.sidetone.server.agents.services.EngineMeters;
import io.sidetone.server.records.store.CallStore;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.speech.failover.FailoverDialogue;
import io.sidetone.speech.failover.FailoverRecognizer;
import io.sidetone.speech.failover.FailoverSynthesizer;
import io.sidetone.speech.filler.FillerDialogue;
import io.sidetone.speech.relay.RelayCalls;
import io.sidetone.speech.watch.InstrumentedDialogue;
import io.sidetone.speech.watch.InstrumentedRecognizer;
import io.sidetone.speech.watch.InstrumentedSynthesizer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stands before the engines of an agent. Nothing is connected to. */
class EnginePipelinesTest {
    private static final String FILE =
            """
            engines:
              mock: {type: mock}
              other: {type: mock}
              llm: {type: openai, key: k, url: "http://127.0.0.1:9/v1"}
              stt: {type: deepgram, key: k, url: "ws://127.0.0.1:9/v1"}
              fixed: {type: deepgram, key: k, url: "ws://127.0.0.1:9/v1", sample-rate: 8000}
            agents:
              alone: {match: {called: [alone]}, recognizer: mock, dialogue: mock, synthesizer: mock}
              several:
                match: {called: [several]}
                recognizer: [stt, mock]
                dialogue: [llm, mock]
                synthesizer: [mock, other]
                filler: "One moment, please."
              narrow: {match: {called: [narrow]}, recognizer: fixed, dialogue: llm, synthesizer: mock}
            """;

    private static SidetoneConfig config() throws ConfigException {
        return new ConfigLoader(new ConfigEnvironment(variable -> null, 1, Path.of("/none")))
                .parse(FILE, "test.yaml", Path.of("/"), Optional.empty())
                .config();
    }

    private static EnginesByRate engines(String agent) throws Exception {
        EngineNeeds needs = new EngineNeeds(
                Plugins.load(Optional.empty()),
                CallStore.none(),
                Optional.empty(),
                new EngineMeters(),
                Prices.NONE,
                new SharedParts(),
                null,
                new RelayCalls());
        try (Engines engines = Engines.open(config(), ActionInvoker.none(), Engines.plugged(config(), needs), needs)) {
            EnginesByRate chosen = engines.plan(agent).engines();
            chosen.at(16_000);
            return chosen;
        }
    }

    @Test
    void shouldOnlyTapAnEngineOfThisProcessThatHasNoOther() throws Exception {
        EngineSet alone = engines("alone").narrow();
        assertThat(alone.recognizer()).isInstanceOf(InstrumentedRecognizer.class);
        assertThat(alone.dialogue()).isInstanceOf(InstrumentedDialogue.class);
        assertThat(alone.synthesizer()).isInstanceOf(InstrumentedSynthesizer.class);
    }

    @Test
    void shouldMakeSeveralEnginesOneAndPutTheFillerBeforeThem() throws Exception {
        EngineSet several = engines("several").narrow();
        assertThat(several.recognizer()).isInstanceOf(FailoverRecognizer.class);
        assertThat(several.dialogue()).isInstanceOf(FillerDialogue.class);
        assertThat(several.synthesizer()).isInstanceOf(FailoverSynthesizer.class);
    }

    @Test
    void shouldWatchOverASingleServiceToo() throws Exception {
        EngineSet narrow = engines("narrow").narrow();
        assertThat(narrow.recognizer()).isInstanceOf(FailoverRecognizer.class);
        assertThat(narrow.dialogue()).isInstanceOf(FailoverDialogue.class);
    }

    @Test
    void shouldOpenOnlyThoseAgainForWideBandCallsThatExchangeAudioAtTheRateOfTheCall() throws Exception {
        EnginesByRate several = engines("several");
        assertThat(several.at(16_000).recognizer()).isNotSameAs(several.narrow().recognizer());
        assertThat(several.at(16_000).recognizer().sampleRateHz()).isEqualTo(16_000);
        assertThat(several.at(16_000).dialogue()).isSameAs(several.narrow().dialogue());
        assertThat(several.at(16_000).synthesizer()).isSameAs(several.narrow().synthesizer());
        EnginesByRate fixed = engines("narrow");
        assertThat(fixed.at(16_000).recognizer()).isSameAs(fixed.narrow().recognizer());
    }

    /** Calls ask for it with every frame. */
    @Test
    void shouldSayWhatAnEngineCanDoWithoutANewRecord() throws Exception {
        for (String agent : new String[] {"alone", "several", "narrow"}) {
            EngineSet set = engines(agent).narrow();
            assertThat(set.dialogue().capabilities()).isSameAs(set.dialogue().capabilities());
            assertThat(set.recognizer().capabilities())
                    .isSameAs(set.recognizer().capabilities());
        }
    }
}
