package io.sidetone.core.journal.record;

/** The numbers of the earlier records; later records are written as differences from them. */
final class RecordHistory {
    private static final int SERIES = 32;

    private final long[] tokens = new long[SERIES];
    private final long[] firsts = new long[SERIES];
    private final long[] seconds = new long[SERIES];
    private long sequence;
    private long nowNs;

    void reset() {
        java.util.Arrays.fill(tokens, 0);
        java.util.Arrays.fill(firsts, 0);
        java.util.Arrays.fill(seconds, 0);
        sequence = 0;
        nowNs = 0;
    }

    /** Inputs with sound count by themselves: their numbers go on from one to the next. */
    int series(JournalRecord record) {
        return record.kind.ordinal() * 2 + (record.samples > 0 ? 1 : 0);
    }

    long sequence(long value) {
        long difference = value - sequence;
        sequence = value;
        return difference;
    }

    long nowNs(long value) {
        long difference = value - nowNs;
        nowNs = value;
        return difference;
    }

    long token(int series, long value) {
        return swap(tokens, series, value);
    }

    long a(int series, long value) {
        return swap(firsts, series, value);
    }

    long b(int series, long value) {
        return swap(seconds, series, value);
    }

    private static long swap(long[] last, int series, long value) {
        long difference = value - last[series];
        last[series] = value;
        return difference;
    }

    void read(ByteSource in, JournalRecord record, boolean sound) {
        sequence += in.signed();
        nowNs += in.signed();
        record.sequence = sequence;
        record.nowNs = nowNs;
        int series = record.kind.ordinal() * 2 + (sound ? 1 : 0);
        record.token = tokens[series] += in.signed();
        record.a = firsts[series] += in.signed();
        record.b = seconds[series] += in.signed();
    }
}
