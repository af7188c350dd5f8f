package io.sidetone.vosk;

import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.port.plugin.UnusableOptionException;
import io.sidetone.core.port.vad.UnusableModelException;
import java.nio.file.Path;

/** Recognition by Vosk. */
public final class VoskPlugin implements RecognizerPlugin<VoskOptions> {
    /** Created by {@link java.util.ServiceLoader}. */
    public VoskPlugin() {}

    @Override
    public String name() {
        return "vosk";
    }

    @Override
    public String description() {
        String version = getClass().getPackage().getImplementationVersion();
        return "recognition by Vosk" + (version == null ? "" : ", plugin " + version);
    }

    @Override
    public VoskOptions options() {
        return VoskOptions.of("", Path.of(""));
    }

    @Override
    public RecognizerPlugin.Engine open(VoskOptions options, PluginContext context) throws UnusableOptionException {
        try {
            VoskRecognizer recognizer = VoskRecognizer.load(
                    VoskModel::load, options.at(context.name(), Path.of(context.model())), context::nowNs);
            recognizer.start();
            return recognizer;
        } catch (UnusableModelException unusable) {
            throw new UnusableOptionException("model", unusable.getMessage());
        }
    }
}
