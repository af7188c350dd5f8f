package io.sidetone.core.journal;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands between the call and one of its ports: hands everything on, and records what was asked and what came back. A
 * proxy, so that a port may grow methods and none is forgotten; only for what is not asked in every frame.
 */
final class PortRecorder implements InvocationHandler {
    private static final Object[] NONE = {};

    private final String port;
    private final Object target;
    private final CallRecorder recorder;

    PortRecorder(String port, Object target, CallRecorder recorder) {
        this.port = port;
        this.target = target;
        this.recorder = recorder;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.getName().equals("equals") ? proxy == given[0] : method.invoke(target, given);
        }
        if (!recorder.listening()) {
            return passOn(method, given);
        }
        if (method.getReturnType() == Recognizer.Capabilities.class) {
            return new RecordedCapabilities(recorder, port).of((Recognizer) target);
        }
        if (method.getReturnType() == DialogueModel.Capabilities.class) {
            return new RecordedCapabilities(recorder, port).of((DialogueModel) target);
        }
        if (method.getReturnType() == Synthesizer.Capabilities.class) {
            return new RecordedCapabilities(recorder, port).of((Synthesizer) target);
        }
        List<Object> arguments = kept(given == null ? NONE : given);
        String asked = method.getName();
        if (method.getDeclaringClass() == CallObserver.class) {
            CallEvent event = (CallEvent) arguments.remove(1);
            asked = RecordedEvents.name(event);
            RecordedEvents.add(event, arguments);
        }
        Object result;
        recorder.asking(true);
        try {
            result = passOn(method, given);
        } catch (Throwable fault) {
            recorder.asking(false);
            recorder.port(port, asked, arguments, null, fault.getClass().getName());
            throw fault;
        }
        recorder.asking(false);
        Object between = recorder.between(method.getReturnType(), result);
        recorder.port(port, asked, arguments, between == result ? kept(result) : null, "");
        return between;
    }

    private Object passOn(Method method, Object[] given) throws Throwable {
        try {
            return method.invoke(target, given);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static List<Object> kept(Object[] arguments) {
        List<Object> kept = new ArrayList<>(arguments.length);
        for (Object argument : arguments) {
            kept.add(kept(argument));
        }
        return kept;
    }

    /** Replaces what changes later, or is recorded elsewhere, by what stays. */
    private static Object kept(Object value) {
        if (value instanceof CallRecord call) {
            return call.statistics();
        }
        if (value instanceof CallContext context) {
            return context.callId();
        }
        return value instanceof History.Snapshot history ? HistoryTail.of(history) : value;
    }
}
