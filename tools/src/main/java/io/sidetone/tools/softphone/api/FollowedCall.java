package io.sidetone.tools.softphone.api;

import io.sidetone.tools.softphone.call.CallProgress;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One call of a telephone as the server's API reports it: the progress of the call says which one it is. Thread-safe; blocks. */
public final class FollowedCall implements CallProgress {
    private static final int QUESTIONS = 100;
    private static final long BETWEEN_QUESTIONS_MS = 50;

    private final ServerApi api;
    private final CompletableFuture<String> sipCallId = new CompletableFuture<>();
    private final CompletableFuture<Optional<String>> callId = sipCallId.thenApplyAsync(this::idOf);

    /** Follows the next call by {@code api}. */
    public FollowedCall(ServerApi api) {
        this.api = api;
    }

    @Override
    public void onAnswered(String id) {
        sipCallId.complete(id);
    }

    private Optional<String> idOf(String id) {
        try {
            for (int i = 0; i < QUESTIONS; i++) {
                Optional<String> found = api.idOf(id);
                if (found.isPresent()) {
                    return found;
                }
                Thread.sleep(BETWEEN_QUESTIONS_MS);
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    /**
     * Returns the call as it is now; waits until it is answered.
     *
     * @throws IOException when the server knows nothing of it
     */
    public ServerCall now() throws IOException, InterruptedException {
        return api.call(callId.join()
                .orElseThrow(() -> new IOException(
                        api.root() + " knows nothing of the call; name the configuration of the server: -c")));
    }

    /**
     * Returns the call when it has ended on the server too, or after some seconds as it is then.
     *
     * @throws IOException when the server knows nothing of it
     */
    public ServerCall ended() throws IOException, InterruptedException {
        ServerCall call = now();
        for (int i = 0; i < QUESTIONS && !call.ended(); i++) {
            Thread.sleep(BETWEEN_QUESTIONS_MS);
            call = now();
        }
        return call;
    }
}
