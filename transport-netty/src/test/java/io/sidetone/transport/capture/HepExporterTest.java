package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.metrics.SharedCounters;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a collector gets, on a tap that is stepped by hand. */
class HepExporterTest {
    private static final InetSocketAddress OURS = new InetSocketAddress("192.0.2.1", 5061);
    private static final InetSocketAddress THEIRS = new InetSocketAddress("192.0.2.2", 40_000);
    private static final long WALL_MS = 1_700_000_000_123L;

    private final SharedCounters<CaptureCounter> counters = new SharedCounters<>(CaptureCounter.class);
    private DatagramSocket collector;
    private WireTap tap;

    @BeforeEach
    void open() throws Exception {
        collector = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        collector.setSoTimeout(30_000);
        tap = tap("127.0.0.1");
    }

    @AfterEach
    void close() {
        collector.close();
    }

    private WireTap tap(String host) {
        HepExporter exporter = new HepExporter(
                new HepExporter.Settings(host, collector.getLocalPort(), 2001, Optional.of("homer")), counters);
        return new WireTap(List.of(exporter), counters, OURS.getAddress(), () -> 0, WALL_MS);
    }

    private void message(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        tap.message(false, true, OURS, THEIRS, bytes, 0, bytes.length);
        tap.step();
    }

    /** The chunks of the next packet by their type, in hexadecimal. */
    private Map<Integer, String> received() throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
        collector.receive(packet);
        ByteBuffer in = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
        byte[] magic = new byte[4];
        in.get(magic);
        assertThat(magic).asString(StandardCharsets.US_ASCII).isEqualTo("HEP3");
        assertThat(in.getShort() & 0xFFFF).isEqualTo(packet.getLength());
        Map<Integer, String> chunks = new TreeMap<>();
        while (in.hasRemaining()) {
            assertThat(in.getShort()).as("vendor").isZero();
            int type = in.getShort();
            byte[] value = new byte[(in.getShort() & 0xFFFF) - 6];
            in.get(value);
            chunks.put(type, HexFormat.of().formatHex(value));
        }
        return chunks;
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldSendASipMessageWithItsAddressesTimeAndCallId() throws Exception {
        message("BYE sip:a SIP/2.0\r\nCall-ID: one@sip\r\nAuthorization: Digest SECRET\r\n\r\n");
        assertThat(received())
                .containsEntry(1, "02")
                .containsEntry(2, "06")
                .containsEntry(3, "c0000202")
                .containsEntry(4, "c0000201")
                .containsEntry(7, "9c40")
                .containsEntry(8, "13c5")
                .containsEntry(9, "6553f100")
                .containsEntry(10, "0001e078")
                .containsEntry(11, "01")
                .containsEntry(12, "000007d1")
                .containsEntry(14, hex("homer"))
                .containsEntry(15, hex("BYE sip:a SIP/2.0\r\nCall-ID: one@sip\r\nAuthorization: Digest xxxxxx\r\n\r\n"))
                .containsEntry(17, hex("one@sip"));
        assertThat(counters.value(CaptureCounter.HEP_SENT)).isEqualTo(1);
    }

    @Test
    void shouldSendAReportAsJsonUnderTheCallIdOfItsDialog() throws Exception {
        CallTap call = tap.call("ONE");
        call.carriedBy("one@sip");
        ByteBuf report = Unpooled.wrappedBuffer(HexFormat.of()
                .parseHex("81c8000c" + "11223344" + "83aa7e8080000000" + "000000a0" + "00000064" + "00003e80"
                        + "55667788" + "40ffffff" + "00010005" + "00000011" + "7e808000" + "00010000"));
        call.report(true, report, 0, report.readableBytes(), OURS, THEIRS);
        call.datagram(true, report, OURS, THEIRS);
        tap.step();
        Map<Integer, String> chunks = received();
        assertThat(chunks).containsEntry(2, "11").containsEntry(11, "05").containsEntry(17, hex("one@sip"));
        assertThat(new String(HexFormat.of().parseHex(chunks.get(15)), StandardCharsets.US_ASCII))
                .isEqualTo("{\"sender_information\":{\"ntp_timestamp_sec\":2208988800,\"ntp_timestamp_usec\":500000,"
                        + "\"rtp_timestamp\":160,\"packets\":100,\"octets\":16000},\"ssrc\":287454020,\"type\":200,"
                        + "\"report_count\":1,\"report_blocks\":[{\"source_ssrc\":1432778632,\"fraction_lost\":64,"
                        + "\"packets_lost\":-1,\"highest_seq_no\":65541,\"ia_jitter\":17,\"lsr\":2122350592,"
                        + "\"dlsr\":65536}]}");
    }

    @Test
    void shouldShowOurAdvertisedAddressWhereTheSocketListensOnAll() throws Exception {
        byte[] bytes = "BYE sip:a SIP/2.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        tap.message(true, false, new InetSocketAddress("0.0.0.0", 5060), THEIRS, bytes, 0, bytes.length);
        tap.step();
        assertThat(received())
                .containsEntry(3, "c0000201")
                .containsEntry(7, "13c4")
                .containsEntry(2, "11");
    }

    @Test
    void shouldCountWhatCannotBeSent() {
        tap = tap("collector.invalid");
        message("BYE sip:a SIP/2.0\r\n\r\n");
        message("BYE sip:a SIP/2.0\r\n\r\n");
        assertThat(counters.value(CaptureCounter.HEP_FAILED)).isEqualTo(2);
        tap = tap("127.0.0.1");
        message("A".repeat(66_000));
        assertThat(counters.value(CaptureCounter.HEP_FAILED))
                .as("larger than a datagram")
                .isEqualTo(3);
        assertThat(counters.value(CaptureCounter.HANDLER_ERROR)).isZero();
    }
}
