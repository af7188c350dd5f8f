package io.sidetone.core.journal;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.PcmHash;
import io.sidetone.core.journal.record.PortCall;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.vad.VoiceActivitySession;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.RecordShape;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes records of what one call takes in and gives out. The same class listens to a call that is journaled and to one
 * that is replayed: what they give out compares. Fences and controls are left out: a replay makes them again. Lane thread
 * only; nothing is allocated per frame.
 */
public final class CallRecorder implements CallTap {
    /** Name of the list of event types in the SETUP record. */
    public static final String EVENT_TYPES = "eventTypes";

    /** Name of the media rate in the SETUP record. */
    public static final String MEDIA_RATE_HZ = "mediaRateHz";

    /** Name of the set-up in the SETUP record. */
    public static final String SETUP = "setup";

    /** Why a journal ends before its call. */
    static final String UNRECORDED = "the recording was paused; what follows is not kept";

    /** Ports are the interfaces of this package and of those in it. */
    private static final String PORTS = RecognizerSession.class.getPackageName() + ".";

    private final RecordSink sink;
    private final LanePublisher publisher;
    private final Thread lane = Thread.currentThread();
    private final JournalRecord record = new JournalRecord();
    private long refusedFrames;
    private boolean closed;
    private boolean handling = true;
    private boolean asking;

    /** Begins with the call's set-up and its OPEN event. */
    public CallRecorder(RecordSink sink, CallSetup setup, LanePublisher publisher, long sequence, long nowNs) {
        this.sink = sink;
        this.publisher = publisher;
        record.sequence = sequence;
        record.nowNs = nowNs;
        record.begin(RecordKind.SETUP).ref = describe(setup);
        offer();
        record.begin(RecordKind.INPUT).what = LaneEventType.OPEN.ordinal();
        offer();
    }

    private static Map<String, Object> describe(CallSetup setup) {
        Map<String, Object> values = new LinkedHashMap<>();
        describe(setup, values);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(
                EVENT_TYPES,
                Arrays.stream(LaneEventType.values()).map(Enum::name).toList());
        all.put(MEDIA_RATE_HZ, setup.line().media().sampleRateHz());
        all.put(SETUP, values);
        return all;
    }

    /** Journals know the components of a set-up by their names, whatever part they are in. */
    private static void describe(Record part, Map<String, Object> values) {
        RecordShape shape = RecordShape.of(part.getClass());
        for (int i = 0; i < shape.components().length; i++) {
            RecordComponent component = shape.components()[i];
            if (component.isAnnotationPresent(Flatten.class)) {
                describe((Record) shape.value(part, i), values);
            } else if (!port(component.getType())) {
                values.put(component.getName(), shape.value(part, i));
            }
        }
    }

    /** Returns whether {@code type} is something the call asks, not something it knows. */
    public static boolean port(Class<?> type) {
        return type.isInterface() && (type.getPackageName() + ".").startsWith(PORTS);
    }

    private void offer() {
        if (!closed) {
            sink.offer(record);
        }
        record.ref = null;
    }

    // ---- what stands between ----------------------------------------------------------------------------------------

    @Override
    public CallSetup setup(CallSetup given) {
        return (CallSetup) between(given);
    }

    private Object between(Record part) {
        RecordShape shape = RecordShape.of(part.getClass());
        Object[] values = new Object[shape.components().length];
        for (int i = 0; i < values.length; i++) {
            RecordComponent component = shape.components()[i];
            values[i] = component.isAnnotationPresent(Flatten.class)
                    ? between((Record) shape.value(part, i))
                    : between(component.getType(), shape.value(part, i));
        }
        return shape.make(values);
    }

    @Override
    public CallObserver observer(CallObserver given) {
        return (CallObserver) proxy(CallObserver.class, given);
    }

    /** Returns what the call uses in place of {@code value}. Frames to media are seen in {@link #frame}. */
    Object between(Class<?> type, Object value) {
        if (value == null || !port(type) || type == MediaPort.class) {
            return value;
        }
        if (value instanceof RecognizerSession session && type == RecognizerSession.class) {
            return new RecordedRecognizer(session, this);
        }
        return value instanceof VoiceActivitySession session && type == VoiceActivitySession.class
                ? new RecordedDetector(session, this)
                : proxy(type, value);
    }

    private Object proxy(Class<?> type, Object target) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new PortRecorder(type.getSimpleName(), target, this));
    }

    /** Returns whether the present call of a port is the call's own doing. */
    boolean listening() {
        return handling && !asking && !closed && Thread.currentThread() == lane;
    }

    /** While a port is asked, what it asks of other ports by itself is not the call's doing. */
    void asking(boolean now) {
        asking = now;
    }

    void port(String port, String method, List<Object> arguments, Object result, String thrown) {
        record.begin(RecordKind.PORT).ref = new PortCall(port, method, arguments, result, thrown);
        offer();
    }

    void heard(short[] pcm, int offset, int samples, int what) {
        record.begin(RecordKind.HEARD).c = PcmHash.of(pcm, offset, samples);
        record.what = what;
        offer();
    }

    // ---- what the lane reports --------------------------------------------------------------------------------------

    @Override
    public void input(LaneEvent event, long sequence) {
        handling = true;
        record.begin(RecordKind.INPUT).what = event.type().ordinal();
        record.sequence = sequence;
        record.nowNs = event.nowNs();
        record.token = event.token();
        record.a = event.a();
        record.b = event.b();
        record.ref = event.ref();
        if (event.type() == LaneEventType.AUDIO || event.type() == LaneEventType.BRIDGED_AUDIO) {
            record.samples = Math.min(event.samples(), SampleRate.MAX_FRAME_SAMPLES);
            System.arraycopy(event.pcm(), 0, record.pcm, 0, record.samples);
        }
        offer();
    }

    @Override
    public void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {
        handling = true;
        long refused = publisher.refusedFrames();
        if (refused != refusedFrames) {
            refusedFrames = refused;
            record.begin(RecordKind.REFUSED).a = refused;
            offer();
        }
        record.begin(RecordKind.TICK).what = overflowed ? JournalRecord.YES : 0;
        record.sequence = sequence;
        record.nowNs = nowNs;
        record.a = deadlineNs;
        offer();
    }

    @Override
    public void frame(EgressFrame frame) {
        record.begin(RecordKind.FRAME).what =
                (frame.marker ? JournalRecord.MARKER : 0) | (frame.silence ? JournalRecord.SILENCE : 0);
        record.token = frame.token;
        record.a = frame.mediaIndex;
        record.b = frame.turnPositionMs;
        record.c = frame.silence ? PcmHash.ofSilence(frame.samples) : PcmHash.of(frame.pcm, 0, frame.samples);
        offer();
    }

    @Override
    public void frameRefused() {
        record.begin(RecordKind.FRAME_REFUSED);
        offer();
    }

    /** Ends the journal: what may not be kept is not in it, and without that nothing after it can be replayed. */
    @Override
    public void recording(boolean on) {
        if (!on && !closed) {
            record.begin(RecordKind.INCOMPLETE).ref = UNRECORDED;
            offer();
            closed = true;
        }
    }

    @Override
    public void note(String kind, Object what) {
        record.begin(RecordKind.NOTE).ref = List.of(kind, what.toString());
        offer();
    }

    @Override
    public void history(History.Snapshot snapshot) {
        record.begin(RecordKind.HISTORY).ref = HistoryTail.of(snapshot);
        offer();
    }

    @Override
    public void handled() {
        handling = false;
    }

    @Override
    public void closed() {
        if (!closed) {
            record.begin(RecordKind.END);
            offer();
            closed = true;
        }
    }
}
