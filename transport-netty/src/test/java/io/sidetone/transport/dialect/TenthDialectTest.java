package io.sidetone.transport.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxRig;
import io.sidetone.transport.stream.StreamRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What one protocol and one session do for any dialect, shown by one that is written in under a hundred lines. */
class TenthDialectTest {
    private final PbxRig rig = new PbxRig();
    private final DialectProtocol protocol =
            new DialectProtocol(TenthDialect.LINE, PbxAccess.loopback("streams.tenth"), rig.call, rig.counters);

    private PbxRig connect(String query) {
        return rig.connect(protocol, "/media/tenth" + query, "Sec-WebSocket-Protocol", "other, tenth.v1");
    }

    @Test
    void shouldCarryACallFromItsFirstMessageToItsLast() {
        connect("");
        assertThat(rig.subprotocol).isEqualTo("tenth.v1");
        assertThat(rig.session.begun()).isFalse();
        rig.text("CALL c1 100 7000");
        assertThat(rig.session.begun()).isTrue();
        assertThat(rig.call.offer.transport()).isEqualTo("tenth");
        assertThat(rig.call.offer.from()).isEqualTo("100");
        rig.binary(new int[640]);
        assertThat(rig.call.heard.size()).isEqualTo(640);
        assertThat(rig.call.wire.audio(new byte[640], 640, 48, 0)).isTrue();
        assertThat(rig.out.binaries).hasSize(1);
        rig.call.wire.clear(48);
        assertThat(rig.out.sent).contains("FORGET 48");
        rig.text("KEY 5");
        rig.text("PLAYED 48 20");
        rig.text("BYE");
        rig.session.closed(3);
        assertThat(rig.call.events).containsExactly("digit 5 100", "played 48 20", "hang-up CALLER_HUNG_UP");
        assertThat(rig.counters.get(PbxCounter.CALLS)).isOne();
    }

    @Test
    void shouldLetTheQueryNameCallerCalledAndAgent() {
        connect("?from=200&agent=sales&to=8000").text("CALL c1 100 7000");
        assertThat(rig.call.offer.from()).isEqualTo("200");
        assertThat(rig.call.offer.to()).isEqualTo("8000");
        assertThat(rig.call.offer.agent()).isEqualTo("sales");
    }

    @Test
    void shouldIgnoreWhatFollowsItsGoodbye() {
        connect("").text("CALL c1 100 7000");
        rig.text("NONSENSE");
        rig.text("KEY 5");
        rig.binary(new int[640]);
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.call.heard.size()).isZero();
        rig.session.closed(3);
        assertThat(rig.call.events).containsExactly("hang-up " + EndCause.CALLER_HUNG_UP);
    }

    @Test
    void shouldCloseAndCountWhenTheCallIsRefused() {
        rig.call.refusal = new StreamRefusedException(StreamRefusedException.NO_ROOM, "no room");
        connect("").text("CALL c1 100 7000");
        assertThat(rig.out.sent).contains("close 1013");
        assertThat(rig.counters.get(PbxCounter.CALLS_REFUSED)).isOne();
        rig.session.closed(3);
        assertThat(rig.call.events).isEmpty();
    }

    @Test
    void shouldTakeLessThanAHundredLines() throws Exception {
        Path source = Path.of("src/test/java/io/sidetone/transport/dialect/TenthDialect.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThan(100);
    }
}
