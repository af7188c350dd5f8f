package io.sidetone.server.trunks;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.config.SipConfig;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.speech.codec.OpusLibrary;
import io.sidetone.transport.sip.sdp.SdpCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Codecs of a configuration that need a library of the system. */
public final class ConfiguredCodecs {
    private static final String OPUS = SdpCodec.OPUS.name();
    private static final int FRAME_SAMPLES = 320;
    private static final int PACKET_BYTES = 1_500;

    private ConfiguredCodecs() {}

    /** Returns what is missing on this machine, each as {@code path: problem; remedy}. Blocks. */
    public static List<String> missing(SipConfig config) {
        List<String> paths = opus(config);
        return paths.isEmpty() ? List.of() : missing(paths, OpusLibrary.missing());
    }

    /** Refuses to go on where something is missing. Blocks. */
    public static void require(SipConfig config) throws EngineSetupException {
        List<String> missing = missing(config);
        if (!missing.isEmpty()) {
            throw new EngineSetupException(ExitCode.UNAVAILABLE, missing);
        }
    }

    static List<String> missing(List<String> paths, List<String> parts) {
        List<String> missing = new ArrayList<>();
        for (String part : parts) {
            paths.forEach(path -> missing.add(path + ": names OPUS, but " + part));
        }
        return missing;
    }

    /** Returns what makes the codec of each stream of Opus, warm; nothing where no call may have it. Blocks. */
    public static Optional<Supplier<AudioCodec>> streams(SipConfig config) {
        if (opus(config).isEmpty()) {
            return Optional.empty();
        }
        Optional<Supplier<AudioCodec>> codecs = OpusLibrary.codecs();
        codecs.ifPresent(made -> {
            AudioCodec first = made.get();
            byte[] packet = new byte[PACKET_BYTES];
            int bytes = first.encodeSilence(FRAME_SAMPLES, packet, 0);
            first.decode(packet, 0, bytes, new short[FRAME_SAMPLES], 0);
        });
        return codecs;
    }

    private static List<String> opus(SipConfig config) {
        List<String> paths = new ArrayList<>();
        if (config.codecs().contains(OPUS)) {
            paths.add("sip.codecs");
        }
        for (int i = 0; i < config.trunks().size(); i++) {
            List<String> own = config.trunks().get(i).codecs();
            if (own.contains(OPUS) && !own.equals(config.codecs())) {
                paths.add("sip.trunks[" + i + "].codecs");
            }
        }
        return paths;
    }
}
