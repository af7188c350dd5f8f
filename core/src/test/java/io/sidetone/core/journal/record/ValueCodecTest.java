package io.sidetone.core.journal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.TurnHints;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** What rides in events comes back as it was; bytes that nobody wrote are refused, not believed. */
class ValueCodecTest {
    private static final int CHANGES = 3_000;

    private static byte[] bytes(Object... values) {
        Bytes out = new Bytes(64);
        ValueWriter writer = new ValueWriter(out);
        for (Object value : values) {
            writer.write(value);
        }
        return out.toArray();
    }

    private static Object back(byte[] bytes) {
        ValueReader reader = new ValueReader();
        reader.reset(new ByteSource(bytes, 0, bytes.length));
        return reader.read();
    }

    private static Map<String, Object> everything() {
        Map<String, Object> nested = new LinkedHashMap<>();
        nested.put("z", 1);
        nested.put("a", null);
        nested.put("list", Arrays.asList("x", null, 2.5, List.of()));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("text", "Grüße, \ud83d\ude00 \u0000");
        all.put("numbers", List.of(Integer.MIN_VALUE, Long.MAX_VALUE, -0.0, Float.MIN_VALUE, (short) -3, (byte) 200));
        all.put("letters", List.of('x', '\uffff'));
        all.put("big", List.of(new BigDecimal("-1.20E+40"), BigInteger.TWO.pow(200)));
        all.put("flags", List.of(true, false));
        all.put("enum", EndCause.CALLER_HUNG_UP);
        all.put("record", new TurnHints(true, 250, "7"));
        all.put("deep", new ActionCall("1", "book", nested, true, false, 900));
        all.put("history", new History.Entry(History.Role.ASSISTANT, 17, "heard", true, "meant", 99));
        all.put("set", new LinkedHashSet<>(List.of("b", "a")));
        all.put("there", Optional.of(List.of(1)));
        all.put("not there", Optional.empty());
        all.put("duration", Duration.ofMillis(-1_500));
        all.put("instant", Instant.ofEpochSecond(-5, 7));
        return all;
    }

    @Test
    void shouldComeBackAsItWasWhateverItIs() {
        everything().forEach((name, value) -> {
            Object back = back(bytes(value));
            assertThat(back).as(name).isEqualTo(value);
            assertThat(bytes(back)).as(name + ", written again").isEqualTo(bytes(value));
        });
        Map<?, ?> all = (Map<?, ?>) back(bytes(everything()));
        assertThat(List.copyOf(all.keySet()))
                .as("in its order")
                .isEqualTo(List.copyOf(everything().keySet()));
        assertThat((int[]) back(bytes(new int[] {1, -1, 1 << 30}))).containsExactly(1, -1, 1 << 30);
        assertThat((long[]) back(bytes(new long[] {1L << 60}))).containsExactly(1L << 60);
    }

    @Test
    void shouldKeepSoundWithAndWithoutTheTimesOfItsWords() {
        short[] pcm = {0, 1, -1, Short.MAX_VALUE, Short.MIN_VALUE};
        WordTimes words = new WordTimes(new int[] {0}, new int[] {100}, new int[] {5});
        for (WordTimes with : new WordTimes[] {null, words}) {
            PcmChunk chunk = (PcmChunk) back(bytes(new PcmChunk(8_000, pcm, 0, pcm.length, with)));
            short[] sound = new short[pcm.length];
            chunk.copyTo(0, sound, 0, pcm.length);
            assertThat(sound).isEqualTo(pcm);
            assertThat(chunk.sampleRateHz()).isEqualTo(8_000);
            assertThat(chunk.words() == null).isEqualTo(with == null);
        }
    }

    @Test
    void shouldStandForWhatMeansNothingElsewhere() {
        assertThat(back(bytes(new Object()))).isEqualTo(new Opaque("java.lang.Object"));
        Runnable callback = () -> {};
        assertThat(back(bytes(callback))).isEqualTo(new Opaque("?"));
        assertThat(back(bytes(new Opaque("kept")))).isEqualTo(new Opaque("kept"));
        assertThat(back(bytes(Thread.State.NEW))).as("an enum of others").isInstanceOf(Opaque.class);
        assertThat(back(bytes(List.of(callback))))
                .as("inside a value it is left out")
                .isEqualTo(Arrays.asList((Object) null));
        Object deep = "bottom";
        for (int i = 0; i < 60; i++) {
            deep = List.of(deep);
        }
        Object back = back(bytes(deep));
        int depth = 0;
        while (back instanceof List<?> list && !list.isEmpty()) {
            back = list.get(0);
            depth++;
        }
        assertThat(depth).as("cut where it gets too deep").isBetween(20, 30);
    }

