package io.sidetone.core.replay;

import io.sidetone.core.journal.CallRecorder;
import io.sidetone.core.journal.RecordedCapabilities;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.PortCall;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stands for an engine, the signalling or the media of a recorded call: does nothing and answers what was answered then. */
final class ReplayedPort implements InvocationHandler {
    private final Class<?> type;
    private final ReplayScript script;
    private final Media media;

    private ReplayedPort(Class<?> type, ReplayScript script, Media media) {
        this.type = type;
        this.script = script;
        this.media = media;
    }

    /** Destination of frames. */
    record Media(int sampleRateHz, EgressRing ring, EgressRing full) {}

    static Object of(Class<?> type, ReplayScript script, Media media) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new ReplayedPort(type, script, media));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "stand-in for " + type.getSimpleName();
            };
        }
        if (type == MediaPort.class) {
            switch (method.getName()) {
                case "egress":
                    return script.nextIs(RecordKind.FRAME_REFUSED) ? media.full() : media.ring();
                case "sampleRateHz":
                    return media.sampleRateHz();
                default:
                    break;
            }
        }
        if (script.nextIs(RecordKind.HEARD) && method.getReturnType() == boolean.class) {
            if (script.peek().what == JournalRecord.FAULT) {
                throw new IllegalStateException("the recorded recogniser failed here");
            }
            return script.peek().what == JournalRecord.YES;
        }
        if (method.getReturnType() == Recognizer.Capabilities.class) {
            return new Recognizer.Capabilities(
                    said(RecordedCapabilities.IMAGE_LEAK), said(RecordedCapabilities.EVIDENCE), true);
        }
        if (method.getReturnType() == DialogueModel.Capabilities.class) {
            return new DialogueModel.Capabilities("", said(RecordedCapabilities.PREEMPTIBLE));
        }
        if (method.getReturnType() == Synthesizer.Capabilities.class) {
            return new Synthesizer.Capabilities(said(RecordedCapabilities.CONTINUATIONS));
        }
        PortCall call = script.nextCall(type.getSimpleName(), method.getName());
        if (call != null && !call.thrown().isEmpty()) {
            throw thrown(call.thrown());
        }
        Class<?> returned = method.getReturnType();
        if (CallRecorder.port(returned)) {
            return of(returned, script, media);
        }
        return call != null && call.result() != null ? call.result() : nothing(returned);
    }

    /** Returns what the engine answered if {@code what} is asked of it next, else false. */
    private boolean said(String what) throws Throwable {
        PortCall call = script.nextCall(type.getSimpleName(), what);
        if (call != null && !call.thrown().isEmpty()) {
            throw thrown(call.thrown());
        }
        return call != null && Boolean.TRUE.equals(call.result());
    }

    /** Returns what was thrown then, as far as the call can see a difference. */
    private static Throwable thrown(String name) {
        String message = "the recorded call failed with " + name;
        return name.endsWith("Error") ? new AssertionError(message) : new IllegalStateException(message);
    }

    private static Object nothing(Class<?> type) {
        if (type == void.class || !type.isPrimitive()) {
            return null;
        }
        return Array.get(Array.newInstance(type, 1), 0);
    }
}
