package io.sidetone.server.wiring;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.stream.StreamConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.dialect.service.Carriers;
import io.sidetone.transport.stream.StreamCallHandle;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/** The carriers of JSON, as the configuration describes them. */
final class CarrierWiring {
    private CarrierWiring() {}

    static Carriers open(SidetoneConfig config, StreamCallHandle.Desk calls, SecureRandom random) {
        return new Carriers(
                name -> settings(config.streams().dialect(name)),
                config.http().publicUrl(),
                StreamWiring.guarded(config),
                calls,
                () -> System.currentTimeMillis() / 1_000,
                random);
    }

    private static CarrierSettings settings(StreamConfig stream) {
        Map<String, String> secrets = new HashMap<>();
        for (Map.Entry<String, Secret> secret : stream.secrets().entrySet()) {
            secrets.put(secret.getKey(), secret.getValue().value());
        }
        Map<String, String> options = new HashMap<>();
        stream.options().forEach((name, value) -> options.put(name, value.toString()));
        return new CarrierSettings(stream.leadMs(), secrets, options);
    }
}
