package io.sidetone.core.journal.record;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.setting.RecordShape;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the immutable objects that ride in lane events: texts, numbers, records, enums, lists, maps in their order, PCM
 * chunks. Names of classes and components are written once. What it does not know becomes {@link Opaque}.
 */
final class ValueWriter {
    static final String PACKAGE = "io.sidetone.core.";
    private static final int MAX_DEPTH = 24;

    private final Map<String, Integer> names = new HashMap<>();
    private final Bytes out;

    ValueWriter(Bytes out) {
        this.out = out;
    }

    /** Forgets the names: the reader begins anew here. */
    void reset() {
        names.clear();
    }

    void write(Object value) {
        write(value, 0);
    }

    private void write(Object value, int depth) {
        if (value == null) {
            tag(ValueTag.NULL);
        } else if (depth > MAX_DEPTH) {
            opaque(value, depth);
        } else if (value instanceof String text) {
            tag(ValueTag.TEXT);
            out.text(text);
        } else if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            scalar(value, depth);
        } else if (value instanceof Enum<?> constant) {
            constant(constant, depth);
        } else if (value instanceof Record record) {
            record(record, depth);
        } else if (value instanceof PcmChunk chunk) {
            chunk(chunk, depth);
        } else if (value instanceof Map<?, ?> map) {
            map(map, depth);
        } else if (value instanceof Set<?> set) {
            elements(ValueTag.SET, set.toArray(), depth);
        } else if (value instanceof List<?> list) {
            elements(ValueTag.LIST, list.toArray(), depth);
        } else if (value instanceof Optional<?> optional) {
            tag(ValueTag.OPTIONAL);
            write(optional.orElse(null), depth + 1);
        } else {
            rest(value, depth);
        }
    }

    private void scalar(Object value, int depth) {
        if (value instanceof Integer number) {
            tag(ValueTag.INT);
            out.signed(number);
        } else if (value instanceof Long number) {
            tag(ValueTag.LONG);
            out.signed(number);
        } else if (value instanceof Boolean flag) {
            tag(flag ? ValueTag.TRUE : ValueTag.FALSE);
        } else if (value instanceof Double number) {
            tag(ValueTag.DOUBLE);
            out.fixed64(Double.doubleToRawLongBits(number));
        } else if (value instanceof Float number) {
            tag(ValueTag.FLOAT);
            out.unsigned(Float.floatToRawIntBits(number) & 0xFFFF_FFFFL);
        } else if (value instanceof Character letter) {
            tag(ValueTag.CHAR);
            out.unsigned(letter);
        } else if (value instanceof Short number) {
            tag(ValueTag.SHORT);
            out.signed(number);
        } else if (value instanceof Byte number) {
            tag(ValueTag.BYTE);
            out.signed(number);
        } else if (value instanceof BigDecimal number) {
            tag(ValueTag.BIG_DECIMAL);
            out.text(number.toString());
        } else if (value instanceof BigInteger number) {
            tag(ValueTag.BIG_INTEGER);
            out.text(number.toString());
        } else {
            opaque(value, depth);
        }
    }

    private void rest(Object value, int depth) {
        if (value instanceof int[] numbers) {
            tag(ValueTag.INTS);
            out.unsigned(numbers.length);
            for (int number : numbers) {
                out.signed(number);
            }
        } else if (value instanceof long[] numbers) {
            tag(ValueTag.LONGS);
            out.unsigned(numbers.length);
            for (long number : numbers) {
                out.signed(number);
            }
        } else if (value instanceof Duration duration) {
            tag(ValueTag.DURATION);
            out.signed(duration.getSeconds());
            out.unsigned(duration.getNano());
        } else if (value instanceof Instant instant) {
            tag(ValueTag.INSTANT);
            out.signed(instant.getEpochSecond());
            out.unsigned(instant.getNano());
        } else {
            opaque(value, depth);
        }
    }

    private void constant(Enum<?> constant, int depth) {
        Class<?> type = constant.getDeclaringClass();
        if (!type.getName().startsWith(PACKAGE)) {
            opaque(constant, depth);
            return;
        }
        tag(ValueTag.ENUM);
        name(type.getName());
        name(constant.name());
    }

    private void record(Record record, int depth) {
        Class<?> type = record.getClass();
        if (record instanceof Opaque opaque) {
            tag(ValueTag.OPAQUE);
            name(opaque.type());
            return;
        }
        if (!type.getName().startsWith(PACKAGE)) {
            opaque(record, depth);
            return;
        }
        tag(ValueTag.RECORD);
        name(type.getName());
        RecordShape shape = RecordShape.of(type);
        out.unsigned(shape.components().length);
        for (int i = 0; i < shape.components().length; i++) {
            RecordComponent component = shape.components()[i];
            name(component.getName());
            write(shape.value(record, i), depth + 1);
        }
    }

    private void chunk(PcmChunk chunk, int depth) {
        tag(ValueTag.PCM);
        short[] pcm = new short[chunk.samples()];
        chunk.copyTo(0, pcm, 0, pcm.length);
        out.unsigned(chunk.sampleRateHz());
        out.unsigned(pcm.length);
        out.samples(pcm, pcm.length);
        write(chunk.words(), depth + 1);
    }

    private void map(Map<?, ?> map, int depth) {
        Object[] entries = map.entrySet().toArray();
        tag(ValueTag.MAP);
        out.unsigned(entries.length);
        for (Object each : entries) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
            write(entry.getKey(), depth + 1);
            write(entry.getValue(), depth + 1);
        }
    }

    private void elements(ValueTag tag, Object[] elements, int depth) {
        tag(tag);
        out.unsigned(elements.length);
        for (Object element : elements) {
            write(element, depth + 1);
        }
    }

    /** Inside another value it is left out: what is read back must be what is written again. */
    private void opaque(Object value, int depth) {
        if (depth > 0) {
            tag(ValueTag.NULL);
            return;
        }
        tag(ValueTag.OPAQUE);
        name(Opaque.of(value).type());
    }

    private void tag(ValueTag tag) {
        out.u8(tag.ordinal());
    }

    private void name(String name) {
        Integer known = names.putIfAbsent(name, names.size());
        out.unsigned(known == null ? names.size() - 1 : known);
        if (known == null) {
            out.text(name);
        }
    }
}
