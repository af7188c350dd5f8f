package io.sidetone.server.actions.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real-time")
class OutgoingRequestsTest {
    private final WebhookTransport transport = new WebhookTransport(() -> 0, System::nanoTime, () -> 0);
    private SilentPeer peer;

    @BeforeEach
    void open() throws IOException {
        peer = new SilentPeer();
    }

    @AfterEach
    void close() throws IOException {
        transport.close();
        peer.close();
    }

    private List<CompletableFuture<?>> ask(OutgoingRequests requests, int times, long limitMs) {
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            asked.add(requests.send(
                    HttpRequest.newBuilder(peer.url()).build(),
                    HttpResponse.BodyHandlers.discarding(),
                    Duration.ofMillis(limitMs)));
        }
        return asked;
    }

    private static String failure(CompletableFuture<?> ended) {
        try {
            ended.join();
            return "";
        } catch (CompletionException e) {
            return e.getCause().getMessage();
        }
    }

    @Test
    void shouldKeepSoManyOpenAndWaitingAndFailTheOthersAtOnce() throws Exception {
        List<CompletableFuture<?>> asked = ask(transport.requests(4, 8), 7_000, 60_000);
        assertThat(asked).filteredOn(each -> !each.isDone()).hasSize(12);
        assertThat(failure(asked.get(12))).isEqualTo("4 requests are open and 8 wait");
        SilentPeer.await("four connections", () -> peer.open.get() == 4);
        assertThat(peer.most()).isEqualTo(4);
    }

    @Test
    void shouldGiveUpWhatIsOpenAndWhatWaitsAfterItsTime() throws Exception {
        List<CompletableFuture<?>> asked = ask(transport.requests(2, 3), 5, 300);
        for (CompletableFuture<?> each : asked) {
            assertThat(failure(each)).isEqualTo("no answer within 300 ms");
        }
        SilentPeer.await("the end of all connections", () -> peer.open.get() == 0);
    }

    @Test
    void shouldLetTheNextBeginWhenOneIsCancelled() throws Exception {
        OutgoingRequests requests = transport.requests(1, 1);
        List<CompletableFuture<?>> asked = ask(requests, 2, 60_000);
        SilentPeer.await("the first", () -> peer.taken.get() == 1);
        asked.get(0).cancel(true);
        SilentPeer.await("the second", () -> peer.taken.get() == 2 && peer.open.get() == 1);
        assertThat(asked.get(1).isDone()).isFalse();
    }

    @Test
    void shouldEndAllWithItsOwnerAndTakeNoMore() throws Exception {
        OutgoingRequests requests = transport.requests(3, 3);
        List<CompletableFuture<?>> asked = ask(requests, 6, 60_000);
        SilentPeer.await("connections", () -> peer.open.get() == 3);
        requests.close();
        assertThat(asked).allMatch(CompletableFuture::isDone);
        SilentPeer.await("the end of all connections", () -> peer.open.get() == 0);
        assertThat(failure(ask(requests, 1, 60_000).get(0))).isEqualTo("the connection is closed");
    }

    @Test
    void shouldEndWhatEveryOwnerAskedForWithTheTransport() throws Exception {
        ask(transport.requests(3, 0), 3, 60_000);
        ask(transport.requests(2, 0), 2, 60_000);
        SilentPeer.await("connections", () -> peer.open.get() == 5);
        transport.close();
        SilentPeer.await("the end of all connections", () -> peer.open.get() == 0);
    }
}
