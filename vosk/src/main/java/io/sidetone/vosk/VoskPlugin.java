package io.sidetone.vosk;

import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.plugin.PluggedRecognizer;
import io.sidetone.speech.plugin.RecognizerOptions;
import io.sidetone.speech.plugin.RecognizerPlugin;
import java.util.function.LongSupplier;

/** Recognition by Vosk. */
public final class VoskPlugin implements RecognizerPlugin {
    /** Created by {@link java.util.ServiceLoader}. */
    public VoskPlugin() {}

    @Override
    public String type() {
        return "vosk";
    }

    @Override
    public String description() {
        String version = getClass().getPackage().getImplementationVersion();
        return "recognition by Vosk" + (version == null ? "" : ", plugin " + version);
    }

    @Override
    public PluggedRecognizer open(RecognizerOptions options, EngineMeter meter, LongSupplier nanoClock)
            throws UnusableModelException {
        VoskRecognizer recognizer = VoskRecognizer.load(VoskModel::load, options, meter, nanoClock);
        recognizer.start();
        return recognizer;
    }
}
