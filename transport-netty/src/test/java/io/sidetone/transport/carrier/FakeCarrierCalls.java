package io.sidetone.transport.carrier;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.EndCause;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** A desk that takes every call, unless told otherwise, and remembers what becomes of it. */
public final class FakeCarrierCalls implements CarrierCalls, CarrierCall {
    /** Everything but audio, in words. */
    public final List<String> events = new ArrayList<>();
    /** All audio. */
    public final ByteArrayOutputStream audio = new ByteArrayOutputStream();
    /** How the call was offered. */
    public StreamOffer offer;
    /** The way out. */
    public StreamWire wire;
    /** Whether calls are refused. */
    public boolean full;

    @Override
    public CarrierCall open(StreamOffer offered, StreamWire out, EventLoop loop, long nowNs)
            throws StreamRefusedException {
        if (full) {
            throw new StreamRefusedException(StreamRefusedException.NO_ROOM, "full");
        }
        offer = offered;
        wire = out;
        return this;
    }

    @Override
    public void audio(byte[] sound, int length, long nowNs) {
        audio.write(sound, 0, length);
    }

    @Override
    public void digit(char digit, int lengthMs, long nowNs) {
        events.add("digit " + digit + " " + lengthMs);
    }

    @Override
    public void played(long token, long positionMs, long nowNs) {
        events.add("played " + token + " " + positionMs);
    }

    @Override
    public void writable() {
        events.add("writable");
    }

    @Override
    public void hangUp(EndCause cause, long nowNs) {
        events.add("hangUp " + cause);
    }
}
