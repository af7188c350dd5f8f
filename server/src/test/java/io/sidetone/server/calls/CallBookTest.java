package io.sidetone.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallRecord;
import io.sidetone.server.records.store.LaneCalls;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CallBookTest {
    private static final int CALLS = 400;

    @Test
    void shouldListEachCallOnceWhileCallsEnd() throws InterruptedException {
        CallBook book = new CallBook(System::nanoTime, Long.MAX_VALUE);
        CountDownLatch ended = new CountDownLatch(1);
        Thread lane = new Thread(() -> {
            LaneCalls calls = new LaneCalls(book);
            for (int i = 0; i < CALLS; i++) {
                calls.end(calls.begin("sip:caller-" + i + "@example.net"));
            }
            ended.countDown();
        });
        lane.start();
        int looks = 0;
        while (ended.getCount() > 0) {
            List<CallRecord> recent = book.recent();
            assertThat(recent).extracting(call -> call.setup().who().callId()).doesNotHaveDuplicates();
            looks++;
        }
        lane.join();
        assertThat(book.recent()).hasSize(CALLS);
        assertThat(looks).isPositive();
    }
}