    @Test
    void shouldRefuseWhatNobodyWrote() {
        refused("a value of the unknown kind", 200);
        refused("it ends 1 bytes early");
        refused(
                "a number of more than 64 bits",
                ValueTag.LONG.ordinal(),
                255,
                255,
                255,
                255,
                255,
                255,
                255,
                255,
                255,
                255);
        refused("things in", ValueTag.LIST.ordinal(), 255, 255, 255, 127);
        refused("a name that was not introduced", ValueTag.OPAQUE.ordinal(), 5);
        refused("a decimal number that is none", ValueTag.BIG_DECIMAL.ordinal(), 1, 'x');
        refused("a chunk of 0 samples at 0 Hz", ValueTag.PCM.ordinal(), 0, 0, 0);
        int[] far = {ValueTag.INSTANT.ordinal(), 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 1};
        refused("INSTANT that is none", far);
        int[] beyond = {
            ValueTag.DURATION.ordinal(), 254, 255, 255, 255, 255, 255, 255, 255, 255, 1, 128, 168, 214, 185, 7
        };
        refused("DURATION that is none", beyond);
        refused("BIG_INTEGER that is none", ValueTag.BIG_INTEGER.ordinal(), 4, '1', 'E', '9', '9');
        int[] nested = new int[160];
        Arrays.fill(nested, ValueTag.OPTIONAL.ordinal());
        refused("nested more than", nested);
    }

    @Test
    void shouldReadAValueUnderTheNameThatItsClassHadBefore() {
        WordTimes words = new WordTimes(new int[] {0}, new int[] {100}, new int[] {5});
        assertThat(back(renamed(bytes(words), WordTimes.class, "io.sidetone.core.playout.WordTimes")))
                .isEqualTo(words);
        assertThat(back(renamed(bytes(EndCause.OPERATOR), EndCause.class, "io.sidetone.core.call.EndCause")))
                .isEqualTo(EndCause.OPERATOR);
    }

    /** The first name in {@code value} is that of its class: the tag, number 0, and the text. */
    private static byte[] renamed(byte[] value, Class<?> type, String name) {
        Bytes written = new Bytes(64);
        written.text(type.getName());
        Bytes out = new Bytes(64);
        out.u8(value[0]);
        out.unsigned(0);
        out.text(name);
        byte[] head = out.toArray();
        byte[] all = Arrays.copyOf(head, head.length + value.length - 2 - written.length());
        System.arraycopy(value, 2 + written.length(), all, head.length, all.length - head.length);
        return all;
    }

    private static void refused(String why, int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            all[i] = (byte) bytes[i];
        }
        assertThatThrownBy(() -> back(all))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining(why);
    }

    /** Names are checked before a class is looked for: a journal makes nothing but the core's own values. */
    @Test
    void shouldMakeNoClassOfOthers() {
        for (String name :
                List.of("java.lang.Runtime", "io.sidetone.core.Nothing", "io.sidetone.core.conversation.Call")) {
            for (ValueTag tag : new ValueTag[] {ValueTag.RECORD, ValueTag.ENUM}) {
                Bytes out = new Bytes(64);
                out.u8(tag.ordinal());
                out.unsigned(0);
                out.text(name);
                out.unsigned(tag == ValueTag.ENUM ? 1 : 0);
                out.text("X");
                assertThatThrownBy(() -> back(out.toArray()))
                        .as("%s %s", tag, name)
                        .isInstanceOf(BadRecordException.class);
            }
        }
        Bytes lacks = new Bytes(64);
        lacks.u8(ValueTag.RECORD.ordinal());
        lacks.unsigned(0);
        lacks.text(TurnHints.class.getName());
        lacks.unsigned(0);
        assertThatThrownBy(() -> back(lacks.toArray()))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining("has no expectResponse; it was written by another version");
    }

    @Property(seed = "20261101", tries = CHANGES)
    void shouldReadOrRefuseWhateverTheBytesAre(@ForAll @IntRange(max = 1 << 20) int at, @ForAll byte value) {
        byte[] changed = bytes(everything());
        changed[at % changed.length] = value;
        boolean refused = false;
        try {
            back(changed);
        } catch (BadRecordException expected) {
            assertThat(expected.getMessage()).isNotBlank();
            refused = true;
        }
        Statistics.label("refused").collect(refused).coverage(all -> all.check(true)
                .percentage(share -> share > 10));
    }
}
