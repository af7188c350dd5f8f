package io.sidetone.speech.loopback;

/** What the server does with a request. Event loop only; answers by {@code reply}, now or later. */
@FunctionalInterface
public interface HttpScript {
    void request(Seen request, Reply reply);
}
