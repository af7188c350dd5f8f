package io.sidetone.core.journal.record;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.setting.RecordShape;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what {@link ValueWriter} wrote. Makes records and enums of the core only; maps keep their order. */
final class ValueReader {
    private static final int MAX_DEPTH = 64;

    private final List<String> names = new ArrayList<>();
    private ByteSource in;

    /** Reads from {@code source} from now on, with no name known. */
    void reset(ByteSource source) {
        in = source;
        names.clear();
    }

    Object read() {
        return read(0);
    }

    private Object read(int depth) {
        if (depth > MAX_DEPTH) {
            throw new BadRecordException("values nested more than " + MAX_DEPTH + " deep");
        }
        ValueTag tag = ValueTag.of(in.u8());
        try {
            return value(tag, depth);
        } catch (ArithmeticException | DateTimeException | NumberFormatException e) {
            throw new BadRecordException("a " + tag + " that is none: " + e.getMessage());
        }
    }

    private Object value(ValueTag tag, int depth) {
        return switch (tag) {
            case NULL -> null;
            case TRUE -> true;
            case FALSE -> false;
            case TEXT -> in.text();
            case INT -> (int) in.signed();
            case LONG -> in.signed();
            case DOUBLE -> Double.longBitsToDouble(in.fixed64());
            case FLOAT -> Float.intBitsToFloat((int) in.unsigned());
            case CHAR -> (char) in.unsigned();
            case SHORT -> (short) in.signed();
            case BYTE -> (byte) in.signed();
            case BIG_DECIMAL -> decimal();
            case BIG_INTEGER -> new BigInteger(in.text());
            case ENUM -> constant();
            case RECORD -> record(depth);
            case LIST -> Collections.unmodifiableList(list(depth));
            case SET -> Collections.unmodifiableSet(new LinkedHashSet<>(list(depth)));
            case MAP -> map(depth);
            case OPTIONAL -> Optional.ofNullable(read(depth + 1));
            case PCM -> chunk(depth);
            case INTS -> ints();
            case LONGS -> longs();
            case DURATION -> Duration.ofSeconds(in.signed(), in.unsigned());
            case INSTANT -> Instant.ofEpochSecond(in.signed(), in.unsigned());
            case OPAQUE -> new Opaque(name());
        };
    }

    private BigDecimal decimal() {
        try {
            return new BigDecimal(in.text());
        } catch (NumberFormatException e) {
            throw new BadRecordException("a decimal number that is none");
        }
    }

    private Object constant() {
        String type = name();
        String constant = name();
        Object[] constants = type(type).getEnumConstants();
        if (constants != null) {
            for (Object each : constants) {
                if (((Enum<?>) each).name().equals(constant)) {
                    return each;
                }
            }
        }
        throw new BadRecordException(
                type + "." + constant + " is not known to this version; replay with the one that wrote it");
    }

    private Object record(int depth) {
        String name = name();
        int count = in.count(2);
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String component = name();
            values.put(component, read(depth + 1));
        }
        Class<?> type = type(name);
        if (!type.isRecord()) {
            throw new BadRecordException(name + " is no record in this version; replay with the one that wrote it");
        }
        RecordShape shape = RecordShape.of(type);
        Object[] arguments = new Object[shape.components().length];
        for (int i = 0; i < arguments.length; i++) {
            RecordComponent component = shape.components()[i];
            Object before = LaterComponents.before(type, component.getName());
            if (!values.containsKey(component.getName()) && before == null) {
                throw new BadRecordException(name + " has no " + component.getName()
                        + "; it was written by another version, replay with that one");
            }
            Object value = values.getOrDefault(component.getName(), before);
            arguments[i] = value instanceof Opaque && component.getType() != Object.class ? null : value;
        }
        try {
            return shape.make(arguments);
        } catch (RuntimeException refused) {
            throw BadRecordException.values(type, refused);
        }
    }

    private static Class<?> type(String name) {
        if (!name.startsWith(ValueWriter.PACKAGE)) {
            throw new BadRecordException(name + " is no class that a journal may name");
        }
        Class<?> moved = FormerNames.type(name);
        if (moved != null) {
            return moved;
        }
        try {
            return Class.forName(name, false, ValueReader.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new BadRecordException(name + " is not known to this version; replay with the one that wrote it");
        }
    }

    private List<Object> list(int depth) {
        int count = in.count(1);
        List<Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(read(depth + 1));
        }
        return list;
    }

    private Map<Object, Object> map(int depth) {
        int count = in.count(2);
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            Object key = read(depth + 1);
            map.put(key, read(depth + 1));
        }
        return Collections.unmodifiableMap(map);
    }

    private PcmChunk chunk(int depth) {
        int rate = (int) in.unsigned();
        int count = in.count(2);
        short[] pcm = new short[count];
        in.samples(pcm, count);
        Object words = read(depth + 1);
        if (rate <= 0 || count > rate / 1000L * PcmChunk.MAX_MS || !(words == null || words instanceof WordTimes)) {
            throw new BadRecordException("a chunk of " + count + " samples at " + rate + " Hz");
        }
        return new PcmChunk(rate, pcm, 0, count, (WordTimes) words);
    }

    private int[] ints() {
        int[] numbers = new int[in.count(1)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (int) in.signed();
        }
        return numbers;
    }

    private long[] longs() {
        long[] numbers = new long[in.count(1)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.signed();
        }
        return numbers;
    }

    private String name() {
        long index = in.unsigned();
        if (index == names.size()) {
            names.add(in.text());
        } else if (index < 0 || index > names.size()) {
            throw new BadRecordException("a name that was not introduced");
        }
        return names.get((int) index);
    }
}
