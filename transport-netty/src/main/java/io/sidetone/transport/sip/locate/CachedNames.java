package io.sidetone.transport.sip.locate;

import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps answers as long as they may be kept, and failures not at all. A time to live of 0 is obeyed: such an answer is used
 * once. SIP event loop only.
 */
public final class CachedNames implements NameService {
    private static final int MAX_ANSWERS = 4_096;
    private static final long LONGEST_S = TimeUnit.DAYS.toSeconds(1);
    private static final long NOTHING_S = 10;

    private final NameService names;
    private final SipScheduler scheduler;
    private final Map<Question, Kept> answers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Kept> eldest) {
            return size() > MAX_ANSWERS;
        }
    };

    private record Question(String name, Type type) {}

    private record Kept(Answer answer, long untilNs) {}

    /** Keeps the answers of {@code names}; {@code scheduler} gives the time. */
    public CachedNames(NameService names, SipScheduler scheduler) {
        this.names = names;
        this.scheduler = scheduler;
    }

    @Override
    public void query(String name, Type type, Consumer<Answer> done) {
        Question question = new Question(name.toLowerCase(Locale.ROOT), type);
        Kept kept = answers.get(question);
        if (kept != null && kept.untilNs() - scheduler.nowNs() > 0) {
            done.accept(kept.answer());
            return;
        }
        names.query(name, type, answer -> {
            long seconds = answer.entries().isEmpty() ? NOTHING_S : Math.min(LONGEST_S, answer.ttlSeconds());
            if (answer.failure() == null && seconds > 0) {
                answers.put(question, new Kept(answer, scheduler.nowNs() + TimeUnit.SECONDS.toNanos(seconds)));
            }
            done.accept(answer);
        });
    }
}
