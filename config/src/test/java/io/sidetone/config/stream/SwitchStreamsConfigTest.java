package io.sidetone.config.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.Loading;
import io.sidetone.config.print.ConfigPrinter;
import io.sidetone.config.value.IpAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SwitchStreamsConfigTest {
    private static final String ID = "40325ec2-5efd-4bd3-805f-53576e581d13";

    @Test
    void shouldListenToNobodyUnlessToldTo() throws Exception {
        StreamsConfig streams = Loading.config("").streams();
        StreamConfig audioSocket = streams.dialect("audiosocket");
        assertThat(audioSocket.option("enabled", Boolean.class)).contains(false);
        assertThat(audioSocket.option("port", Integer.class)).contains(9092);
        assertThat(audioSocket.option("bind", IpAddress.class))
                .hasValueSatisfying(bind -> assertThat(bind.loopback()).isTrue());
        assertThat(audioSocket.leadMs()).isEqualTo(20);
        assertThat(audioSocket.secretWords("ids")).isEmpty();
        assertThat(streams.dialect("asterisk").leadMs()).isEqualTo(60);
        assertThat(streams.dialect("vonage").leadMs()).isEqualTo(60);
        assertThat(streams.dialect("freeswitch").leadMs()).isEqualTo(160);
        assertThat(streams.dialect("freeswitch").text("playback")).isEqualTo("binary");
        assertThat(streams.dialect("freeswitch").option("rate", Integer.class)).contains(8_000);
    }

    @Test
    void shouldTakeIdsAndMaskThemWhenPrinted() throws Exception {
        LoadedConfig loaded = Loading.load(
                Loading.AGENTS
                        + "streams: {audiosocket: {enabled: true, bind: 0.0.0.0, from: [10.0.0.0/8], ids: '${IDS}'}}",
                Map.of("IDS", ID + ", " + ID.replace('4', '5')));
        assertThat(loaded.config().streams().dialect("audiosocket").secretWords("ids"))
                .containsExactly(ID, ID.replace('4', '5'));
        assertThat(ConfigPrinter.print(loaded)).doesNotContain(ID);
    }

    @Test
    void shouldNameWhatIsWrongAndTheRemedy() {
        List<String> problems = Loading.problems(
                Loading.AGENTS + "streams: {audiosocket: {bind: 0.0.0.0, ids: 'abc'}, asterisk: {user: u},"
                        + " freeswitch: {playback: fax}}",
                Map.of());
        assertThat(problems).hasSize(4);
        assertThat(problems)
                .anyMatch(
                        text -> text.contains("streams.audiosocket.bind") && text.contains("streams.audiosocket.from"));
        assertThat(problems).anyMatch(text -> text.contains("streams.audiosocket.ids") && text.contains("uuidgen"));
        assertThat(problems).anyMatch(text -> text.contains("streams.asterisk.password"));
        assertThat(problems).anyMatch(text -> text.contains("streams.freeswitch.playback"));
    }
}
