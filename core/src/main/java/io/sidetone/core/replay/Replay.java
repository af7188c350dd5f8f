package io.sidetone.core.replay;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.journal.CallRecorder;
import io.sidetone.core.journal.file.JournalDamage;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.BadRecordException;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.LaterComponents;
import io.sidetone.core.journal.record.Opaque;
import io.sidetone.core.journal.record.RecordComparison;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.ReplayLane;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.RecordShape;
import io.sidetone.core.turn.event.TurnEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the lane's own code again on the inputs of a journal and compares what comes out with what came out then. No
 * socket, no engine, no clock: time is what the events say.
 *
 * <p>One thread; one instance per replay.
 */
public final class Replay {
    private static final int RING_FRAMES = 64;

    private final JournalFileReader reader;
    private final ReplayScript script;
    private final ReplayListener listener;
    private final RecordComparison comparison = new RecordComparison();
    private final EgressRing egress = new EgressRing(RING_FRAMES, () -> {});
    private final ReplayLane lane;
    private List<LaneEventType> types = List.of();
    private int mediaRateHz;
    private InputClock clock = new InputClock(0, 0);
    private long inputs;
    private long outputs;
    private long frames;
    private long refusedFrames;
    private boolean complete;
    private String incomplete = "";
    private JournalDamage damage;
    private ReplayDifference difference;

    private Replay(JournalFileReader reader, ReplayListener listener) {
        this.reader = reader;
        this.script = new ReplayScript(reader);
        this.listener = listener;
        this.lane = new ReplayLane(new CallFactory(
                this::observed,
                (number, setup, publisher, sequence, openedNs) ->
                        new CallRecorder(this::output, setup, publisher, sequence, openedNs)));
    }

