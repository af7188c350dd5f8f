package io.sidetone.silero;

import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityOptions;
import io.sidetone.core.port.vad.VoiceActivityPlugin;
import io.sidetone.core.turn.SpeechSource;

/** Silero VAD of version 5 or 6, by ONNX Runtime. */
public final class SileroPlugin implements VoiceActivityPlugin {
    /** Created by {@link java.util.ServiceLoader}. */
    public SileroPlugin() {}

    @Override
    public String source() {
        return SpeechSource.SILERO.wireName();
    }

    @Override
    public String description() {
        String version = getClass().getPackage().getImplementationVersion();
        return "Silero VAD 5 and 6 by ONNX Runtime" + (version == null ? "" : ", plugin " + version);
    }

    @Override
    public VoiceActivityEngine open(VoiceActivityOptions options) throws UnusableModelException {
        return SileroEngine.open(
                () -> OnnxNetwork.open(options.model(), options.threads()), options.intervalMs(), System::nanoTime);
    }
}
