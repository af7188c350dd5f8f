package io.sidetone.speech.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.audio.SampleRate;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavFormatException;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.speech.net.AddressPrefix;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Exchange;
import io.sidetone.speech.net.ExchangeListener;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Fetches the sounds that an agent has played: WAV files, one at a time, from the addresses that the configuration names. Event loop
 * only.
 */
final class RelaySounds {
    static final int MAX_BYTES = 6 << 20;
    static final int MAX_MS = 60_000;

    /** Messages that wait for a sound. */
    static final int MAX_BEHIND = 1_000;

    private static final int OK = 200;

    private final EngineNet net;
    private final EventLoop loop;
    private final RelaySettings settings;
    private final AddressPrefix from;
    private final Deque<AgentMessage> behind = new ArrayDeque<>();
    private Fetch present;
    private Exchange exchange;

    RelaySounds(EngineNet net, EventLoop loop, RelaySettings settings) {
        this.net = net;
        this.loop = loop;
        this.settings = settings;
        this.from = settings.sounds();
    }

    /** Takes a sound, or why there is none. */
    interface Listener {
        void here(List<PcmChunk> sound);

        void refused(String why);
    }

    /** Returns whether one is being fetched. */
    boolean busy() {
        return present != null;
    }

    /** A sound is being fetched: what was sent behind it comes behind it. Returns false where too much waits. */
    boolean behind(AgentMessage message) {
        return behind.size() < MAX_BEHIND && behind.add(message);
    }

    /** Passes on what waited, as far as no further sound is fetched. */
    void drain(Consumer<AgentMessage> taken) {
        while (!busy() && !behind.isEmpty()) {
            taken.accept(behind.poll());
        }
    }

    /** Fetches what lies at {@code source}, to be played {@code times} times. */
    void fetch(String source, int times, Listener listener) {
        URI address = from.under(source);
        if (address == null) {
            listener.refused("play: source must begin with " + from + " (options.play-from of the engine)");
            return;
        }
        Fetch mine = new Fetch(times, listener);
        present = mine;
        Map<String, String> headers = Map.of("Accept", "audio/wav", "User-Agent", "sidetone");
        exchange = net.send(loop, settings.access().request("GET", address, headers, new byte[0]), mine);
    }

    /** Drops what is being fetched, and what waits for it: they are not wanted any more. */
    void drop() {
        behind.clear();
        present = null;
        if (exchange != null) {
            exchange.cancel();
            exchange = null;
        }
    }

    /** The answer to one request. */
    private final class Fetch implements ExchangeListener {
        private final int times;
        private final Listener listener;
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();
        private int status;

        Fetch(int times, Listener listener) {
            this.times = times;
            this.listener = listener;
        }

        private void settle(Consumer<Listener> answer) {
            if (present == this) {
                present = null;
                exchange = null;
                answer.accept(listener);
            }
        }

        private void refuse(String why) {
            Exchange open = exchange;
            settle(asked -> {
                if (open != null) {
                    open.cancel();
                }
                asked.refused("play: " + why);
            });
        }

        @Override
        public void head(int code, HttpHeaders headers) {
            status = code;
            if (code != OK) {
                refuse("the source answered " + code);
            }
        }

        @Override
        public void body(ByteBuf piece) {
            if (present != this) {
                return;
            }
            if (file.size() + piece.readableBytes() > MAX_BYTES) {
                refuse("the source has more than " + MAX_BYTES + " bytes");
                return;
            }
            byte[] bytes = new byte[piece.readableBytes()];
            piece.getBytes(piece.readerIndex(), bytes);
            file.writeBytes(bytes);
        }

        @Override
        public void end() {
            if (present != this || status != OK) {
                return;
            }
            try {
                List<PcmChunk> sound = chunks(WavReader.read(file.toByteArray()), times);
                settle(asked -> asked.here(sound));
            } catch (WavFormatException | IllegalArgumentException unreadable) {
                refuse(unreadable.getMessage());
            }
        }

        @Override
        public void failed(EngineFailure failure) {
            settle(asked -> asked.refused("play: " + failure.message()));
        }
    }

    /**
     * Cuts a sound into chunks, one after the other {@code times} times.
     *
     * @throws IllegalArgumentException when it is empty, too long, or of a rate that cannot be converted
     */
    static List<PcmChunk> chunks(Wav wav, int times) {
        if (wav.samples() == 0 || wav.durationMs() * times > MAX_MS) {
            throw new IllegalArgumentException("the sound lasts " + Math.round(wav.durationMs() * times)
                    + " ms; it must last 1 to " + MAX_MS + " ms, repetitions included");
        }
        short[] given = wav.mixedToMono();
        Resampler resampler = Resamplers.create(wav.sampleRateHz(), SampleRate.WIDEBAND_HZ);
        short[] pcm = new short[(int) ((long) given.length * SampleRate.WIDEBAND_HZ / wav.sampleRateHz()) + 8];
        int samples = resampler.process(given, 0, given.length, pcm, 0);
        int most = SampleRate.WIDEBAND_HZ / 1_000 * PcmChunk.MAX_MS;
        List<PcmChunk> chunks = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            for (int from = 0; from < samples; from += most) {
                chunks.add(new PcmChunk(SampleRate.WIDEBAND_HZ, pcm, from, Math.min(most, samples - from), null));
            }
        }
        return chunks;
    }
}
