package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.tools.softphone.scenario.CallerControl;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.sound.LineNoise;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Creates the caller's packets: sounds, quiet noise between them, and keys (RFC 4733). Each {@link #step} makes one
 * packet. Sequence number and timestamp have no gaps from the first packet to the last: a packet that is not sent
 * during a hold uses no number, so that a pause is not counted as loss. One thread; nothing is allocated per packet.
 */
public final class CallerSender implements CallerControl {
    private static final String KEYS = "0123456789*#ABCD";
    private static final int EVENT_VOLUME = 10;
    private static final int EVENT_END = 0x80;

    /** A key is held for 160 ms and the next one comes 100 ms later. */
    private static final int KEY_FRAMES = 8;

    private static final int PAUSE_FRAMES = 5;
    private static final int END_PACKETS = 3;

    /** Sends packets. */
    @FunctionalInterface
    public interface PacketOut {
        /**
         * Sends the bytes from position to limit.
         *
         * @return false when the call is on hold and nothing was sent
         */
        boolean send(ByteBuffer packet);
    }

    private final LineFormat format;
    private final LineNoise noise;
    private final PacketOut out;
    private final CallerTrack track;
    private final short[] frame;
    private final byte[] payload;
    private final int frameTimestamps;
    private final ByteBuffer packet;
    private final int ssrc;
    private int sequence;
    private int timestamp;
    private boolean first = true;

    private FarEndEcho echo;
    private LineImpairment fault;
    private CallerSound sound;
    private CallerTrack.Playing sent;
    private int soundFrame;
    private String digits = "";
    private int digit;
    private int digitFrame;
    private int eventTimestamp;
    private long digitsStartNs;
    private boolean hungUp;
    private LongConsumer actionDone = nowNs -> {};

    /**
     * Creates a sender.
     *
     * @param seed seeds the SSRC, the first number, the first timestamp and the noise
     * @param track records what is sent
     */
    public CallerSender(LineFormat format, long seed, PacketOut out, CallerTrack track) {
        this.format = format;
        AudioCodec codec = format.codec();
        this.frame = new short[SampleRate.frameSamples(codec.sampleRateHz())];
        this.payload = new byte[PacketLog.MAX_PAYLOAD_BYTES];
        this.frameTimestamps = SampleRate.frameSamples(codec.clockRateHz());
        this.packet = ByteBuffer.allocate(RtpDatagram.HEADER_BYTES + payload.length);
        this.noise = new LineNoise(seed, codec.sampleRateHz());
        this.out = out;
        this.track = track;
        SplittableRandom random = new SplittableRandom(seed);
        ssrc = random.nextInt();
        sequence = random.nextInt(1 << 15);
        timestamp = random.nextInt();
    }

    /** Sets a listener that receives the time when a sound or the keys have been sent; called inside {@link #step}. */
    public void onActionDone(LongConsumer listener) {
        actionDone = listener;
    }

    /** Adds the echo of {@code path} to all sent sound; call before the first {@link #step}. */
    public void echoing(FarEndEcho path) {
        echo = path;
    }

    /** Sends over a line with {@code what}; call before the first {@link #step}. */
    public void faulty(LineImpairment what) {
        fault = what;
    }

    @Override
    public void play(CallerSound next) {
        sound = next.at(format.codec().sampleRateHz());
        soundFrame = 0;
        sent = track.begin(sound);
    }

    @Override
    public void dial(String next) {
        sound = null;
        digits = next;
        digit = 0;
        digitFrame = 0;
    }

    @Override
    public void hangUp() {
        hungUp = true;
    }

    /** Returns whether {@link #hangUp} was called. */
    public boolean hungUp() {
        return hungUp;
    }

    /** Returns whether the peer accepts keys. */
    public boolean takesKeys() {
        return format.eventPayloadType() != LineFormat.NO_EVENTS;
    }

    /** Sends the packets of the next 20 ms; {@code nowNs} is the present time. */
    public void step(long nowNs) {
        if (echo != null) {
            echo.step(nowNs);
        }
        if (digit < digits.length()) {
            keyStep(nowNs);
        } else if (sound != null) {
            soundStep(nowNs);
        } else {
            noise.nextFrame(frame);
            sendSound(nowNs);
        }
        timestamp += frameTimestamps;
        if (echo != null) {
            echo.advance();
        }
    }

    private void soundStep(long nowNs) {
        CallerSound playing = sound;
        int at = soundFrame++;
        boolean last = at >= playing.frames() - 1;
        if (playing.frames() > 0) {
            playing.copyFrame(at, frame);
        } else {
            noise.nextFrame(frame);
        }
        sent.sent(at, nowNs);
        if (last) {
            sound = null;
        }
        sendSound(nowNs);
        boolean voicedEnd = at == playing.lastVoicedFrame();
        if (voicedEnd || last && playing.lastVoicedFrame() == CallerSound.NONE) {
            actionDone.accept(nowNs);
        }
    }

    private void sendSound(long nowNs) {
        if (echo != null) {
            echo.addTo(frame);
        }
        if (fault != null) {
            fault.addTo(frame);
        }
        int bytes = format.codec().encode(frame, 0, frame.length, payload, 0);
        packet.clear();
        RtpDatagram.putHeader(packet, first, format.payloadType(), sequence, timestamp, ssrc);
        packet.put(payload, 0, bytes).flip();
        track.frame(frame, nowNs);
        first = !sendOut();
    }

    private void keyStep(long nowNs) {
        if (digit == 0 && digitFrame == 0) {
            digitsStartNs = nowNs;
        }
        if (digitFrame < KEY_FRAMES && takesKeys()) {
            if (digitFrame == 0) {
                eventTimestamp = timestamp;
            }
            Arrays.fill(frame, (short) 0);
            track.frame(frame, nowNs);
            boolean end = digitFrame == KEY_FRAMES - 1;
            for (int copy = 0; copy < (end ? END_PACKETS : 1); copy++) {
                sendEvent(end);
            }
        } else {
            noise.nextFrame(frame);
            sendSound(nowNs);
        }
        digitFrame++;
        if (digitFrame == KEY_FRAMES + PAUSE_FRAMES) {
            digitFrame = 0;
            digit++;
            if (digit == digits.length()) {
                track.keys(new CallerTrack.Keys(digits, digitsStartNs, nowNs));
                actionDone.accept(nowNs);
            }
        }
    }

    private void sendEvent(boolean end) {
        int event = KEYS.indexOf(Character.toUpperCase(digits.charAt(digit)));
        packet.clear();
        RtpDatagram.putHeader(packet, digitFrame == 0, format.eventPayloadType(), sequence, eventTimestamp, ssrc);
        packet.put((byte) event)
                .put((byte) (end ? EVENT_VOLUME | EVENT_END : EVENT_VOLUME))
                .putShort((short) ((digitFrame + 1) * frameTimestamps))
                .flip();
        sendOut();
    }

    private boolean sendOut() {
        boolean went = fault != null && fault.lost() || out.send(packet);
        sequence += went ? 1 : 0;
        return went;
    }
}
