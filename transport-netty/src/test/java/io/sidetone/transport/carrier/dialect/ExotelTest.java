package io.sidetone.transport.carrier.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.carrier.SessionRig;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExotelTest {
    static final String START =
            "{\"event\":\"start\",\"sequence_number\":\"1\",\"stream_sid\":\"X1\",\"start\":{\"stream_sid\":\"X1\","
                    + "\"call_sid\":\"C1\",\"account_sid\":\"A1\",\"from\":\"+911\",\"to\":\"+912\",\"custom_parameters\":{\"k\":\"v\"},"
                    + "\"media_format\":{\"encoding\":\"audio/x-raw\",\"sample_rate\":\"8000\",\"bit_rate\":\"16\"}}}";

    private static SessionRig rig(int rateHz) {
        SessionRig rig = new SessionRig(c -> MediaDialects.exotel(100, c));
        rig.says("{\"event\":\"connected\"}").says(START.replace("8000", Integer.toString(rateHz)));
        return rig;
    }

    private static List<byte[]> chunks(List<String> messages) {
        List<byte[]> chunks = new ArrayList<>();
        for (String message : messages) {
            if (message.startsWith("{\"event\":\"media\",\"stream_sid\":\"X1\"")) {
                String payload = message.replaceAll(".*\"payload\":\"([^\"]*)\".*", "$1");
                chunks.add(Base64.getDecoder().decode(payload));
            }
        }
        return chunks;
    }

    @Test
    void shouldOfferTheCallWithALeadThatHoldsAChunk() {
        for (int[] each : new int[][] {{8_000, 200}, {16_000, 100}, {24_000, 100}}) {
            SessionRig rig = rig(each[0]);
            assertThat(rig.calls.offer.in()).isEqualTo(new StreamFormat(StreamFormat.Encoding.L16_LE, each[0]));
            assertThat(rig.calls.offer.buffering().leadMs())
                    .as("%d Hz", each[0])
                    .isEqualTo(each[1]);
            assertThat(rig.calls.offer.buffering().clearsAtPause()).isTrue();
            assertThat(rig.calls.offer.from()).isEqualTo("+911");
            assertThat(rig.calls.offer.header().apply("k")).isEqualTo("v");
        }
    }

    @Test
    void shouldSendTheLastChunkOfATurnOnceThereIsRoom() {
        SessionRig rig = rig(16_000);
        byte[] frame = new byte[640];
        for (int i = 0; i < 7; i++) {
            assertThat(rig.speaks(frame, 32, 20L * i)).isTrue();
        }
        assertThat(chunks(rig.output.taken())).hasSize(1);
        rig.output.room(false);
        rig.calls.wire.turnEnd(32, 140);
        assertThat(rig.output.taken()).as("no mark goes before its audio").isEmpty();
        rig.output.room(true);
        rig.writable();
        List<String> sent = rig.output.taken();
        assertThat(sent).hasSize(2);
        assertThat(chunks(sent.subList(0, 1))).hasSize(1);
        assertThat(sent.get(1)).contains("\"name\":\"32:140:0\"");
        rig.writable();
        assertThat(rig.output.taken()).isEmpty();
    }

    @Test
    @Tag("CARD-06")
    void shouldForgetTheLastChunkOfATurnThatWasCancelledWhileItWaited() {
        SessionRig rig = rig(16_000);
        for (int i = 0; i < 7; i++) {
            rig.speaks(new byte[640], 32, 20L * i);
        }
        rig.output.taken();
        rig.output.room(false);
        rig.calls.wire.turnEnd(32, 140);
        rig.calls.fence = 33;
        rig.output.room(true);
        rig.writable();
        assertThat(rig.output.taken()).as("the clear is still on its way").isEmpty();
        rig.calls.wire.clear(33);
        assertThat(rig.output.taken()).singleElement().asString().contains("\"clear\"");
    }

    @Test
    void shouldForgetTheLastChunkOfATurnThatIsCleared() {
        SessionRig rig = rig(16_000);
        for (int i = 0; i < 7; i++) {
            rig.speaks(new byte[640], 32, 20L * i);
        }
        rig.output.taken();
        rig.output.room(false);
        rig.calls.wire.turnEnd(32, 140);
        rig.calls.wire.clear(32);
        rig.output.room(true);
        rig.writable();
        assertThat(rig.output.taken()).singleElement().asString().contains("\"clear\"");
    }

    @Test
    void shouldSendChunksThatKeepTheRules() {
        for (int rateHz : new int[] {8_000, 16_000, 24_000}) {
            SessionRig rig = rig(rateHz);
            byte[] frame = new byte[rateHz / 50 * 2];
            for (int i = 0; i < 37; i++) {
                Arrays.fill(frame, (byte) (i + 1));
                assertThat(rig.speaks(frame, 32, 20L * i)).isTrue();
            }
            rig.calls.wire.turnEnd(32, 740);
            List<String> sent = rig.output.taken();
            List<byte[]> chunks = chunks(sent);
            int bytes = 0;
            for (byte[] chunk : chunks) {
                assertThat(chunk.length).isGreaterThanOrEqualTo(3_200).isLessThanOrEqualTo(100_000);
                assertThat(chunk.length % 320).isZero();
                bytes += chunk.length;
            }
            assertThat(bytes)
                    .as("everything, and silence to the end of the chunk")
                    .isBetween(37 * frame.length, 47 * frame.length);
            assertThat(chunks.get(0)[0]).isEqualTo((byte) 1);
            byte[] last = chunks.get(chunks.size() - 1);
            assertThat(last[last.length - 1]).isZero();
            assertThat(sent.get(sent.size() - 1)).contains("\"mark\"").contains("32:740:0");
        }
    }

    @Test
    void shouldForgetTheBegunChunkWhenCleared() {
        SessionRig rig = rig(16_000);
        byte[] frame = new byte[640];
        for (int i = 0; i < 7; i++) {
            rig.speaks(frame, 32, 20L * i);
        }
        assertThat(chunks(rig.output.taken())).hasSize(1);
        rig.calls.wire.clear(48);
        assertThat(rig.output.taken()).containsExactly("{\"event\":\"clear\",\"stream_sid\":\"X1\"}");
        Arrays.fill(frame, (byte) 9);
        for (int i = 0; i < 5; i++) {
            rig.speaks(frame, 64, 20L * i);
        }
        assertThat(chunks(rig.output.taken())).singleElement().satisfies(chunk -> {
            for (byte sample : chunk) {
                assertThat(sample).isEqualTo((byte) 9);
            }
        });
    }

    @Test
    void shouldKeepAFullChunkUntilThereIsRoom() {
        SessionRig rig = rig(16_000);
        byte[] frame = new byte[640];
        for (int i = 0; i < 4; i++) {
            rig.speaks(frame, 32, 20L * i);
        }
        rig.output.room(false);
        assertThat(rig.speaks(frame, 32, 80)).isFalse();
        assertThat(rig.output.taken()).isEmpty();
        rig.output.room(true);
        assertThat(rig.speaks(frame, 32, 80)).isTrue();
        assertThat(chunks(rig.output.taken())).singleElement().satisfies(chunk -> assertThat(chunk)
                .hasSize(3_200));
    }
}
