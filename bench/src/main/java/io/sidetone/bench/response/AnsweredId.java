package io.sidetone.bench.response;

import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.call.CallProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The server's id of a call, asked for when the call is answered. */
final class AnsweredId implements CallProgress {
    private static final int LIMIT_S = 5;

    private final ServerApi api;
    private final CompletableFuture<String> id = new CompletableFuture<>();

    AnsweredId(ServerApi api) {
        this.api = api;
    }

    @Override
    public void onAnswered(String sipCallId) {
        id.completeAsync(() -> known(sipCallId));
    }

    /** Returns the id, once the call was answered. */
    String await() throws Exception {
        return id.get(LIMIT_S, TimeUnit.SECONDS);
    }

    private String known(String sipCallId) {
        try {
            return api.idOf(sipCallId)
                    .orElseThrow(() -> new IllegalStateException("the server knows no call " + sipCallId));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
