package io.sidetone.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.server.records.store.LaneCalls;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is left of a call that is over. */
class EndedCallMemoryTest {
    private static final int MOST_COLLECTIONS = 20;

    private final Map<String, WeakReference<Object>> parts = new LinkedHashMap<>();
    private final CallBook book = new CallBook(System::nanoTime, Long.MAX_VALUE);

    @Test
    void shouldKeepNothingOfAnEndedCallThatWorkedForIt() {
        LaneCalls calls = new LaneCalls(CallObserver.all(book, new Watcher()));
        calls.end(calls.begin("sip:bob@example.net"));
        calls.begin("sip:the-next@example.net");
        assertThat(parts).containsKeys("line", "recognizer", "dialogue", "synthesizer", "publisher");
        for (int i = 0; i < MOST_COLLECTIONS && !kept().isEmpty(); i++) {
            System.gc();
        }
        assertThat(kept())
                .as("parts of the ended call that can still be reached")
                .isEmpty();
        assertThat(book.recent()).hasSize(2);
        CallRecord ended = book.recent().get(1);
        assertThat(ended.setup().who().from()).isEqualTo("sip:bob@example.net");
        assertThat(ended.timeline().entries()).isNotEmpty();
        assertThat(ended.policy()).isNotNull();
        Reference.reachabilityFence(calls);
    }

    private List<String> kept() {
        return parts.entrySet().stream()
                .filter(part -> part.getValue().get() != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Remembers the parts of the first call weakly. */
    private final class Watcher implements CallObserver {
        @Override
        public void on(CallRecord call, CallEvent event) {
            if (event instanceof CallObserver.Opened && parts.isEmpty()) {
                CallSetup setup = call.setup();
                parts.put("line", new WeakReference<>(setup.line().signalling()));
                parts.put("recognizer", new WeakReference<>(setup.engines().recognizer()));
                parts.put("dialogue", new WeakReference<>(setup.engines().dialogue()));
                parts.put("synthesizer", new WeakReference<>(setup.engines().synthesizer()));
                parts.put("publisher", new WeakReference<>(call.publisher()));
            }
        }
    }
}