    /** Replays the journal that {@code reader} reads; {@code listener} sees the call. */
    public static ReplayResult run(JournalFileReader reader, ReplayListener listener) throws IOException {
        try {
            return new Replay(reader, listener).run();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private ReplayResult run() {
        try {
            open();
            while (script.peek() != null && damage == null) {
                step(script.take());
            }
        } catch (BadRecordException e) {
            damage = new JournalDamage(0, 0, e.getMessage());
        }
        if (reader.damage() != null) {
            damage = reader.damage();
        }
        return new ReplayResult(
                inputs,
                outputs,
                frames,
                refusedFrames,
                clock.elapsedNs(),
                clock.jumps(),
                clock.first(),
                complete,
                incomplete,
                damage,
                difference);
    }

    // ---- inputs -----------------------------------------------------------------------------------------------------

    private void open() {
        if (script.peek() == null) {
            return;
        }
        JournalRecord first = script.take();
        if (first.kind != RecordKind.SETUP || !(first.ref instanceof Map<?, ?> all)) {
            throw new BadRecordException("the journal does not begin with the call's set-up");
        }
        types = types(all.get(CallRecorder.EVENT_TYPES));
        mediaRateHz = all.get(CallRecorder.MEDIA_RATE_HZ) instanceof Integer rate ? rate : SampleRate.NARROWBAND_HZ;
        CallSetup setup = setup(all.get(CallRecorder.SETUP));
        if (script.peek() == null) {
            return;
        }
        JournalRecord opened = script.take();
        clock = new InputClock(setup.who().epochNs(), opened.nowNs);
        inputs++;
        lane.open(setup, opened.sequence, opened.nowNs);
        settle();
    }

    /** The numbers of event types are those of the program that wrote the journal. */
    private static List<LaneEventType> types(Object names) {
        List<LaneEventType> types = new ArrayList<>();
        if (names instanceof List<?> list) {
            for (Object name : list) {
                LaneEventType known = null;
                for (LaneEventType type : LaneEventType.values()) {
                    known = type.name().equals(name) ? type : known;
                }
                types.add(known);
            }
        }
        return types;
    }

    private CallSetup setup(Object described) {
        if (!(described instanceof Map<?, ?> values)) {
            throw new BadRecordException("the call's set-up is missing");
        }
        EgressRing full = new EgressRing(1, () -> {});
        full.claim();
        full.publish();
        ReplayedPort.Media media = new ReplayedPort.Media(mediaRateHz, egress, full);
        try {
            return (CallSetup) part(CallSetup.class, values, media);
        } catch (BadRecordException bad) {
            throw bad;
        } catch (RuntimeException refused) {
            throw BadRecordException.values(CallSetup.class, refused);
        }
    }

    private Object part(Class<?> part, Map<?, ?> values, ReplayedPort.Media media) {
        RecordShape shape = RecordShape.of(part);
        Object[] arguments = new Object[shape.components().length];
        for (int i = 0; i < arguments.length; i++) {
            RecordComponent component = shape.components()[i];
            String name = component.getName();
            if (component.isAnnotationPresent(Flatten.class)) {
                arguments[i] = part(component.getType(), values, media);
            } else if (CallRecorder.port(component.getType())) {
                arguments[i] = ReplayedPort.of(component.getType(), script, media);
            } else if (values.containsKey(name)) {
                Object value = values.get(name);
                arguments[i] = value instanceof Opaque ? null : value;
            } else {
                arguments[i] = LaterComponents.before(CallSetup.class, name);
                if (arguments[i] == null && !LaterComponents.wasAbsent(CallSetup.class, name)) {
                    throw new BadRecordException(
                            "the call's set-up has no " + name + "; replay with the version that wrote the journal");
                }
            }
        }
        return shape.make(arguments);
    }

    private void step(JournalRecord record) {
        switch (record.kind) {
            case INPUT -> {
                LaneEventType type = record.what >= 0 && record.what < types.size() ? types.get(record.what) : null;
                if (type == null || type == LaneEventType.OPEN || type == LaneEventType.TICK) {
                    throw new BadRecordException("an event of type " + record.what + " is not known to this version");
                }
                began(record);
                if (type == LaneEventType.AUDIO) {
                    listener.caller(record);
                }
                lane.handle(type, record.sequence, record);
                settle();
            }
            case TICK -> {
                began(record);
                lane.tick(record.a, record.nowNs, record.sequence, record.what == JournalRecord.YES);
                settle();
            }
            case REFUSED -> refusedFrames = record.a;
            case INCOMPLETE -> incomplete = String.valueOf(record.ref);
            case END -> {
                complete = true;
                if (lane.live() && difference == null) {
                    differs("the end of the call", "a call that goes on");
                }
            }
            default -> throw new BadRecordException("a " + record.kind + " where an input belongs");
        }
    }

    private void began(JournalRecord record) {
        clock.step(record, inputs++);
    }

    /** The input was handled: frames go to the listener, outputs that are still due did not come. */
    private void settle() {
        for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
            listener.agent(frame, clock.nowNs());
            egress.release();
        }
        while (script.peek() != null && script.peek().kind.output()) {
            JournalRecord due = script.take();
            if (difference == null) {
                differs(RecordComparison.text(due), "nothing");
            }
        }
    }

    // ---- outputs ----------------------------------------------------------------------------------------------------

    private void output(JournalRecord got) {
        if (!got.kind.output() || difference != null) {
            return;
        }
        JournalRecord due = script.peek();
        if (due == null || due.kind == RecordKind.INCOMPLETE) {
            // The journal was given up between an input and what came of it.
            return;
        }
        if (!due.kind.output()) {
            differs("nothing", RecordComparison.text(got));
        } else if (comparison.same(due, got)) {
            script.take();
            outputs++;
            frames += got.kind == RecordKind.FRAME ? 1 : 0;
        } else {
            differs(RecordComparison.text(due), RecordComparison.text(got));
        }
    }

    private void differs(String expected, String got) {
        difference = new ReplayDifference(outputs, clock.nowMs(), expected, got);
    }

    private void observed(CallRecord call, CallEvent event) {
        if (event instanceof CallObserver.Opened) {
            listener.opened(call, mediaRateHz);
        } else if (event instanceof FloorTransition moved) {
            listener.moved(call, moved);
        } else if (event instanceof TurnEvent turned) {
            listener.turnEvent(turned);
        }
    }
}
