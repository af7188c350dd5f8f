package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SocketRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** One connection, one question, one answer. Its event loop only. */
final class DeepgramProbe implements DeepgramSocket.Owner {
    /**
     * The question of a trial, and how its answer is recognized.
     *
     * @param ask sends the question over the open connection
     * @param awaited the type of message that is the answer; empty where audio is
     * @param words what an answer shows, for people
     * @param farewell the message that ends the stream
     */
    record Question(Consumer<DeepgramSocket> ask, String awaited, String words, String farewell) {}

    private final CompletableFuture<EngineHealth> result = new CompletableFuture<>();
    private final Question question;
    private DeepgramSocket socket;
    private ScheduledFuture<?> deadline;
    private boolean answered;
    private EngineFailure failure;

    private DeepgramProbe(Question question) {
        this.question = question;
    }

    static CompletableFuture<EngineHealth> run(
            EngineNet net, SocketRequest request, EngineMeter meter, LongSupplier clock, Question question) {
        EventLoop loop = net.next();
        DeepgramProbe probe = new DeepgramProbe(question);
        probe.socket = new DeepgramSocket(net, loop, request, meter, clock, probe);
        int patienceMs = request.deadlines().firstByteMs();
        loop.execute(() -> {
            probe.deadline = loop.schedule(
                    () -> probe.socket.fail(
                            NetFailures.timeout(request.service(), "the answer to a probe", patienceMs)),
                    request.deadlines().connectMs() + (long) patienceMs,
                    TimeUnit.MILLISECONDS);
            probe.socket.open();
        });
        return probe.result;
    }

    @Override
    public void opened() {
        question.ask().accept(socket);
    }

    @Override
    public boolean message(String type, JsonNode message) {
        answered(type.equals(question.awaited()));
        return true;
    }

    @Override
    public boolean audio(ByteBuf bytes) {
        answered(question.awaited().isEmpty());
        return true;
    }

    private void answered(boolean awaited) {
        if (awaited && !answered) {
            answered = true;
            complete();
            socket.finish(question.farewell());
        }
    }

    @Override
    public void lost(EngineFailure why) {
        failure = why;
        complete();
        socket.finish(question.farewell());
    }

    @Override
    public void released() {
        complete();
    }

    private void complete() {
        deadline.cancel(false);
        result.complete(
                answered
                        ? EngineHealth.up(question.words())
                        : EngineHealth.down(failure == null ? "closed" : failure.message()));
    }
}
