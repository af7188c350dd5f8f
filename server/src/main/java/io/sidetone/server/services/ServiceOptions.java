package io.sidetone.server.services;

import io.sidetone.config.binding.OptionReader;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.ServiceConfig;
import io.sidetone.config.problem.ConfigException;

/** Reads {@code engines.NAME.options} for one type and role; an unknown name is an error. */
final class ServiceOptions {
    private ServiceOptions() {}

    /**
     * Returns {@code usual} with the configured options of {@code engine}.
     *
     * @throws IllegalArgumentException for unknown options and wrong values; the message lists all of them
     */
    static <T extends Record> T of(EngineConfig engine, T usual) {
        try {
            ServiceConfig service = engine.service();
            return OptionReader.read(path(engine), service.options(), service.optionLines(), usual);
        } catch (ConfigException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }

    /** Returns the path of the options in the configuration. */
    static String path(EngineConfig engine) {
        return "engines." + engine.name() + ".options";
    }
}
