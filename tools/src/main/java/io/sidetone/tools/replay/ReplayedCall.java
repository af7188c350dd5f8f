package io.sidetone.tools.replay;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.wav.Wav;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects a call while it is replayed: the sound as the lane had it; admission is at 0 ms. One thread. */
public final class ReplayedCall implements ReplayListener {
    private static final double MS = 1e6;

    /** A longer pause separates two utterances of the agent. */
    private static final double PAUSE_MS = 1_000;

    /** Never written to; of all calls. */
    private static final short[] SILENCE = new short[SampleRate.MAX_FRAME_SAMPLES];

    private final List<Talk> talks = new ArrayList<>();
    private final List<FloorTransition> moves = new ArrayList<>();
    private final Map<String, TurnDescriptor> turns = new LinkedHashMap<>();
    private CallRecord call;
    private Track caller = new Track(SampleRate.NARROWBAND_HZ);
    private Track agent = new Track(SampleRate.NARROWBAND_HZ);
    private long firstIndex = -1;
    private double firstIndexMs;
    private double endMs;

    /** A stretch of the agent's voice that belongs to one turn. */
    public record Talk(long token, double fromMs, double toMs) {}

    @Override
    public void opened(CallRecord opened, int mediaRateHz) {
        call = opened;
        caller = new Track(mediaRateHz);
        agent = new Track(mediaRateHz);
    }

    private double ms(long nowNs) {
        double at = (nowNs - call.setup().who().epochNs()) / MS;
        endMs = Math.max(endMs, Math.min(at, Track.MAX_MS));
        return at;
    }

    @Override
    public void caller(JournalRecord audio) {
        if (audio.b == caller.sampleRateHz()) {
            // A frame arrives when its last sample has been spoken.
            double spokenMs = audio.samples * 1_000.0 / audio.b;
            caller.put(Math.max(0, ms(audio.nowNs) - spokenMs), audio.a, audio.pcm, audio.samples);
        }
    }

    @Override
    public void agent(EgressFrame frame, long nowNs) {
        if (firstIndex < 0) {
            firstIndex = frame.mediaIndex;
            firstIndexMs = ms(nowNs);
        }
        double atMs = firstIndexMs + (frame.mediaIndex - firstIndex) * (double) SampleRate.FRAME_MS;
        ms(nowNs);
        short[] sound = frame.silence ? SILENCE : frame.pcm;
        agent.put(atMs, frame.mediaIndex * frame.samples, sound, frame.samples);
        if (frame.silence) {
            return;
        }
        double untilMs = atMs + SampleRate.FRAME_MS;
        int last = talks.size() - 1;
        if (last >= 0
                && talks.get(last).token() == frame.token
                && atMs - talks.get(last).toMs() < PAUSE_MS) {
            talks.set(last, new Talk(frame.token, talks.get(last).fromMs(), untilMs));
        } else {
            talks.add(new Talk(frame.token, atMs, untilMs));
        }
    }

    @Override
    public void moved(CallRecord of, FloorTransition transition) {
        moves.add(transition);
    }

    @Override
    public void turnEvent(TurnEvent event) {
        if (event.turn() != null) {
            turns.put(event.turn().turnId(), event.turn());
        }
    }

    /** Returns every floor transition; the call's own record keeps only the last ones. */
    public List<FloorTransition> moves() {
        return List.copyOf(moves);
    }

    /** Returns every turn in its last reported state. */
    public List<TurnDescriptor> turns() {
        return List.copyOf(turns.values());
    }

    /** Returns the call's published record; empty when the call did not get that far. */
    public Optional<CallRecord> call() {
        return Optional.ofNullable(call);
    }

    /** Returns when the agent's voice was sent. */
    public List<Talk> talks() {
        return List.copyOf(talks);
    }

    /** Returns the time of the last sound or frame, in ms since admission. */
    public double endMs() {
        return endMs;
    }

    /** Returns both sides at the rate of the call's media: the caller left, the agent right. */
    public Wav wav() {
        return Wav.stereo(caller.sampleRateHz(), caller.pcm(), agent.pcm());
    }
}
