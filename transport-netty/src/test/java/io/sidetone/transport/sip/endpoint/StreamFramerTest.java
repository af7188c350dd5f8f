package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRule;
import io.sidetone.transport.sip.message.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StreamFramerTest {
    private static final byte[] INVITE = Wire.bytes(Wire.invite());
    private static final byte[] OPTIONS = Wire.bytes(Wire.request("OPTIONS"));

    private static final class Recorder implements StreamFramer.Sink {
        private final List<String> frames = new ArrayList<>();
        private final List<SipRule> problems = new ArrayList<>();
        private int corrupt;
        private int pings;

        @Override
        public void onFrame(byte[] bytes, int offset, int length) {
            frames.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }

        @Override
        public void onPing() {
            pings++;
        }

        @Override
        public void onCorrupt(SipParseException problem, byte[] bytes, int offset, int length) {
            corrupt++;
            if (problem != null) {
                problems.add(problem.rule());
            }
        }
    }

    private final StreamFramer framer = new StreamFramer(SipLimits.stream());
    private final Recorder seen = new Recorder();

    private void feed(byte[] bytes, int chunk) {
        ByteBuf whole = Unpooled.wrappedBuffer(bytes);
        while (whole.isReadable()) {
            framer.feed(whole.readSlice(Math.min(chunk, whole.readableBytes())), seen);
        }
    }

    private static byte[] concat(byte[]... parts) {
        ByteBuf all = Unpooled.wrappedBuffer(parts);
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    @Test
    void shouldFindNothingInAnyPrefixWhenReadByteByByte() {
        for (int length = 0; length < INVITE.length; length++) {
            StreamFramer fresh = new StreamFramer(SipLimits.stream());
            Recorder recorder = new Recorder();
            for (int i = 0; i < length; i++) {
                fresh.feed(Unpooled.wrappedBuffer(INVITE, i, 1), recorder);
            }
            assertThat(recorder.frames).as("prefix of %d bytes", length).isEmpty();
            assertThat(recorder.corrupt).isZero();
            fresh.feed(Unpooled.wrappedBuffer(INVITE, length, INVITE.length - length), recorder);
            assertThat(recorder.frames).as("rest after %d bytes", length).hasSize(1);
        }
    }

    @Test
    void shouldFindBothWhenTwoMessagesComeInOneRead() {
        feed(concat(INVITE, OPTIONS), Integer.MAX_VALUE);

        assertThat(seen.frames).hasSize(2);
        assertThat(seen.frames.get(0)).isEqualTo(new String(INVITE, StandardCharsets.UTF_8));
        assertThat(seen.frames.get(1)).isEqualTo(new String(OPTIONS, StandardCharsets.UTF_8));
    }

    @Property(seed = "20261101", tries = 300)
    void shouldFindTheSameFramesWhenReadsAreCutAnywhere(
            @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 700) Integer> reads) {
        byte[] ping = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        ByteBuf whole = Unpooled.wrappedBuffer(INVITE, OPTIONS, ping, INVITE, ping, ping, OPTIONS);
        StreamFramer fresh = new StreamFramer(SipLimits.stream());
        Recorder recorder = new Recorder();
        for (int read : reads) {
            fresh.feed(whole.readSlice(Math.min(read, whole.readableBytes())), recorder);
        }
        fresh.feed(whole.readSlice(whole.readableBytes()), recorder);
        assertThat(recorder.frames).hasSize(4);
        assertThat(recorder.pings).isEqualTo(3);
        assertThat(recorder.corrupt).isZero();
    }

    @Test
    void shouldNotAnswerWhenOnlyOneLineBreakComes() {
        feed("\r\n".getBytes(StandardCharsets.US_ASCII), 1);
        feed(OPTIONS, 1);

        assertThat(seen.pings).isZero();
        assertThat(seen.frames).hasSize(1);
    }

    static Stream<Arguments> broken() {
        String options = Wire.request("OPTIONS");
        return Stream.of(
                Arguments.of(
                        "no Content-Length",
                        SipRule.CONTENT_LENGTH_MISSING,
                        Wire.request("OPTIONS", "Content-Length:")),
                Arguments.of(
                        "Content-Length twice",
                        SipRule.CONTENT_LENGTH,
                        Wire.request("OPTIONS", "Content-Length: 0\nl: 4")),
                Arguments.of(
                        "Content-Length negative",
                        SipRule.CONTENT_LENGTH,
                        Wire.request("OPTIONS", "Content-Length: -1")),
                Arguments.of(
                        "Content-Length 2^32",
                        SipRule.CONTENT_LENGTH,
                        Wire.request("OPTIONS", "Content-Length: 4294967296")),
                Arguments.of(
                        "Content-Length in two words",
                        SipRule.CONTENT_LENGTH,
                        Wire.request("OPTIONS", "Content-Length: 1 2")),
                Arguments.of(
                        "body above the limit",
                        SipRule.MESSAGE_TOO_LARGE,
                        Wire.request("OPTIONS", "Content-Length: 65537")),
                Arguments.of(
                        "headers above the limit",
                        SipRule.MESSAGE_TOO_LARGE,
                        options.replace("Via:", "A: b\n".repeat(20_000) + "Via:")),
                Arguments.of(
                        "line above the limit",
                        SipRule.LINE_TOO_LONG,
                        options.replace("Via:", "A: " + "b".repeat(9000) + "\nVia:")),
                Arguments.of(
                        "request line above the limit",
                        SipRule.REQUEST_LINE_TOO_LONG,
                        "INVITE sip:" + "a".repeat(9000)),
                Arguments.of("CR alone", SipRule.BARE_LINE_BREAK, options.replace("Max-Forwards", "\rMax")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void shouldStayCorruptWhenBoundariesAreLost(String name, SipRule rule, String text) {
        feed(Wire.bytes(text), 1000);
        feed(OPTIONS, 13);

        assertThat(seen.problems).as(name).containsExactly(rule);
        assertThat(seen.corrupt).isEqualTo(1);
        assertThat(seen.frames).isEmpty();
        assertThat(framer.state()).isEqualTo(StreamFramer.State.CORRUPT);
    }

    @Test
    void shouldBeCorruptWhenLineFeedStandsAlone() {
        byte[] bytes = Wire.bytes(Wire.request("OPTIONS"));
        int at = new String(bytes, StandardCharsets.UTF_8).indexOf("\r\nCall-ID");
        bytes[at] = ' ';
        feed(bytes, 1);

        assertThat(seen.problems).containsExactly(SipRule.BARE_LINE_BREAK);
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void shouldGiveUpAtFirstLineWhenPeerDoesNotSpeakSip(byte[] bytes) {
        feed(bytes, 1);

        assertThat(seen.corrupt).isEqualTo(1);
        assertThat(seen.problems).isEmpty();
    }

    /** RFC 3261 section 7.5, RFC 5626 section 4.4.1: what stands between messages means nothing. */
    @Property(tries = 1_000)
    void shouldSkipWhatStandsBetweenMessages(
            @ForAll @Size(max = 40) List<@IntRange(max = 4) Integer> run,
            @ForAll @IntRange(min = 1, max = 50) int chunk) {
        StreamFramer any = new StreamFramer(SipLimits.stream());
        Recorder heard = new Recorder();
        ByteBuf stream = Unpooled.buffer();
        for (int message = 0; message < 3; message++) {
            run.forEach(which -> stream.writeByte("\r\n\0 \t".charAt(which)));
            stream.writeBytes(OPTIONS);
        }
        while (stream.isReadable()) {
            any.feed(stream.readSlice(Math.min(chunk, stream.readableBytes())), heard);
        }
        assertThat(heard.frames).hasSize(3).containsOnly(new String(OPTIONS, StandardCharsets.UTF_8));
        assertThat(heard.corrupt).isZero();
    }

    static Stream<byte[]> foreign() {
        return Stream.of(
                Wire.bytes("GET / HTTP/1.1\nHost: a\n\n"),
                new byte[] {0x16, 3, 1, 2, 0, 1},
                new byte[] {'\r', '\n', 1},
                new byte[] {0, 0, 0x7f});
    }

    @Test
    void shouldReadContentLengthWhenItIsFoldedOrCompact() {
        feed(
                Wire.bytes(Wire.request("MESSAGE", "Content-Length: 3")
                                .replace("Content-Length: 3", "cOnTeNt-LENGTH\t:\n  3 ")
                        + "abc"),
                5);
        feed(Wire.bytes(Wire.request("MESSAGE", "Content-Length: 3").replace("Content-Length: 3", "l:3") + "abc"), 5);

        assertThat(seen.frames).hasSize(2).allMatch(f -> f.endsWith("abc"));
    }

    @Test
    void shouldIgnoreNamesThatOnlyBeginLikeContentLength() {
        String text = Wire.request("MESSAGE", "Content-Length: 3")
                .replace("Content-Length: 3", "Content-Length-X: 9\nlx: 8\nl: 3");
        feed(Wire.bytes(text + "abc"), 4);

        assertThat(seen.frames).hasSize(1);
    }

    @Test
    void shouldGiveBackMemoryWhenLargeMessageIsDone() {
        byte[] body = new byte[50_000];
        Arrays.fill(body, (byte) 'x');
        feed(concat(Wire.bytes(Wire.request("MESSAGE", "Content-Length: 50000")), body, OPTIONS), 4096);

        assertThat(seen.frames).hasSize(2);
        assertThat(seen.frames.get(0)).hasSizeGreaterThan(50_000);
    }
}
