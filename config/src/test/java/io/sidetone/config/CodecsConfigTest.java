package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecsConfigTest {
    @Test
    void shouldWantWidebandFirstUnlessToldOtherwise() throws Exception {
        SipConfig sip =
                Loading.config("sip: {trunks: [{name: a, from: 192.0.2.0/24}]}").sip();

        assertThat(sip.codecs()).containsExactly("G722", "PCMU", "PCMA");
        assertThat(sip.trunks().get(0).codecs()).isEqualTo(sip.codecs());
    }

    @Test
    void shouldGiveEachTrunkItsOwnOrTheCommonCodecs() throws Exception {
        SipConfig sip = Loading.config(
                        """
                        sip:
                          codecs: PCMA
                          trunks:
                            - {name: a, from: 192.0.2.0/24}
                            - {name: b, from: 198.51.100.0/24, codecs: [PCMU, G722]}
                        """)
                .sip();

        assertThat(sip.codecs()).containsExactly("PCMA");
        assertThat(sip.trunks().get(0).codecs()).containsExactly("PCMA");
        assertThat(sip.trunks().get(1).codecs()).containsExactly("PCMU", "G722");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[PCMU, g722]      | sip.codecs: 'g722' is not one of OPUS, G722, PCMU, PCMA (line 1); did you mean G722?",
                "[PCMU, PCMU]      | sip.codecs: names 'PCMU' twice (line 1); leave one of them out",
                "[]                | sip.codecs: is empty (line 1); name at least one of OPUS, G722, PCMU, PCMA",
            })
    void shouldSayWhatIsWrongWithAList(String codecs, String problem) {
        assertThat(Loading.problems("sip: {codecs: " + codecs + "}\n" + Loading.AGENTS, Map.of()))
                .containsExactly(problem);
    }
}
